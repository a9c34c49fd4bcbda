import type { Writer } from '../graph/parallel-batches.ts';
import { levelsOf } from '../graph/topological-order.ts';
import { mayOverlap } from '../graph/write-sets.ts';

/** About as many independent tasks are needed before a graph is worth its cost (seeds/2). */
const FEWEST_INDEPENDENT = 5;

/**
 * Settles task graph or plan-and-execute once a plan stands (C7): the graph is not forced on serial work, nor on fewer than
 * about five independent tasks.
 */
export function settleStrategy(steps: readonly Writer[]): {
  mode: 'task-graph' | 'plan-and-execute';
  reason: string;
} {
  const independent = independentTasks(steps);
  return independent >= FEWEST_INDEPENDENT
    ? { mode: 'task-graph', reason: `${independent} independent tasks` }
    : {
        mode: 'plan-and-execute',
        reason: `${independent} independent tasks: a graph pays from about ${FEWEST_INDEPENDENT} on`,
      };
}

/**
 * How many tasks could be under way at once: the widest level of steps that write apart. The widest antichain would be exact;
 * this is near enough, and a person can follow it.
 */
function independentTasks(steps: readonly Writer[]): number {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const widths = levelsOf(steps).map((level) => {
    const apart: Writer[] = [];
    for (const step of level.flatMap((id) => byId.get(id) ?? []))
      if (!apart.some((other) => mayOverlap(other.writes, step.writes))) apart.push(step);
    return apart.length;
  });
  return Math.max(0, ...widths);
}
