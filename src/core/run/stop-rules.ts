import { matchGlobs } from '../rules/text/match-globs.ts';
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
