import type { Plan, PlanItem } from '../../../schema/plan.ts';

/** Steps that are worked on: those without substeps, cancelled ones left out. */
function workedSteps(plan: Plan): PlanItem[] {
  const phases = new Set(plan.items.flatMap((item) => item.parent ?? []));
  return plan.items.filter((item) => !phases.has(item.id) && item.status !== 'cancelled');
}

/** The step in progress, else the first pending one; null when nothing is open. */
export function currentStep(plan: Plan): PlanItem | null {
  const steps = workedSteps(plan);
  return (
    steps.find((step) => step.status === 'in_progress') ??
    steps.find((step) => step.status === 'pending') ??
    null
  );
}

/**
 * Where the work stands, in one line for reminder, log and status (B1, B6):
 * "step k of n: …", "all n steps completed", or "no plan".
 * @param id the step that is meant where several are under way
 */
export function stepLine(plan: Plan | null, id: string | null = null): string {
  const steps = plan === null ? [] : workedSteps(plan);
  if (plan === null || steps.length === 0) return 'no plan';
  const current = steps.find((step) => step.id === id) ?? currentStep(plan);
  if (current === null) return `all ${steps.length} steps completed`;
  const k = steps.indexOf(current) + 1;
  const waiting = current.status === 'pending' ? ' (not begun)' : '';
  return `step ${k} of ${steps.length}: ${current.content}${waiting}`;
}
