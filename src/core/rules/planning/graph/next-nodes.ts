import type { GraphNode, TaskGraph } from '../../../schema/task-graph.ts';
import { executionOrder, isActive, isClosed, preconditionsPassed } from './graph-views.ts';
import { mayOverlap } from './write-sets.ts';

/** A node that could start if there were room: fresh, to be tried again, or to be judged again. */
export function mayStart(graph: TaskGraph, node: GraphNode): boolean {
  const waiting = node.state === 'ready' || node.state === 'failed' || node.state === 'stale';
  return waiting && !isUndecided(graph, node) && preconditionsPassed(graph, node);
}

/**
 * The nodes to start now, in natural order of their ids (C10): at most as many as the cap leaves room for, and none that may
 * write a path of one at work (C14). Of two that may write one path, the same one always comes first, however fast others
 * finish: the merged tree then depends on what they do alone.
 */
export function nextNodes(graph: TaskGraph): GraphNode[] {
  const active = graph.nodes.filter(isActive);
  const chosen: GraphNode[] = [];
  let queue: GraphNode[] | null = null;
  for (const node of graph.nodes) {
    if (active.length + chosen.length >= graph.cap) break;
    if (!mayStart(graph, node)) continue;
    queue ??= willRun(graph);
    const before = queue.slice(0, queue.indexOf(node));
    if (![...active, ...before].some((other) => mayOverlap(other.writeSet, node.writeSet)))
      chosen.push(node);
  }
  return chosen;
}

/** What is still to be done without any word of people, in the one order of the graph. */
function willRun(graph: TaskGraph): GraphNode[] {
  const byId = new Map(graph.nodes.map((node) => [node.id, node]));
  const held = new Set<string>();
  return executionOrder(graph).flatMap((id) => {
    const node = byId.get(id);
    if (!node || isClosed(node)) return [];
    const stands = node.state === 'blocked' || isUndecided(graph, node);
    if (!stands && !node.preconditions.some((each) => held.has(each))) return [node];
    held.add(id);
    return [];
  });
}

const isUndecided = (graph: TaskGraph, node: GraphNode): boolean =>
  node.questions.some((question) => graph.openQuestions.includes(question));
