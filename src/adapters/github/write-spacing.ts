import { setTimeout as sleep } from 'node:timers/promises';

/** Lets one write pass at a time, each at least `gapMs` after the one before; the first at once. */
export function createSpacing(gapMs: number): { turn(): Promise<void> } {
  let gate: Promise<void> = Promise.resolve();
  return {
    turn() {
      const mine = gate;
      if (gapMs > 0) {
        // Unreferenced: a process that is done need not wait for a turn nobody takes.
        gate = mine.then(() => sleep(gapMs, undefined, { ref: false }));
      }
      return mine;
    },
  };
}
