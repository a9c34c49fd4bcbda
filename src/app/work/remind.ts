import { type ReplanTrigger, respondTo } from '../../core/rules/planning/plan/replan-triggers.ts';
import type { EventOf } from '../../core/schema/event.ts';
import type { Context } from '../context.ts';
import { note } from '../task-log.ts';
import type { WorkMemory } from './work-memory.ts';

type About = EventOf<'reminded'>['about'];

/**
 * Tells the agent something before its next turn; counted, so that people see it too.
 * @param key what it is about: as long as that stands it is counted once, whoever has to be told again after a crash
 */
export function remind(
  { ports, log }: Context,
  memory: WorkMemory,
  about: About,
  message: string,
  key?: string,
): void {
  const counted =
    key !== undefined && log.state.workFacts.reminded.some((each) => each.key === key);
  const named = key === undefined ? {} : { key };
  const cut = message.slice(0, 2000).toWellFormed();
  if (!counted) note(ports, log, [{ type: 'reminded', about, message: cut, ...named }]);
  if (!memory.notes.includes(message)) memory.notes.push(message);
}

/** Answers what was seen with the response that belongs to it (A12). */
export function answerTrigger(
  context: Context,
  memory: WorkMemory,
  trigger: ReplanTrigger,
  key?: string,
): void {
  remind(context, memory, trigger.kind, respondTo(context.log.state.plan, trigger).message, key);
}

/** What is to be told now; it is told once. Null for nothing. */
export function takeNotes(memory: WorkMemory, ...more: (string | null)[]): string | null {
  const notes = [...memory.notes.splice(0), ...more].filter((each) => each !== null);
  return notes.length === 0 ? null : notes.join('\n\n');
}
