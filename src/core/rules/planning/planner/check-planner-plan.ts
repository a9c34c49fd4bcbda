import type { PlannerPlan, PlannerStep } from '../../../schema/planner-plan.ts';
import { compareIds } from '../graph/compare-ids.ts';
import { parallelGroups } from '../graph/parallel-groups.ts';
import { findCycle } from '../graph/topological-order.ts';
import { readPlaceholders } from './placeholders.ts';
import type { PlannerProblem } from './planner-problem.ts';

/** A plan that may run: its dependencies are whole, declared or read from placeholders. */
export interface CheckedPlan {
  summary: string;
  /** In the order they were declared; `deps` holds the inferred ones too. */
  steps: PlannerStep[];
  /** Steps that may run at once, in order; follows deps. */
  groups: string[][];
  warnings: string[];
}

/**
 * Judges what a plan says (C2): ids are unique; a dependency or placeholder names a step declared earlier; dependencies are
 * inferred from placeholders; where parallel groups contradict them, dependencies win and a warning says so.
 * @param agents names that may be used; null when any will do
 */
export function checkPlannerPlan(
  plan: PlannerPlan,
  agents: readonly string[] | null,
): { checked: CheckedPlan } | { problems: PlannerProblem[] } {
  const steps = plan.steps.map(withInferredDeps);
  // A step that names itself has its own problem.
  const cycle = findCycle(
    steps.map(({ id, deps }) => ({ id, deps: deps.filter((dep) => dep !== id) })),
  );
  const problems = [
    ...duplicateIds(steps),
    ...steps.flatMap((step, at) => referenceProblems(step, at, steps, cycle)),
    ...(cycle === null ? [] : [cycleProblem(cycle)]),
    ...steps.flatMap((step) => agentProblem(step, agents)),
    ...steps.flatMap(placeholderProblems),
  ];
  if (problems.length > 0) return { problems };
  const { groups, warnings } = parallelGroups(steps, plan.parallel_groups);
  return { checked: { summary: plan.task_summary, steps, groups, warnings } };
}

function withInferredDeps(step: PlannerStep): PlannerStep {
  const inferred = readPlaceholders(step.task).found.map((placeholder) => placeholder.step);
  return { ...step, deps: [...new Set([...step.deps, ...inferred])].sort(compareIds) };
}

function duplicateIds(steps: readonly PlannerStep[]): PlannerProblem[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const { id } of steps) (seen.has(id) ? twice : seen).add(id);
  return [...twice].map((id) => ({
    code: 'duplicate-id',
    step: id,
    message: `Two steps are called ${id}. Give each its own id.`,
  }));
}

function referenceProblems(
  step: PlannerStep,
  at: number,
  steps: readonly PlannerStep[],
  cycle: readonly string[] | null,
): PlannerProblem[] {
  return step.deps.flatMap((dep): PlannerProblem[] => {
    if (dep === step.id) {
      const message = `${step.id} depends on itself.`;
      return [{ code: 'self-reference', step: step.id, message }];
    }
    const declared = steps.findIndex((other) => other.id === dep);
    if (declared < 0) {
      const message = `${step.id} depends on ${dep.slice(0, 60)}, which is not in the plan.`;
      return [{ code: 'undeclared-reference', step: step.id, message }];
    }
    if (declared < at || (cycle?.includes(step.id) && cycle.includes(dep))) return [];
    const message = `${step.id} depends on ${dep}, which comes later. Declare ${dep} first.`;
    return [{ code: 'later-reference', step: step.id, message }];
  });
}

function cycleProblem(cycle: readonly string[]): PlannerProblem {
  const message = `These steps wait for each other: ${cycle.slice(0, 10).join(' → ')}.`;
  return { code: 'cycle', step: cycle[0] ?? null, message };
}

function agentProblem(step: PlannerStep, agents: readonly string[] | null): PlannerProblem[] {
  if (agents === null || agents.includes(step.agent)) return [];
  const message = `${step.id} asks for the agent "${step.agent}". There is: ${agents.join(', ')}.`;
  return [{ code: 'unknown-agent', step: step.id, message }];
}

function placeholderProblems(step: PlannerStep): PlannerProblem[] {
  return readPlaceholders(step.task).problems.flatMap(({ code, message }): PlannerProblem[] =>
    code === 'unknown-modifier' || code === 'odd-placeholder'
      ? [{ code, step: step.id, message }]
      : [],
  );
}
