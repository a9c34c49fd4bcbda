import { activeCriteria } from '../../core/rules/evidence/completion.ts';
import { graphOfPlan } from '../../core/rules/planning/graph/graph-of-plan.ts';
import type { PlannerStep } from '../../core/schema/planner-plan.ts';
import type { Finding } from '../../ports.ts';
import { note } from '../task-log.ts';
import type { Job } from '../work/job.ts';
import { checkedPlan } from './make-plan.ts';
import { moveGraph } from './move-graph.ts';

/**
 * The merged whole is red though every node passed: one more node mends it, after all others and with what is red as its
 * task. A replan like any other, so three of them without a step finished end the work (B3).
 * @param findings of the verification of a commit; null for the graph’s own final gate
 */
export function addRepair(
  { context, contract, start }: Job,
  findings: readonly Finding[] | null,
): void {
  const { ports, log } = context;
  const { planned, graph, contractHash } = log.state;
  if (planned === null || graph === null) return;
  const feedback =
    findings?.map(({ criterionId, summary }) => `${criterionId}: ${summary}`).join('\n') ??
    graph.final?.feedback ??
    '';
  // What checks print is data: nothing in it stands for another step’s output.
  const shown = feedback.replaceAll(/#(?=[A-Za-z])/g, '# ');
  const named = activeCriteria(contract).filter(({ id }) => feedback.includes(id));
  const step: PlannerStep = {
    id: `R${1 + Math.max(0, ...planned.plan.steps.map(({ id }) => Number(/^R(\d{1,6})$/.exec(id)?.[1] ?? 0)))}`,
    agent: 'coder',
    task: `Mend what the check of the merged whole found red:\n${shown}`
      .slice(0, 7000)
      .toWellFormed(),
    deps: planned.plan.steps.map(({ id }) => id),
    writes: null,
    inputs: [],
    expected_outputs: [],
    verification: named.map(({ id }) => id),
    questions: [],
    invalidates_if: [],
  };
  const plan = { ...planned.plan, steps: [...planned.plan.steps, step] };
  const { outcomes: _, ...made } = planned;
  note(ports, log, [
    {
      ...made,
      type: 'planner-planned',
      contractHash: contractHash ?? '',
      contractVersion: contract.version,
      start,
      plan,
      planner: 'harness',
      warnings: [],
      reason: `The merged whole is red. ${feedback}`.slice(0, 2000).toWellFormed(),
      usage: { inputTokens: 0, cachedTokens: 0, outputTokens: 0, usd: 0 },
    },
  ]);
  moveGraph(context, {
    type: 'plan',
    nodes: graphOfPlan(checkedPlan(plan)),
    cap: graph.cap,
    maximumAttempts: graph.maximumAttempts,
    reason: 'the merged whole is red',
  });
}
