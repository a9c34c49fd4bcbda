import { matchGlobs } from '../rules/text/match-globs.ts';
import type { Configuration } from '../schema/configuration.ts';
import type { Handback } from '../schema/handback.ts';
import type { TaskState } from './state.ts';

/** The first stop rule whose paths the candidate touches, as a handback; null when none does. */
export function touchedStopRule(state: TaskState): Handback | null {
  const { candidate, contract } = state;
  if (!candidate || !contract || candidate.contractHash !== state.contractHash) return null;
  const ours = candidate.changedPaths.filter((path) => !candidate.takenOver.includes(path));
  for (const rule of contract.stopRules) {
    if (rule.detector.kind !== 'path-touched') continue;
    const matches = matchGlobs(rule.detector.globs, { nocase: true });
    const touched = ours.filter((path) => matches(path));
    if (touched.length === 0) continue;
    return {
      found: `Stop rule ${rule.id} was reached: ${rule.text} (${touched.slice(0, 5).join(', ')})`,
      blocked: rule.text,
      alternatives: [
        'Leave those paths alone: /contract resume',
        `Allow it: /contract amend <which paths may change, and why>`,
      ],
      preserved: `the change is kept as commit ${candidate.sha}, not pushed`,
      decision: `Whether the task may touch ${touched.slice(0, 5).join(', ')}.`,
    };
  }
  return null;
}

/**
 * Stop rules that a person alone can judge, for there is no reviewer: delivery of this commit waits for a person’s word on
 * each. Empty when none is left to ask about.
 */
export function unwatchedStopRules(
  { candidate, contract, approval }: TaskState,
  { models }: Pick<Configuration, 'models'>,
): string[] {
  if (!candidate || !contract || models.review !== null) return [];
  return contract.stopRules
    .filter(({ detector }) => detector.kind === 'review')
    .map(({ id, text }) => `${OF_STOP_RULE}${id} on ${candidate.sha.slice(0, 7)}: “${text}”`)
    .filter((reason) => !approval.accepted.includes(reason));
}

const OF_STOP_RULE = 'Only a person can say whether a stop rule was reached: ';

/** What people said about such rules, for the record of this commit. */
export function stopDecisions({ approval, candidate }: TaskState): string[] {
  const of = ` on ${candidate?.sha.slice(0, 7)}: `;
  return approval.accepted
    .filter((reason) => reason.startsWith(OF_STOP_RULE) && reason.includes(of))
    .map((reason) => `${reason.slice(OF_STOP_RULE.length)}: it was not reached`);
}
