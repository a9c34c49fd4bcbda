import { type Dependent, topologicalOrder } from './topological-order.ts';
import { mayOverlap } from './write-sets.ts';

/** A step with what it may change. */
export interface Writer extends Dependent {
  writes: readonly string[];
}

/**
 * Groups of steps that may run at once, in order (C4, C14): each batch holds steps whose dependencies lie in earlier ones,
 * at most `cap` of them, no two of which may write one path. Steps on a cycle are left out.
 */
export function parallelBatches(steps: readonly Writer[], cap: number): string[][] {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const { order } = topologicalOrder(steps);
  const open = order.flatMap((id) => byId.get(id) ?? []);
  const done = new Set<string>();
  const batches: string[][] = [];
  while (open.length > 0) {
    const batch: Writer[] = [];
    for (const step of open) {
      const ready = step.deps.every((dep) => done.has(dep) || !byId.has(dep));
      const free = !batch.some((other) => mayOverlap(other.writes, step.writes));
      if (ready && free && batch.length < Math.max(1, cap)) batch.push(step);
    }
    for (const step of batch) {
      done.add(step.id);
      open.splice(open.indexOf(step), 1);
    }
    batches.push(batch.map((step) => step.id));
  }
  return batches;
}
