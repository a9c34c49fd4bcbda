import { randomBytes } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import type { Checkout } from '../../ports.ts';
import { removeTree } from '../temporary-directory.ts';
import type { Clone } from './clone.ts';
import { commitFor, copyObjects, writeGitDirectory } from './own-repository.ts';
import { git } from './trusted-git.ts';

/**
 * A clean directory with exactly the files of a commit or tree, byte for byte as committed (attributes such as `eol`
 * do not act), and a repository of its own, since many test tools want one. Disposing removes it.
 */
export async function openCheckout(
  clone: Clone,
  parent: string,
  commitOrTree: string,
): Promise<Checkout> {
  const path = `${parent}/${process.pid}-${randomBytes(6).toString('hex')}`;
  const gitDir = `${path}/.git`;
  const { commit, tree } = await commitFor(clone, commitOrTree);
  const dispose = () => removeTree(path);
  try {
    await mkdir(gitDir, { recursive: true });
    await writeGitDirectory(gitDir, commit);
    const place = { gitDir, workTree: path, objects: clone.place.objects };
    await Promise.all([
      git(place, ['read-tree', '-u', '--reset', tree]),
      copyObjects(clone, gitDir, commit),
    ]);
  } catch (error) {
    await dispose();
    throw error;
  }
  return { path, sha: commitOrTree, [Symbol.asyncDispose]: dispose };
}

/** Removes the checkouts that processes which no longer run have left behind. */
export async function removeAbandonedCheckouts(parent: string): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  const abandoned = names.filter((name) => !isRunning(Number.parseInt(name, 10)));
  await Promise.all(abandoned.map((name) => removeTree(`${parent}/${name}`)));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
