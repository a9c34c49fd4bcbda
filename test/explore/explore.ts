import { createDoubt } from './doubt.ts';
import { invariants } from './invariants.ts';
import { digest, keyOf, outcomeKey } from './key.ts';
import type { Budget, Node, Product, Step } from './node.ts';
import { createSettling } from './settle.ts';
import { ALL_REDUCTIONS, firstSteps, type Reductions, steps } from './steps.ts';
import { createTrails } from './trails.ts';
import { firstWorld, type World } from './world.ts';

export interface Exploration {
  /** Whether every reachable state was visited, or the exploration stopped before. */
  complete: boolean;
  states: number;
  /** Of these, states in which nobody is at work. */
  quiescent: number;
  /** Different outcomes among these, and a digest of them all. */
  outcomes: number;
  outcomesDigest: string;
  transitions: number;
  /** Steps in the longest of the shortest ways to a state. */
  depth: number;
  /** The first violations, each with a shortest way to it. */
  violations: string[];
  /** What was violated at all, without commits and ways. */
  kinds: string[];
  /** States that were taken for one seen before and go on differently; only sought when asked for. */
  unlike: string[];
}

export interface Options {
  machines: World['machines'];
  reduce: Reductions;
  /** Stop after so many states. */
  mostStates: number;
  /** Stop after so many violations. */
  mostViolations: number;
  progress: (so: { depth: number; states: number; frontier: number }) => void;
  /** Explore on from every n-th state that was taken for one seen before; 0 for none. */
  doubtEvery: number;
}

const DEFAULTS: Options = {
  machines: 'one',
  reduce: ALL_REDUCTIONS,
  mostStates: Number.POSITIVE_INFINITY,
  mostViolations: 3,
  progress: () => {},
  doubtEvery: 0,
};

const MOST_SHOWN = 3;

/** Visits every reachable state breadth-first; stops at the first few violations. */
export async function explore(
  product: Product,
  budget: Budget,
  options: Partial<Options> = {},
): Promise<Exploration> {
  const { machines, reduce, mostStates, mostViolations, progress, doubtEvery } = {
    ...DEFAULTS,
    ...options,
  };
  const settle = createSettling(product);
  const trails = createTrails();
  const doubt = createDoubt(product, reduce, doubtEvery);
  const seen = new Set<string>();
  const outcomes = new Set<string>();
  const kinds = new Set<string>();
  const violations: string[] = [];
  let [quiescent, transitions, depth, wrong] = [0, 0, 0, 0];
  let frontier: { node: Node; id: number; key: string }[] = [];

  const blame = (found: readonly string[], id: number) => {
    wrong += 1;
    for (const what of found) {
      kinds.add(kindOf(what));
      if (violations.length < MOST_SHOWN) violations.push(`${what} after ${trails.to(id)}`);
    }
  };
  const arrive = async ({ name, node }: Step, before: number): Promise<string> => {
    transitions += 1;
    const key = keyOf(product, node);
    const found = invariants(node);
    if (seen.has(key) && found.every((what) => kinds.has(kindOf(what)))) {
      if (found.length === 0) doubt.met(key, node, () => `${trails.to(before)} ${name}`);
      return key;
    }
    seen.add(key);
    const id = trails.add(before, name);
    if (node.looks.length === 0) {
      quiescent += 1;
      outcomes.add(outcomeKey(product, node));
    }
    if (found.length === 0) found.push(...(await settle(node)));
    // What follows a state that is wrong already is of no interest.
    if (found.length === 0) frontier.push({ node, id, key });
    else blame(found, id);
    return key;
  };
  const enough = () => wrong >= mostViolations || trails.length >= mostStates;

  const origin: Node = { world: firstWorld(machines), looks: [], budget, human: null };
  for (const step of firstSteps(product, origin)) await arrive(step, -1);
  while (frontier.length > 0 && !enough()) {
    const here = frontier;
    frontier = [];
    depth += 1;
    for (const { node, id, key } of here) {
      const keys: string[] = [];
      for (const step of await steps(product, node, reduce)) keys.push(await arrive(step, id));
      doubt.left(key, keys);
      if (enough()) break;
    }
    progress({ depth, states: trails.length, frontier: frontier.length });
  }
  return {
    complete: !enough(),
    states: trails.length,
    quiescent,
    outcomes: outcomes.size,
    outcomesDigest: digest([...outcomes].sort()),
    transitions,
    depth,
    violations,
    kinds: [...kinds].sort(),
    unlike: await doubt.unlike(),
  };
}

/** Commits have other names in other explorations. */
const kindOf = (what: string): string => what.replaceAll(/\b[0-9a-f]{40}\b/g, '…');
