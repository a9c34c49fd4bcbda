import { rm, stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** No git of ours holds a lock this long: it was killed. */
const staleMs = 5 * 60_000;
const pauseMs = 250;

/**
 * Runs a task that needs one of git’s lock files. When it fails while another process holds the lock, it is tried
 * again after the lock is gone; a lock that a killed process left behind is removed.
 */
export async function withLock<T>(lock: string, task: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await task();
    } catch (error) {
      if (mentions(error, `'${lock}': File exists`)) await released(lock);
      // Another process had it, and was done, while this one worked.
      else if (!mentions(error, 'shallow file has changed since we read it')) throw error;
    }
  }
}

function mentions(error: unknown, words: string): boolean {
  return error instanceof Error && error.cause instanceof Error
    ? error.cause.message.includes(words)
    : false;
}

async function released(lock: string): Promise<void> {
  for (;;) {
    const stats = await stat(lock).catch(() => null);
    if (stats === null) return;
    if (Date.now() - stats.mtimeMs > staleMs) return rm(lock, { force: true });
    await wait(pauseMs);
  }
}
