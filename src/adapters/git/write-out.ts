import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { CatalogueError } from '../../core/catalogue-error.ts';
import type { Clone } from './clone.ts';
import { fillDirectory } from './fill-directory.ts';
import { treeOf } from './tree-reading.ts';

/**
 * Writes the files of a tree or commit, byte for byte, into a directory that is missing or empty. No git directory.
 * @throws CatalogueError `bad-input` when something is there already
 */
export async function writeOut(
  clone: Clone,
  stateDirectory: string,
  treeish: string,
  directory: string,
): Promise<void> {
  await clone.need(treeish);
  await mkdir(directory, { recursive: true });
  if ((await readdir(directory)).length > 0)
    throw new CatalogueError('bad-input', `${directory} is not empty; nothing is written over.`);
  const gitDir = `${stateDirectory}/write-out-${randomUUID()}`;
  const place = { gitDir, workTree: directory, index: `${gitDir}/index` };
  try {
    const tree = await treeOf(clone.place, treeish);
    await fillDirectory({ ...place, objects: clone.place.objects }, tree);
  } finally {
    await rm(gitDir, { recursive: true, force: true });
  }
}
