import { compareIds } from './compare-ids.ts';

/** A thing with an id that comes after others. */
export interface Dependent {
  id: string;
  deps: readonly string[];
}

export interface Ordering {
  /** Ids, each after all it depends on. */
  order: string[];
  /** Ids on, or behind, a cycle; empty when everything could be ordered. */
  unordered: string[];
}

/**
 * The one order in which steps run (C4): of all that are ready, the smallest id by natural numbers comes first.
 * A dependency that is not in the list counts as fulfilled.
 */
export function topologicalOrder(steps: readonly Dependent[]): Ordering {
  const ids = new Set(steps.map((step) => step.id));
  const waiting = new Map<string, number>();
  const dependents = new Map<string, string[]>();
  for (const { id, deps } of steps) {
    const real = [...new Set(deps)].filter((dep) => ids.has(dep));
    waiting.set(id, real.length);
    for (const dep of real) dependents.set(dep, [...(dependents.get(dep) ?? []), id]);
  }
  const ready = [...waiting].flatMap(([id, count]) => (count === 0 ? id : []));
  ready.sort(compareIds);
  const order: string[] = [];
  for (let id = ready.shift(); id !== undefined; id = ready.shift()) {
    order.push(id);
    for (const next of dependents.get(id) ?? []) {
      const left = (waiting.get(next) ?? 0) - 1;
      waiting.set(next, left);
      if (left === 0) insertSorted(ready, next);
    }
  }
  const done = new Set(order);
  return { order, unordered: [...ids].filter((id) => !done.has(id)).sort(compareIds) };
}

/** Levels of the order: each step stands in the first level after all it depends on. */
export function levelsOf(steps: readonly Dependent[]): string[][] {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const level = new Map<string, number>();
  const levels: string[][] = [];
  for (const id of topologicalOrder(steps).order) {
    const deps = byId.get(id)?.deps ?? [];
    const at = Math.max(0, ...deps.map((dep) => (level.get(dep) ?? -1) + 1));
    level.set(id, at);
    levels[at] = [...(levels[at] ?? []), id].sort(compareIds);
  }
  return levels;
}

/** The ids a step hangs on, directly or not. */
export function ancestorsOf(steps: readonly Dependent[]): Map<string, Set<string>> {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const all = new Map<string, Set<string>>();
  for (const id of topologicalOrder(steps).order) {
    const own = new Set<string>();
    for (const dep of byId.get(id)?.deps ?? []) {
      if (!byId.has(dep)) continue;
      own.add(dep);
      for (const further of all.get(dep) ?? []) own.add(further);
    }
    all.set(id, own);
  }
  return all;
}

/** One cycle as a path that ends where it began, like E1 → E2 → E1; null when there is none. */
export function findCycle(steps: readonly Dependent[]): string[] | null {
  const stuck = new Set(topologicalOrder(steps).unordered);
  const byId = new Map(steps.map((step) => [step.id, step]));
  const path: string[] = [];
  // Each stuck step waits for another stuck one: following those must come back to where it has been.
  let at = [...stuck].sort(compareIds)[0];
  while (at !== undefined && !path.includes(at)) {
    path.push(at);
    at = [...(byId.get(at)?.deps ?? [])].sort(compareIds).find((dep) => stuck.has(dep));
  }
  return at === undefined ? null : [...path.slice(path.indexOf(at)), at].reverse();
}

function insertSorted(ids: string[], id: string): void {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareIds(ids[middle] ?? '', id) < 0) low = middle + 1;
    else high = middle;
  }
  ids.splice(low, 0, id);
}
