import type { Harness } from '../../ports.ts';
import type { Context } from '../context.ts';
import { keepCheckpoints } from './keep-checkpoints.ts';

/** While an agent works, checkpoints are pushed as often as every eighth look at the issue: every two minutes. */
const LOOKS_PER_PUSH = 8;

/**
 * A harness that pushes checkpoints between turns, and tells the agent, once, what was done before it came.
 * @param before null for nothing
 */
export function resumable(context: Context, harness: Harness, before: string | null): Harness {
  const { ports, settings } = context;
  let untold = before;
  let pushedAt = ports.clock.now().getTime();
  return {
    ...harness,
    async beforeTurn() {
      const look = await harness.beforeTurn();
      if (!look.go) return look;
      const now = ports.clock.now().getTime();
      if (now - pushedAt >= settings.pollMs * LOOKS_PER_PUSH) {
        await keepCheckpoints(context);
        pushedAt = now;
      }
      const notes = [untold, look.note].filter((each) => each !== null);
      untold = null;
      return { go: true, note: notes.length === 0 ? null : notes.join('\n\n') };
    },
  };
}
