import { keyOf } from './key.ts';
import type { Node, Product } from './node.ts';
import { type Reductions, steps } from './steps.ts';

/**
 * Doubts that states with the same key go on in the same way: whatever was left out of a key by mistake shows sooner or
 * later as two states with one key that lead to different ones.
 */
export function createDoubt(product: Product, reduce: Reductions, every: number) {
  const followers = new Map<string, string>();
  const doubted: { key: string; node: Node; trail: string }[] = [];
  let met = 0;
  return {
    /** A state was taken for one seen before. */
    met(key: string, node: Node, trail: () => string): void {
      met += 1;
      if (every > 0 && met % every === 0) doubted.push({ key, node, trail: trail() });
    },
    /** A state was left for others, by their keys. */
    left(key: string, keys: readonly string[]): void {
      if (every > 0) followers.set(key, together(keys));
    },
    /** Ways to states that were wrongly taken for others. */
    async unlike(): Promise<string[]> {
      const out: string[] = [];
      for (const { key, node, trail } of doubted) {
        const known = followers.get(key);
        if (known === undefined) continue;
        const after = await steps(product, node, reduce);
        if (known !== together(after.map((step) => keyOf(product, step.node)))) out.push(trail);
      }
      return out;
    },
  };
}

const together = (keys: readonly string[]): string => [...new Set(keys)].sort().join();
