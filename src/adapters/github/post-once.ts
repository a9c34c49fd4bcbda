import { setTimeout as sleep } from 'node:timers/promises';
import { mayHaveHappened } from './errors.ts';

/** Attempts at one creation, the first included. */
const ATTEMPTS = 3;

/**
 * Creates something at most once. After a 5xx or a lost answer the thing is looked for (by its
 * marker) before it is posted again: the effect may have happened (design §11).
 * @throws what `post` failed with, when nothing is found and no attempt is left
 */
export async function postOnce<T>(work: {
  post: () => Promise<T>;
  find: () => Promise<T | null>;
  secondMs: number;
}): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work.post();
    } catch (error) {
      if (!mayHaveHappened(error)) throw error;
      const found = await work.find();
      if (found !== null) return found;
      if (attempt === ATTEMPTS) throw error;
      await sleep(attempt * attempt * work.secondMs);
    }
  }
}
