import { CatalogueError } from '../../core/catalogue-error.ts';
import { digestOf } from '../../core/digest.ts';
import { configurationFor } from '../../core/rules/configuration/contract-templates.ts';
import { emptyGraph } from '../../core/rules/planning/graph/evolve-graph.ts';
import { graphOfPlan } from '../../core/rules/planning/graph/graph-of-plan.ts';
import { definitionOf } from '../../core/rules/planning/graph/graph-views.ts';
import type { NodeDefinition } from '../../core/schema/task-graph.ts';
import type { Job } from '../work/job.ts';
import { checkedPlan } from './make-plan.ts';
import { moveGraph } from './move-graph.ts';

/** Brings the graph to the plan in force. Under an amended contract every result is looked at again (D5). */
export function layOutGraph({ context, contract }: Job): void {
  const { planned, graphFor, contractHash, amendments, graph: laid } = context.log.state;
  if (planned === null) throw new CatalogueError('internal-error', 'a graph without a plan');
  const open = contract.openQuestions.filter((q) => q.decision === null).map(({ id }) => id);
  moveGraph(context, { type: 'questions', open });
  const graph = laid ?? emptyGraph();
  const nodes = graphOfPlan(checkedPlan(planned.plan));
  const amended = graph.version > 0 && graphFor !== contractHash;
  if (graph.version > 0 && !amended && sameNodes(graph.nodes, nodes)) return;
  const { parallel, attempts } = configurationFor(
    context.settings.configuration,
    context.observation.issue.labels,
  ).graph;
  // Before the plan: a process killed in between does it again, and one killed after it finds nothing left to look at.
  const reason = amendments.at(-1)?.reason ?? 'the contract changed';
  if (amended) moveGraph(context, { type: 'suspend', id: null, reason });
  moveGraph(context, {
    type: 'plan',
    nodes,
    cap: parallel,
    maximumAttempts: attempts,
    reason: planned.reason,
  });
}

function sameNodes(one: readonly NodeDefinition[], other: readonly NodeDefinition[]): boolean {
  const byId = (all: readonly NodeDefinition[]) =>
    digestOf(Object.fromEntries(all.map((node) => [node.id, definitionOf(node)])));
  return byId(one) === byId(other);
}
