import { digestOf } from '../../core/digest.ts';
import type { TaskState } from '../../core/run/state.ts';
import type { LookRequest } from '../look-request.ts';
import type { Settings } from '../settings.ts';

/** Title from the goal, and trailers by which ownership and provenance survive us (design §2). */
export function commitMessage(state: TaskState, request: LookRequest, settings: Settings): string {
  const { contract, contractHash, run } = state;
  const revision = contract ? digestOf(contract.requirementsRevision).slice(0, 16) : '';
  return [
    `${title(contract?.goal ?? `Issue ${request.issue}`)} (#${request.issue})`,
    '',
    `Contract-Version: ${contract?.version ?? 0}`,
    `Contract-Hash: ${contractHash ?? ''}`,
    `Requirements-Revision: ${revision}`,
    `Contractor-Run: ${run?.id ?? request.run}`,
    `Contractor-Version: ${settings.harnessVersion}`,
    '',
  ].join('\n');
}

/** One line of at most 60 code points; a person’s words, so nothing in it may look like a trailer or a closing keyword. */
function title(goal: string): string {
  const line = goal
    .replace(/[\p{C}\s]+/gu, ' ')
    .replace(/[@#]/g, '')
    .trim();
  const points = Array.from(line);
  return points.length <= 60 ? line : `${points.slice(0, 59).join('')}…`;
}
