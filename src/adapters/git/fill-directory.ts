import { rm } from 'node:fs/promises';
import { writeGitDirectory } from './own-repository.ts';
import type { ShadowPlace } from './shadow/shadow-place.ts';
import { git } from './trusted-git.ts';

/**
 * Makes a fresh shadow repository and fills the (empty) directory with a tree. The shadow holds only an index and
 * settings; its objects live in our clone, which no agent can write either, so a recorded tree is known there at once.
 */
export async function fillDirectory(place: ShadowPlace, tree: string): Promise<void> {
  await rm(place.gitDir, { recursive: true, force: true });
  await writeGitDirectory(place.gitDir, 'ref: refs/heads/none');
  await git(place, ['read-tree', '-u', '--reset', tree]);
}
