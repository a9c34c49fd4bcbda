import { lstatSync, readdirSync, type Stats, writeFileSync } from 'node:fs';
import { isGitName } from './inventory.ts';
import { pathBytes, type RawPath } from './raw-path.ts';
import type { ShadowPlace } from './scan.ts';

/** Everything in a directory that a checkpoint depends on, by one pass over it. */
export interface Look {
  /** Time of the file system when the pass, or the scan that it belongs to, began; milliseconds. */
  began: number;
  /** By path: files, links, directories and the rest, but nothing below what was skipped. */
  entries: ReadonlyMap<RawPath, Stats>;
  /** What git lists nowhere: `.git` of nested repositories, special files, empty directories. */
  nested: RawPath[];
  special: RawPath[];
  empty: RawPath[];
}

/**
 * Clocks of file systems tick this coarsely, milliseconds: what changed later than this before a look may have changed
 * again since without its times telling.
 */
const tick = 50;
const coarseTick = 2_100;

/** A path below a root, for the file system; text where that is the same, since it is faster. */
export function placeOf(root: string, path: RawPath): string | Buffer {
  for (let at = 0; at < path.length; at++)
    if (path.charCodeAt(at) > 127) return Buffer.concat([Buffer.from(`${root}/`), pathBytes(path)]);
  return path === '' ? root : `${root}/${path}`;
}

/**
 * The present time by the clock that stamps the directory's files.
 * @returns null when it cannot be had, or the shadow lies on another file system: then times cannot be compared
 */
export function fileSystemTime(place: ShadowPlace): number | null {
  const clock = `${place.gitDir}/clock`;
  try {
    writeFileSync(clock, '');
    const { ctimeMs, dev } = lstatSync(clock);
    return lstatSync(place.workTree).dev === dev ? ctimeMs : null;
  } catch {
    return null;
  }
}

/**
 * Looks at all of a directory, without following links. Synchronous: asking for one status at a time through the thread
 * pool takes several times as long.
 * @param skip directories that are left out: ignored ones and submodules
 */
export function look(root: string, skip: ReadonlySet<RawPath>, began: number): Look {
  const entries = new Map<RawPath, Stats>();
  const found: Look = { began, entries, nested: [], special: [], empty: [] };
  const pending: RawPath[] = [''];
  for (let directory = pending.pop(); directory !== undefined; directory = pending.pop()) {
    const names = namesIn(root, directory);
    if (names.length === 0 && directory !== '') found.empty.push(directory);
    const prefix = directory === '' ? '' : `${directory}/`;
    for (const name of names) {
      const path = prefix + name;
      if (path === '.git') continue;
      const stats = lstatSync(placeOf(root, path), { throwIfNoEntry: false });
      // Removed while we looked: the next checkpoint sees it as it is then.
      if (stats === undefined) continue;
      entries.set(path, stats);
      if (isGitName(name)) found.nested.push(path);
      else if (stats.isDirectory()) {
        if (!skip.has(path)) pending.push(path);
      } else if (!stats.isFile() && !stats.isSymbolicLink()) found.special.push(path);
    }
  }
  return found;
}

function namesIn(root: string, directory: RawPath): RawPath[] {
  try {
    return readdirSync(placeOf(root, directory), 'latin1');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
}

/** Whether an entry may have changed after it was looked at, though its times are those that were seen. */
export function isFresh({ began }: Look, { ctimeMs }: Stats): boolean {
  return ctimeMs >= began - (ctimeMs % 1000 === 0 ? coarseTick : tick);
}

/** Whether nothing tells two statuses of one path apart. Of a directory only that it is one: its entries speak. */
export function isSame(a: Stats, b: Stats): boolean {
  if (a.isDirectory() && b.isDirectory()) return true;
  return (
    a.mtimeMs === b.mtimeMs &&
    a.ctimeMs === b.ctimeMs &&
    a.size === b.size &&
    a.ino === b.ino &&
    a.mode === b.mode &&
    a.dev === b.dev
  );
}
