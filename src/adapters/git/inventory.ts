import { lstat } from 'node:fs/promises';
import type { Exclusion } from '../../core/schema/checkpoint.ts';
import { pathBytes, type RawPath, showPath } from './raw-path.ts';

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
