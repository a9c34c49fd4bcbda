import type { Plan, PlanItem } from '../../../schema/plan.ts';
import { currentStep } from './plan-progress.ts';
import { isOpen } from './plan-replan.ts';

/** Edits in a row that match no active step; a plan write that is accepted sets it to 0. */
export type UnmatchedEdits = number;

export interface EditJudgement {
  unmatched: UnmatchedEdits;
  verdict: 'matches' | 'remind' | 'stop';
  /** What the model is told, or why the work stopped; empty when it matches. */
  message: string;
}

/** After so many reminders the work is stopped: a plan that nobody follows is false auditability (seeds/0). */
const REMINDERS = 3;

/**
 * Compares an edit with the step in progress (A14). It matches no active step when none is in progress, when all are closed,
 * or when another open step names the file and this one does not. Without a plan there is nothing to abandon.
 */
export function judgeEdit(
  plan: Plan | null,
  path: string,
  unmatched: UnmatchedEdits,
): EditJudgement {
  const problem = plan === null || plan.items.length === 0 ? null : mismatch(plan, path);
  if (problem === null) return { unmatched: 0, verdict: 'matches', message: '' };
  const count = unmatched + 1;
  return count > REMINDERS
    ? { unmatched: count, verdict: 'stop', message: `${count} edits matched no step: ${problem}` }
    : {
        unmatched: count,
        verdict: 'remind',
        message: `${problem} Write the plan so that it says what you do, then go on.`,
      };
}

/** A change of several files belongs to the step in progress when one of them does. */
export function judgeChange(
  plan: Plan | null,
  changed: readonly string[],
  unmatched: UnmatchedEdits,
): EditJudgement {
  const judged = changed.map((path) => judgeEdit(plan, path, unmatched));
  return (
    judged.find((each) => each.verdict === 'matches') ??
    judged[0] ?? { unmatched, verdict: 'matches', message: '' }
  );
}

function mismatch(plan: Plan, path: string): string | null {
  const active = plan.items.find((item) => item.status === 'in_progress');
  if (active === undefined) {
    const next = currentStep(plan);
    return next === null
      ? `${path} was changed, but every step of the plan is closed.`
      : `${path} was changed, but no step is in progress; ${next.id} would be next.`;
  }
  if (names(active, path)) return null;
  const other = plan.items.find((item) => item !== active && isOpen(item) && names(item, path));
  return other === undefined
    ? null
    : `${path} was changed, which is step ${other.id}; ${active.id} is in progress.`;
}

/** Whether the step's words hold the path, or its file name as a whole word. */
function names(item: PlanItem, path: string): boolean {
  const words = item.content.split(/[\s,;:()[\]"'`]+/).map((word) => word.replace(/\.$/, ''));
  const name = path.slice(path.lastIndexOf('/') + 1);
  return words.includes(path) || words.includes(name);
}
