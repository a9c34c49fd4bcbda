import { fence } from '../../core/rules/text/fence.ts';
import type { TaskState } from '../../core/run/state.ts';
import type { WorkMemory } from './work-memory.ts';

/** What people said against the plan, told to the agent once in each piece of work; null when there is nothing new. */
export function replanNote(
  { replanRequests }: Pick<TaskState, 'replanRequests'>,
  { told }: Pick<WorkMemory, 'told'>,
): string | null {
  const fresh = replanRequests.filter(({ source, reason }) => !told.has(`${source} ${reason}`));
  if (fresh.length === 0) return null;
  for (const { source, reason } of fresh) told.add(`${source} ${reason}`);
  const words = fresh.map(({ by, reason }) => `${by.login}: ${reason || 'a new plan is wanted'}`);
  return [
    'People with authority said this about the way, not about the contract. Weigh it, and where it changes your plan, write the plan anew with a reason:',
    fence(words.join('\n')),
  ].join('\n');
}
