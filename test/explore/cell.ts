import type { World } from './world.ts';

/** What a step of a process may read and write outside its own memory. */
export type Field =
  | 'issue'
  | 'role'
  /** Comments of people, and our own. */
  | 'comments'
  | 'own'
  /** How many entries the ledger has, and what is in them. */
  | 'tip'
  | 'ledger'
  | 'branch'
  | 'commits'
  | 'pulls'
  | 'checkRuns'
  | 'verified'
  | 'violations';

/**
 * Holds the world that ports read and replace, and notes which parts one half-turn of a process really used. Two steps
 * that use nothing in common can be taken in either order, and which these are is seen, not believed: a changed product
 * that looks at more, or holds back less, has other footprints and is explored accordingly.
 */
export interface Cell {
  readonly world: World;
  readonly reads: ReadonlySet<Field>;
  readonly writes: ReadonlySet<Field>;
  /** The world after each single write, oldest first: a process may die between any two. */
  readonly after: readonly World[];
  see(...fields: Field[]): World;
  put(fields: Field[], part: Partial<World>): void;
}

export function createCell(first: World): Cell {
  let world = first;
  const reads = new Set<Field>();
  const writes = new Set<Field>();
  const after: World[] = [];
  return {
    get world() {
      return world;
    },
    reads,
    writes,
    after,
    see(...fields) {
      for (const field of fields) reads.add(field);
      return world;
    },
    put(fields, part) {
      for (const field of fields) writes.add(field);
      world = { ...world, ...part };
      after.push(world);
    },
  };
}
