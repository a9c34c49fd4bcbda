import { topologicalOrder } from '../graph/topological-order.ts';
import type { CheckedPlan } from './check-planner-plan.ts';
import { resolvePlaceholders } from './placeholders.ts';

/** What came of one step. */
export type StepOutcome = { ok: true; output: string } | { ok: false; error: string };

/** A plan being solved step by step (seeds/2). Pure state: the caller runs the steps. */
export interface Solving {
  plan: CheckedPlan;
  /** By step id, in the order they ran. */
  outcomes: ReadonlyMap<string, StepOutcome>;
}

export interface NextStep {
  id: string;
  agent: string;
  /** The task with the outputs of earlier steps put in, or why that cannot be done: the step then fails unrun. */
  task: { text: string } | { error: string };
}

export function startSolving(plan: CheckedPlan): Solving {
  return { plan, outcomes: new Map() };
}

/**
 * The step to run now; null when all ran. A failed step does not abort (C5): those after it see `<error: …>` in its place. The
 * text that is put in is never read for placeholders again.
 */
export function nextStep({ plan, outcomes }: Solving): NextStep | null {
  const id = topologicalOrder(plan.steps).order.find((step) => !outcomes.has(step));
  const step = plan.steps.find((other) => other.id === id);
  if (step === undefined) return null;
  const outputs = new Map([...outcomes].map(([key, outcome]) => [key, shownOutput(outcome)]));
  const resolved = resolvePlaceholders(step.task, outputs);
  const task =
    'text' in resolved
      ? resolved
      : { error: resolved.problems.map((problem) => problem.message).join(' ') };
  return { id: step.id, agent: step.agent, task };
}

export function recordOutcome(solving: Solving, id: string, outcome: StepOutcome): Solving {
  return { ...solving, outcomes: new Map([...solving.outcomes, [id, outcome]]) };
}

/** Whether any step failed: the run is then no success, whatever the later ones say. */
export function hadErrors({ outcomes }: Pick<Solving, 'outcomes'>): boolean {
  return [...outcomes.values()].some((outcome) => !outcome.ok);
}

/** What later steps see of a step. */
function shownOutput(outcome: StepOutcome): string {
  return outcome.ok ? outcome.output : `<error: ${outcome.error}>`;
}
