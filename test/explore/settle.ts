import type { LookResult } from '../../src/app/look.ts';
import { invariants, judgeEnd } from './invariants.ts';
import { restingKey } from './key.ts';
import type { Node, Product } from './node.ts';
import { spawn, turn } from './turn.ts';

/** Where the processes at work get to when nothing happens around them, and how the last of them ended. */
interface End {
  rest: Rest;
  outcome: LookResult['outcome'] | null;
  violations: string[];
}

/** A state in which nobody is at work; one for all that are alike. */
interface Rest {
  node: Node;
  /** What is wrong with where it leads to; null as long as nobody asked. */
  verdict: string[] | null;
}

/** Looks that follow when nobody is at work any more: the schedule sees to them. */
const LOOKS = 4;
const MOST_TURNS = 200;

/**
 * Judges where a node leads when nothing more happens around the product: those at work end, the next looks end as they
 * should, and what is shown then is true. Ways that meet are walked once: what follows depends on the resting key alone.
 */
export function createSettling(product: Product): (node: Node) => Promise<string[]> {
  const ends = new Map<string, End>();
  const rests = new Map<string, Rest>();

  return async (node) => {
    const { rest, violations } = await finish(node);
    if (violations.length > 0) return violations;
    rest.verdict ??= await judge(rest.node);
    return rest.verdict;
  };

  /** Nobody is at work: the next looks, and what they leave. */
  async function judge(node: Node): Promise<string[]> {
    let at = node;
    let outcome: string | null = null;
    for (let looks = 0; looks < LOOKS; looks += 1) {
      const end = await finish(spawn(product, at, 'schedule'));
      if (end.violations.length > 0) return end.violations;
      at = end.rest.node;
      outcome = end.outcome ?? outcome;
    }
    return [...invariants(at), ...judgeEnd(at.world, outcome)];
  }

  /** Lets all at work go on, the first first, until they have ended. */
  async function finish(node: Node): Promise<End> {
    const passed = new Set<string>();
    let at = node;
    let outcome: End['outcome'] = null;
    let violations: string[] = [];
    while (at.looks.length > 0 && violations.length === 0) {
      const key = restingKey(product, at);
      const known = ends.get(key);
      if (known) return remember(passed, known);
      if (passed.has(key) || passed.size > MOST_TURNS) {
        violations = ['a look that never ends'];
        break;
      }
      passed.add(key);
      const { node: next, look } = await turn(product, at, 0);
      if (look.result) outcome = outcomeOf(look.result);
      violations = invariants(next);
      at = next;
    }
    return remember(passed, { rest: restOf(at), outcome, violations });
  }

  function remember(keys: ReadonlySet<string>, end: End): End {
    for (const key of keys) ends.set(key, end);
    return end;
  }

  function restOf(node: Node): Rest {
    const key = restingKey(product, node);
    const rest = rests.get(key) ?? { node, verdict: null };
    rests.set(key, rest);
    return rest;
  }
}

/** A look that found nothing to do leaves the end that stands. */
const outcomeOf = ({ outcome, state }: LookResult): End['outcome'] =>
  outcome === 'nothing-to-do' ? (state.ended?.outcome ?? null) : outcome;
