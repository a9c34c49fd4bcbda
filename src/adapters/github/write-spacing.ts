import { setTimeout as sleep } from 'node:timers/promises';

/** Lets writes pass in order, each at least `gapMs` after the one before; the first at once. */
export function createSpacing(gapMs: number): { turn(): Promise<void> } {
  let free = 0;
  return {
    async turn() {
      const now = performance.now();
      const mine = Math.max(now, free);
      free = mine + gapMs;
      if (mine > now) await sleep(mine - now);
    },
  };
}
