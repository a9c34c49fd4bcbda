import { digestOf } from '../../../digest.ts';
import type { Digest } from '../../../schema/scalars.ts';
import { type GraphNode, NodeDefinition, type TaskGraph } from '../../../schema/task-graph.ts';
import { compareIds } from './compare-ids.ts';
import { ancestorsOf, topologicalOrder } from './topological-order.ts';

/** The node with this id; undefined when there is none. */
export function nodeOf(graph: TaskGraph, id: string): GraphNode | undefined {
  return graph.nodes.find((node) => node.id === id);
}

/** A worker is on it, or its gates run: nothing else may write its paths. */
export const isActive = (node: GraphNode): boolean =>
  node.state === 'running' || node.state === 'verifying';

/** Nothing is left to do for it. */
export const isClosed = (node: GraphNode): boolean =>
  node.state === 'passed' || node.state === 'cancelled';

/** Every precondition has passed, now. */
export function preconditionsPassed(graph: TaskGraph, node: GraphNode): boolean {
  return node.preconditions.every((id) => nodeOf(graph, id)?.state === 'passed');
}

/** The one order of the graph: each node after all it hangs on, natural numbers where that leaves a choice (C4). */
export function executionOrder(graph: TaskGraph): string[] {
  return topologicalOrder(graph.nodes.map(({ id, preconditions }) => ({ id, deps: preconditions })))
    .order;
}

/** The definition alone, without what happened to the node. */
export function definitionOf(node: NodeDefinition): NodeDefinition {
  return NodeDefinition.parse(node);
}

/**
 * Digest of everything a node is worked from: its definition, the outputs of all nodes it hangs on, directly or not (its
 * worktree holds them all), and what the harness adds (the files it reads, the criteria that gate it). The same hash lets an
 * earlier result be used again.
 */
export function inputsHashOf(graph: TaskGraph, node: GraphNode, extra: string): Digest {
  const before = ancestorsOf(
    graph.nodes.map(({ id, preconditions }) => ({ id, deps: preconditions })),
  );
  const outputs = [...(before.get(node.id) ?? [])]
    .sort(compareIds)
    .map((id) => [id, nodeOf(graph, id)?.result?.outputHash ?? '']);
  return digestOf({ definition: definitionOf(node), outputs, extra });
}

/** Digest of what was merged: all results of passed nodes. The final gate is bound to it. */
export function fingerprintOf(graph: TaskGraph): Digest {
  return digestOf(
    graph.nodes.map((node) => [
      node.id,
      node.state === 'passed' ? (node.result?.outputHash ?? '') : node.state,
    ]),
  );
}

/** Whether the graph is done: every node closed, one passed at least, and the final gate passed on exactly these results. */
export function isComplete(graph: TaskGraph): boolean {
  return (
    graph.nodes.every(isClosed) &&
    graph.nodes.some((node) => node.state === 'passed') &&
    graph.final?.passed === true &&
    graph.final.fingerprint === fingerprintOf(graph)
  );
}

/** Why a node stands where it stands: what it waits for, what blocks it, why it failed, or what proves it. */
export function whyOf(graph: TaskGraph, node: GraphNode): string {
  switch (node.state) {
    case 'pending': {
      const open = node.preconditions.filter((id) => nodeOf(graph, id)?.state !== 'passed');
      return open.length > 0 ? `waits for ${open.join(', ')}` : '';
    }
    case 'blocked':
      return node.block ? `${node.block.cause}: ${node.block.reason}` : '';
    case 'passed':
      return node.result ? `proved by ${node.result.evidence.join(', ')}` : '';
    default:
      return node.feedback ?? '';
  }
}
