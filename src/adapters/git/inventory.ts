import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import type { Exclusion } from '../../core/schema/checkpoint.ts';
import { pathBytes, type RawPath, rawPath, showPath } from './raw-path.ts';

/** What git does not list: `.git` of nested repositories, special files, empty directories. */
export interface Unlisted {
  nested: RawPath[];
  special: RawPath[];
  empty: RawPath[];
}

/** A path below a root, for the file system. Empty for the root itself. */
function below(root: string, path: RawPath): Buffer {
  return Buffer.concat([Buffer.from(`${root}/`), pathBytes(path)]);
}

/** Never follows a symbolic link in the last component; null when nothing is there. */
export function lstatBelow(root: string, path: RawPath) {
  return lstat(below(root, path)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
}

/** True when git refuses the path for its name: a component that is `.git` in any case. */
export function isGitName(name: string): boolean {
  return name.toLowerCase() === '.git';
}

/**
 * Walks the directories git looks at, without following links.
 * @param skip directories that are left out: ignored ones and submodules
 */
export async function walkUnlisted(root: string, skip: ReadonlySet<RawPath>): Promise<Unlisted> {
  const found: Unlisted = { nested: [], special: [], empty: [] };
  let level: RawPath[] = [''];
  while (level.length > 0) {
    const next: RawPath[] = [];
    for (let at = 0; at < level.length; at += 64) {
      const some = level.slice(at, at + 64);
      const listed = await Promise.all(some.map((directory) => entriesOf(root, directory)));
      listed.forEach((entries, n) => {
        sort(some[n] ?? '', entries, skip, found, next);
      });
    }
    level = next;
  }
  return found;
}

function sort(
  directory: RawPath,
  entries: readonly Dirent<Buffer>[],
  skip: ReadonlySet<RawPath>,
  found: Unlisted,
  next: RawPath[],
): void {
  if (entries.length === 0 && directory !== '') found.empty.push(directory);
  for (const entry of entries) {
    const name = rawPath(entry.name);
    const path = directory === '' ? name : `${directory}/${name}`;
    if (path === '.git') continue;
    if (isGitName(name)) found.nested.push(path);
    else if (entry.isDirectory()) {
      if (!skip.has(path)) next.push(path);
    } else if (!entry.isFile() && !entry.isSymbolicLink()) found.special.push(path);
  }
}

function entriesOf(root: string, directory: RawPath): Promise<Dirent<Buffer>[]> {
  return readdir(below(root, directory), { withFileTypes: true, encoding: 'buffer' }).catch(
    (error: NodeJS.ErrnoException) => {
      // Removed while we walked: the next checkpoint sees it as it is then.
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
      throw error;
    },
  );
}

/** Sorted by path, each once, as the record wants it. */
export function exclusions(
  groups: Partial<Record<Exclusion['kind'], Iterable<RawPath>>>,
  bytes: ReadonlyMap<RawPath, number>,
): Exclusion[] {
  const all = Object.entries(groups).flatMap(([kind, paths]) =>
    [...paths].map((path) => ({ path, kind: kind as Exclusion['kind'] })),
  );
  return all
    .toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
    .map(({ path, kind }) => ({ path: showPath(path), kind, bytes: bytes.get(path) ?? null }));
}
