import { NodeDefinition, type NodeGate } from '../../../schema/task-graph.ts';
import type { CheckedPlan } from '../planner/check-planner-plan.ts';

/** Agents that look and change nothing, when the plan says nothing of what a step writes. */
const INSPECTING: ReadonlySet<string> = new Set(['search', 'planner', 'reviewer', 'explore']);

/**
 * The graph nodes of a checked plan. A step that does not say what it writes may write anything, and so runs alone. A step that
 * writes and names no criterion is judged by a reviewer's answer to whether its task is done.
 */
export function graphOfPlan(plan: CheckedPlan): NodeDefinition[] {
  return plan.steps.map((step) => {
    const writeSet = step.writes ?? (INSPECTING.has(step.agent) ? [] : ['**']);
    const criteria = step.verification.filter((id) => /^AC-\d+$/.test(id));
    const gates: NodeGate[] = criteria.map((id) => ({ kind: 'criterion', id }));
    if (gates.length === 0 && writeSet.length > 0)
      gates.push({
        kind: 'review',
        question: `Is this done, and nothing else? ${step.task}`.slice(0, 1000),
      });
    return NodeDefinition.parse({
      id: step.id,
      purpose: step.task,
      agent: step.agent,
      inputs: step.inputs,
      preconditions: step.deps,
      questions: step.questions,
      expectedOutputs: step.expected_outputs,
      verification: gates,
      invalidatesIf: step.invalidates_if,
      writeSet,
    });
  });
}
