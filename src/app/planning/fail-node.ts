import type { GraphNode } from '../../core/schema/task-graph.ts';
import type { GraphDesk } from './graph-desk.ts';
import { moveGraph } from './move-graph.ts';

/**
 * The attempt came to nothing: the graph decides whether there is another one, which hears why and goes on from what this one
 * left, in whatever process (C12).
 */
export function failNode(
  { job: { context } }: GraphDesk,
  { id, attempts: attempt }: GraphNode,
  feedback: string,
  left?: { base: string; tree: string },
): void {
  moveGraph(context, { type: 'executed', id, attempt });
  moveGraph(
    context,
    { type: 'judged', id, attempt, verdict: { passed: false, feedback } },
    { with: 'node-failed', merged: null, output: null, ...(left ? { left } : {}) },
  );
}
