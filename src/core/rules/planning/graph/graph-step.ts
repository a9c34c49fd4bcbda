import type { GraphNode, TaskGraph } from '../../../schema/task-graph.ts';
import { fingerprintOf, isActive, isClosed, isComplete } from './graph-views.ts';
import { nextNodes } from './next-nodes.ts';

/** What is to be done with a graph now. */
export type GraphStep =
  | { type: 'start'; nodes: GraphNode[] }
  | { type: 'wait'; nodes: GraphNode[] }
  | { type: 'final-gate'; fingerprint: string }
  | { type: 'repair'; feedback: string }
  | { type: 'blocked'; nodes: GraphNode[] }
  | { type: 'completed'; evidence: string[] };

/**
 * The first rung that does not hold yet, from facts alone: a process killed anywhere is continued by asking again. `blocked`
 * is a handback, `repair` asks to reopen nodes or to replan; nothing but `completed` is done.
 */
export function graphStep(graph: TaskGraph): GraphStep {
  const startable = nextNodes(graph);
  if (startable.length > 0) return { type: 'start', nodes: startable };
  const active = graph.nodes.filter(isActive);
  if (active.length > 0) return { type: 'wait', nodes: active };
  const open = graph.nodes.filter((node) => !isClosed(node));
  if (open.length > 0 || !graph.nodes.some((node) => node.state === 'passed'))
    return { type: 'blocked', nodes: open };
  if (isComplete(graph)) return { type: 'completed', evidence: graph.final?.evidence ?? [] };
  const fingerprint = fingerprintOf(graph);
  return graph.final?.fingerprint === fingerprint
    ? { type: 'repair', feedback: graph.final.feedback ?? '' }
    : { type: 'final-gate', fingerprint };
}
