import { lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type RawPath, rawPathOf } from '../raw-path.ts';
import { canWatch, isLossless, queueMark, type Watch, watchNames } from './event-queue.ts';
import { joined } from './inner-places.ts';
import { directoriesFrom, type KnownDirectory } from './known-tree.ts';

/**
 * Hears what happens in directories, so that a scan may leave out the others. It only ever saves work: whenever it
 * cannot be sure that it heard everything, it says so.
 */
export interface TreeWatcher {
  /** From here on it hears what happens to names in the directory. */
  add(directory: KnownDirectory): void;
  /** It hears nothing of it any more, nor of what is below. */
  remove(directory: KnownDirectory): void;
  /** The names at which something may have happened since the last call; null when there may be others. */
  collect(): Promise<Map<KnownDirectory, Set<RawPath>> | null>;
  /** Forgets every directory. False when it cannot go on: the system has no watch left, or events do not arrive. */
  renew(): Promise<boolean>;
  close(): void;
}

const patienceMs = 2000;

/** Null where the system offers nothing of the kind, or could keep from us what happens: on another file system than ours. */
export function createTreeWatcher(root: string, ownDirectory: string): TreeWatcher | null {
  if (!canWatch()) return null;
  const watches = new Map<KnownDirectory, Watch>();
  let touched = new Map<KnownDirectory, Set<RawPath>>();
  let mark = queueMark();
  let isLost = false;
  let isExhausted = false;
  let cookie = 0;
  let arrived: { name: string; tell(): void } | null = null;
  /** The directory that the root’s watch was added to: another one may be in its place without a word. */
  let watched: number | null = null;
  const signals = `${ownDirectory}/signals`;
  let own: Watch;
  try {
    rmSync(signals, { recursive: true, force: true });
    mkdirSync(signals, { recursive: true });
    if (lstatSync(signals).dev !== lstatSync(root).dev) return null;
    own = watchNames(signals, {
      name: (name) => {
        if (name === arrived?.name) arrived.tell();
      },
      failure: () => {
        isLost = true;
      },
    });
  } catch {
    return null;
  }

  const ownName = rawPathOf(basename(root));

  function hear(directory: KnownDirectory, name: RawPath): void {
    // So says a directory that was itself moved or removed; of any other, the one above tells too.
    if (directory.parent === null && name === ownName) isLost = true;
    const names = touched.get(directory);
    if (names) names.add(name);
    else touched.set(directory, new Set([name]));
  }

  /** Everything that was queued before this call has been heard when it answers true. */
  async function drained(): Promise<boolean> {
    cookie += 1;
    const name = `${cookie}`;
    try {
      const answer = new Promise<boolean>((resolve) => {
        const timer = setTimeout(() => resolve(false), patienceMs);
        arrived = {
          name,
          tell: () => {
            clearTimeout(timer);
            resolve(true);
          },
        };
      });
      writeFileSync(`${signals}/${name}`, '');
      return await answer;
    } catch {
      return false;
    } finally {
      arrived = null;
      rmSync(`${signals}/${name}`, { force: true });
    }
  }

  function closeAll(): void {
    for (const each of watches.values()) each.close();
    watches.clear();
  }

  return {
    add: (directory) => {
      if (watches.has(directory)) return;
      try {
        const place = joined(root, directory.path);
        if (directory.parent === null) watched = lstatSync(place).ino;
        const hears = {
          name: (name: RawPath) => hear(directory, name),
          failure: () => {
            isLost = true;
          },
        };
        watches.set(directory, watchNames(place, hears));
      } catch (error) {
        // What is not watched cannot be trusted: it is gone, or no watch is left.
        isLost = true;
        const { code } = error as NodeJS.ErrnoException;
        isExhausted ||= code === 'ENOSPC' || code === 'EMFILE' || code === 'ENOMEM';
      }
    },
    remove: (top) => {
      for (const directory of directoriesFrom(top)) {
        watches.get(directory)?.close();
        watches.delete(directory);
        touched.delete(directory);
      }
    },
    collect: async () => {
      const isDrained = await drained();
      const isInPlace = lstatSync(root, { throwIfNoEntry: false })?.ino === watched;
      const isWhole = isDrained && isInPlace && !isLost && isLossless(mark);
      const names = touched;
      touched = new Map();
      mark = queueMark();
      isLost = false;
      return isWhole ? names : null;
    },
    renew: async () => {
      closeAll();
      // What was queued for the old watches is counted by nobody: it must be out of the queue first.
      if (isExhausted || !(await drained())) return false;
      touched = new Map();
      mark = queueMark();
      isLost = false;
      return true;
    },
    close: () => {
      closeAll();
      own.close();
    },
  };
}
