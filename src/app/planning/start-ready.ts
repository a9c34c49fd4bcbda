import { digestOf } from '../../core/digest.ts';
import { emptyGraph } from '../../core/rules/planning/graph/evolve-graph.ts';
import { nodeOf } from '../../core/rules/planning/graph/graph-views.ts';
import type { Contract } from '../../core/schema/contract.ts';
import type { GraphNode } from '../../core/schema/task-graph.ts';
import type { GraphDesk } from './graph-desk.ts';
import { moveGraph } from './move-graph.ts';
import { runNode } from './run-node.ts';

/** Starts what may start; each attempt takes itself off the list when it is over. */
export function startReady(desk: GraphDesk, working: Map<string, Promise<void>>): void {
  const { context, contract } = desk.job;
  const graph = () => context.log.state.graph ?? emptyGraph();
  const inputs = Object.fromEntries(
    graph().nodes.map((node) => [node.id, inputsOf(contract, node)]),
  );
  for (const change of moveGraph(context, { type: 'schedule', inputs })) {
    if (change.type !== 'node-started') continue;
    const node = nodeOf(graph(), change.id);
    if (!node) continue;
    const attempt = runNode(desk, node).finally(() => working.delete(node.id));
    working.set(node.id, attempt);
    // Whoever waits hears of it; nobody may be waiting at the moment it fails.
    attempt.catch(() => {});
  }
}

/** What a node is worked from besides the graph: the criteria that gate it and the contract’s bounds. */
function inputsOf(contract: Contract, node: GraphNode): string {
  const gates = node.verification.flatMap((gate) => (gate.kind === 'criterion' ? gate.id : []));
  const { inScope, outOfScope, constraints, openQuestions } = contract;
  return digestOf({
    criteria: contract.acceptance
      .filter(({ id }) => gates.includes(id))
      .map(({ id, statement, checks, status }) => ({ id, statement, checks, status })),
    inScope,
    outOfScope,
    constraints,
    decided: openQuestions.filter(({ id }) => node.questions.includes(id)),
  });
}
