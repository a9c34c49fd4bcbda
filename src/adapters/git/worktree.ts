import { copyFile, lstat, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { CatalogueError } from '../../core/catalogue-error.ts';
import type { Worktree } from '../../ports.ts';
import { removeTree } from '../temporary-directory.ts';
import type { Clone } from './clone.ts';
import { fillDirectory } from './fill-directory.ts';
import { endOrphanedGit } from './orphaned-git.ts';
import { commitFor, writeOwnRepository } from './own-repository.ts';
import { holdLock, releaseLock } from './process-lock.ts';
import { createQueue } from './queue.ts';
import { lastState, openShadow, type Shadow } from './shadow.ts';

export interface WorktreePlaces {
  /** Parent of the directories that agents work in. */
  worktrees: string;
  /** Parent of their shadow repositories; no agent can write it. */
  shadows: string;
}

export interface WorktreeOptions {
  maximumFileBytes: number;
  /** Whether to hear of changes instead of looking for them, where the system can tell. */
  watch: boolean;
}

/**
 * Opens the directory an agent works in. An existing one is found again as the agent left it; one that is missing,
 * half made, or replaced by a file or a link is made anew from the commit it once started from.
 */
export async function openWorktree(
  clone: Clone,
  places: WorktreePlaces,
  id: string,
  sha: string,
  options: WorktreeOptions,
): Promise<Worktree> {
  if (!/^[A-Za-z0-9][\w.-]{0,99}$/.test(id))
    throw new CatalogueError('bad-input', `${JSON.stringify(id)} cannot name a worktree.`);
  const path = `${places.worktrees}/${id}`;
  const gitDir = `${places.shadows}/${id}`;
  const place = { gitDir, workTree: path, index: `${gitDir}/index`, objects: clone.place.objects };
  const started = `${gitDir}/started-from`;
  const filledAfter = `${gitDir}/filled-after`;
  const isSetUp = `${gitDir}/set-up`;
  const home = `${places.shadows}/${id}.home`;
  const refs = `refs/contractor/checkpoints/${id}`;
  const baseSha = (await readFile(started, 'utf8').catch(() => sha)).trim();

  const makeAnew = async () => {
    const { commit, tree } = await commitFor(clone, baseSha);
    // rm removes a link, never what it points to.
    await removeTree(path);
    await removeTree(home);
    await mkdir(path, { recursive: true });
    await fillDirectory(place, tree);
    await makeRepository(commit);
    await writeFile(filledAfter, `${await lastState(`${clone.place.gitDir}/${refs}`)}\n`);
    await writeFile(`${started}.new`, `${baseSha}\n`);
    await rename(`${started}.new`, started);
  };
  const makeRepository = async (commit: string) => {
    await rm(`${path}/.git`, { recursive: true, force: true });
    await writeOwnRepository(clone, `${path}/.git`, commit);
    await copyFile(place.index, `${path}/.git/index`);
  };
  const open = async (): Promise<Shadow> => {
    const complete = (await isDirectory(path)) && (await kindOf(started)) === 'file';
    if (!complete) await makeAnew();
    else if (!(await isDirectory(`${path}/.git`)))
      await makeRepository((await commitFor(clone, baseSha)).commit);
    const before = Number((await readFile(filledAfter, 'utf8').catch(() => '0')).trim());
    const refsOfClone = { gitDir: clone.place.gitDir, refs };
    return openShadow({
      place,
      clone: refsOfClone,
      filledAfter: before,
      started: baseSha,
      ...options,
    });
  };

  if (await holdLock(gitDir)) await endOrphanedGit(gitDir);
  let shadow = await open();
  await mkdir(home, { recursive: true });
  const oneAtATime = createQueue();
  return {
    id,
    path,
    baseSha,
    checkpoint: (how) =>
      oneAtATime(async () => {
        if (!(await isDirectory(path))) throw new CatalogueError('workspace-broken');
        return shadow.record(how?.quick ?? false);
      }),
    held: (tree) => oneAtATime(() => shadow.held(tree)),
    home,
    setUp: (key, install) =>
      oneAtATime(async () => {
        if ((await readFile(isSetUp, 'utf8').catch(() => '')) === key) return;
        await shadow.without(install);
        await writeFile(isSetUp, key);
      }),
    restore: (tree) =>
      oneAtATime(async () => {
        if (!(await isDirectory(path))) {
          shadow.close();
          shadow = await open();
        }
        return shadow.restore(tree);
      }),
    remove: () =>
      oneAtATime(async () => {
        shadow.close();
        // First what makes it count as complete, so that no half of it is ever opened again.
        await rm(started, { force: true });
        await removeTree(path);
        await removeTree(home);
        await rm(gitDir, { recursive: true, force: true });
        await releaseLock(gitDir);
      }),
    release: () =>
      oneAtATime(() => {
        shadow.close();
        return releaseLock(gitDir);
      }),
  };
}

async function kindOf(path: string): Promise<'file' | 'directory' | 'other' | null> {
  const stats = await lstat(path).catch(() => null);
  if (stats === null) return null;
  if (stats.isDirectory()) return 'directory';
  return stats.isFile() ? 'file' : 'other';
}

async function isDirectory(path: string): Promise<boolean> {
  return (await kindOf(path)) === 'directory';
}
