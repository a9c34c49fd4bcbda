import { rm } from 'node:fs/promises';
import type { RawPath } from '../raw-path.ts';
import { git } from '../trusted-git.ts';
import { fileSystemClock } from './file-system-clock.ts';
import type { IgnoreRules } from './ignore-rules.ts';
import { readIndexFile } from './index-file.ts';
import { type KnownDirectory, knownFromIndex } from './known-tree.ts';
import { createScanner, type Scanned } from './scanner.ts';
import type { ShadowPlace } from './shadow-place.ts';
import { createStatusHelper } from './status-helper.ts';
import { createTreeWatcher, type TreeWatcher } from './tree-watcher.ts';

/** What is known of a directory, and how it is brought up to date. */
export interface Memory {
  readonly root: KnownDirectory;
  /** @param mayRely whether what a watcher did not hear of may be taken for unchanged */
  scan(mayRely: boolean): Promise<Scanned>;
  close(): void;
}

export interface MemoryOptions {
  place: ShadowPlace;
  rules: IgnoreRules;
  maximumFileBytes: number;
  /** Whether a watcher may be used at all. */
  watch: boolean;
}

/**
 * The state a tree was recorded in, with what git’s index noted of its files. The index is no more than a memory: one
 * that cannot be read, or stands for another tree, is made anew, and the first scan finds out what is there.
 */
export async function openMemory(options: MemoryOptions, tree: string): Promise<Memory> {
  const { place } = options;
  const root = knownFromIndex(await indexOf(place, tree));
  let watcher: TreeWatcher | null = null;
  let mayWatch = options.watch;
  /** Names with other names elsewhere: what is written through those is not heard of here. */
  const shared = new Map<KnownDirectory, Set<RawPath>>();
  const helper = createStatusHelper(place.workTree);
  const scan = createScanner({
    ...options,
    helper,
    clock: fileSystemClock(`${place.gitDir}/clock`, place.workTree),
    enter: (directory) => watcher?.add(directory),
    share: (directory, name) => {
      const names = shared.get(directory) ?? new Set();
      if (names.has(name)) return false;
      shared.set(directory, names.add(name));
      return true;
    },
  });

  async function touchedNames(): Promise<Map<KnownDirectory, Set<RawPath>> | null> {
    if (!mayWatch) return null;
    watcher ??= createTreeWatcher(place.workTree, place.gitDir);
    const names = (await watcher?.collect()) ?? null;
    if (names !== null && isSetUp) {
      for (const [directory, some] of shared)
        names.set(directory, new Set([...(names.get(directory) ?? []), ...some]));
      return names;
    }
    if (watcher && (await watcher.renew())) return null;
    watcher?.close();
    watcher = null;
    mayWatch = false;
    return null;
  }
  let isSetUp = false;

  return {
    root,
    scan: async (mayRely) => {
      const names = mayRely ? await touchedNames() : null;
      // A directory in the place of another needs a watch of its own.
      for (const [directory, some] of names ?? [])
        for (const name of some) {
          const inner = directory.directories.get(name);
          if (inner) watcher?.remove(inner);
        }
      if (names === null) shared.clear();
      const scanned = await scan(root, names ?? 'everything');
      for (const directory of scanned.found.dropped) {
        watcher?.remove(directory);
        shared.delete(directory);
      }
      isSetUp = watcher !== null;
      return scanned;
    },
    close: () => {
      watcher?.close();
      helper.close();
    },
  };
}

async function indexOf(place: ShadowPlace, tree: string) {
  const index = readIndexFile(place.index);
  if (index?.trees.get('') === tree) return index;
  if (index === null) await rm(place.index, { force: true });
  // Keeps what it noted of the files that are the same.
  await git(place, ['read-tree', '--reset', tree]);
  const anew = readIndexFile(place.index);
  if (anew?.trees.get('') !== tree) throw new Error('git wrote an index that cannot be read');
  return anew;
}
