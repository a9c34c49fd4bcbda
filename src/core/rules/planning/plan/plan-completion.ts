import type { Plan, PlanItem } from '../../../schema/plan.ts';
import type { PlanProblem } from './plan-problem.ts';

/** What the harness itself observed; the only things that can complete a step. */
export interface ObservedWork {
  /** Ids of evidence that passes for the present contract and tree. */
  passingEvidence: readonly string[];
  /** Ids of checkpoints with changes since the last finished step. */
  checkpoints: readonly string[];
  /** What is red or broken in the step at hand, in words (A4); empty for nothing. */
  unresolved: readonly string[];
}

/**
 * A3, A4, A15: a write completes at most one step, and that step names passing evidence or a checkpoint that
 * the harness recorded. While something is unresolved, a change alone completes nothing: only passing evidence.
 */
export function completionProblem(
  current: Plan | null,
  items: readonly PlanItem[],
  observed: ObservedWork,
): PlanProblem | null {
  const before = new Map(current?.items.map((item) => [item.id, item.status]));
  const phases = phaseIds(items);
  const newly = items.filter(
    (item) =>
      item.status === 'completed' && before.get(item.id) !== 'completed' && !phases.has(item.id),
  );
  const [step, ...others] = newly;
  if (step === undefined) return null;
  if (others.length > 0) {
    return {
      code: 'several-completed',
      message: `${newly.map((item) => item.id).join(', ')} are completed in one write. Complete one step at a time, when it is done.`,
    };
  }
  if (step.evidence !== null && observed.passingEvidence.includes(step.evidence)) return null;
  if (step.evidence === null || !observed.checkpoints.includes(step.evidence)) {
    return { code: 'no-evidence', message: missingEvidence(step, observed) };
  }
  if (observed.unresolved.length > 0) {
    return {
      code: 'unresolved',
      message: `${step.id} cannot be completed: ${observed.unresolved.slice(0, 3).join('; ')}. Mend it, or keep the step open and add a step that names the blocker.`,
    };
  }
  const used = items.find((item) => item.id !== step.id && item.evidence === step.evidence);
  if (used !== undefined && !phases.has(used.id)) {
    return {
      code: 'evidence-used',
      message: `${step.evidence} completed ${used.id} already. Cite what was done for ${step.id}, or cancel it if there is nothing left to do.`,
    };
  }
  return null;
}

function missingEvidence(step: PlanItem, observed: ObservedWork): string {
  const usable = [...observed.passingEvidence.slice(-3), ...observed.checkpoints.slice(-3)];
  const given =
    step.evidence === null ? 'names no evidence' : `cites ${step.evidence}, which proves nothing`;
  const mend =
    usable.length > 0
      ? `Set \`evidence\` to one of: ${usable.join(', ')}.`
      : 'Nothing was changed or verified since the last finished step: make the change, or run `check`, and cite the id it returns.';
  return `${step.id} is completed but ${given}. ${mend}`;
}

/**
 * A step with substeps is closed by them: when its substeps are all closed and one is completed, "completed"
 * takes over that one's evidence. Claimed earlier, it is left as it is for the other rules to refuse.
 */
export function settlePhases(items: PlanItem[]): PlanItem[] {
  const phases = phaseIds(items);
  return items.map((item) => {
    if (!phases.has(item.id) || item.status !== 'completed') return item;
    const done = items.filter((sub) => sub.parent === item.id && sub.status === 'completed');
    const last = done.at(-1);
    return { ...item, evidence: last?.evidence ?? null };
  });
}

/** Ids of steps whose completion follows from their substeps: at least one of those is completed. */
function phaseIds(items: readonly PlanItem[]): Set<string> {
  return new Set(
    items.flatMap((item) =>
      item.parent !== null && item.status === 'completed' ? item.parent : [],
    ),
  );
}
