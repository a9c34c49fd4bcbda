import { chmodSync, closeSync, constants, openSync } from 'node:fs';
import type { RawPath } from '../raw-path.ts';
import { type At, createInnerPlaces, DESCRIPTORS, lookAt } from './inner-places.ts';

/** Linux: a descriptor that stands for a place without opening it, so that no right is needed. */
const O_PATH = 0o10000000;

const { O_DIRECTORY, O_NOFOLLOW } = constants;

/** Gives the owner, ourselves, the rights back that a program took from the directories of these paths. */
export function openUp(root: string, paths: Iterable<RawPath>): void {
  const places = createInnerPlaces(root);
  const seen = new Set<RawPath>();
  const open = (directory: RawPath): void => {
    if (seen.has(directory)) return;
    seen.add(directory);
    if (directory === '') {
      allow(() => root, '');
      return;
    }
    const slash = directory.lastIndexOf('/');
    const parent = directory.slice(0, Math.max(0, slash));
    open(parent);
    places.within(parent, (at) => allow(at, directory.slice(slash + 1)));
  };
  for (const path of paths) open(path.slice(0, Math.max(0, path.lastIndexOf('/'))));
}

function allow(at: At, name: RawPath): void {
  const path = at(name);
  const stats = lookAt(path);
  if (!stats?.isDirectory() || (stats.mode & 0o700) === 0o700) return;
  const mode = (stats.mode & 0o7777) | 0o700;
  if (process.platform !== 'linux') {
    chmodSync(path, mode);
    return;
  }
  const directory = openSync(path, O_PATH | O_DIRECTORY | O_NOFOLLOW);
  try {
    chmodSync(`${DESCRIPTORS}/${directory}`, mode);
  } finally {
    closeSync(directory);
  }
}
