import type { GraphNode, TaskGraph } from '../../../schema/task-graph.ts';
import { isActive, preconditionsPassed } from './graph-views.ts';
import { mayOverlap } from './write-sets.ts';

/** A node that could start if there were room: fresh, to be tried again, or to be judged again. */
export function mayStart(graph: TaskGraph, node: GraphNode): boolean {
  const waiting = node.state === 'ready' || node.state === 'failed' || node.state === 'stale';
  const undecided = node.questions.some((question) => graph.openQuestions.includes(question));
  return waiting && !undecided && preconditionsPassed(graph, node);
}

/**
 * The nodes to start now, in natural order of their ids (C10): at most as many as the cap leaves room for, and none that may
 * write a path of one at work (C14).
 */
export function nextNodes(graph: TaskGraph): GraphNode[] {
  const working = graph.nodes.filter(isActive);
  const chosen: GraphNode[] = [];
  for (const node of graph.nodes) {
    if (working.length + chosen.length >= graph.cap) break;
    const free = ![...working, ...chosen].some((other) =>
      mayOverlap(other.writeSet, node.writeSet),
    );
    if (free && mayStart(graph, node)) chosen.push(node);
  }
  return chosen;
}
