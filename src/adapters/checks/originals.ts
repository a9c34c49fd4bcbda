import { constants } from 'node:fs';
import { chmod, copyFile, lstat, mkdir, readlink, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { asNamed, onDisk } from './byte-path.ts';
import { inBatches } from './in-batches.ts';

type Original = { link: Buffer } | { copy: string; mode: number };

/**
 * Copies of a checkout’s files (shared blocks where the file system can), so that what a set-up or a check changed
 * can be put back: the next check runs on the commit again. `paths` are byte paths.
 */
export async function keepOriginals(
  root: string,
  copies: string,
  paths: readonly string[],
  largest: number,
): Promise<{ restore(paths: readonly string[]): Promise<string[]> }> {
  const originals = new Map<string, Original>();
  await inBatches(paths, async (path, index) => {
    const full = onDisk(root, path);
    const stat = await lstat(full);
    if (stat.isSymbolicLink()) originals.set(path, { link: await readlink(full, 'buffer') });
    if (!stat.isFile() || stat.size > largest) return;
    const copy = join(copies, String(index));
    await copyFile(full, copy, constants.COPYFILE_FICLONE);
    originals.set(path, { copy, mode: stat.mode & 0o7777 });
  });
  return {
    async restore(changed) {
      const lost: string[] = [];
      for (const path of changed) {
        const original = originals.get(path);
        if (original) await putBack(root, path, original);
        else lost.push(asNamed(path));
      }
      return lost;
    },
  };
}

async function putBack(root: string, path: string, original: Original): Promise<void> {
  await makeRealDirectories(root, dirname(path));
  const target = onDisk(root, path);
  await rm(target, { recursive: true, force: true });
  if ('link' in original) return symlink(original.link, target);
  await copyFile(original.copy, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  await chmod(target, original.mode);
}

/** A directory that became a link would lead our own writing outside: it is made a directory again. */
async function makeRealDirectories(root: string, path: string): Promise<void> {
  let reached = '';
  for (const part of path.split('/').filter((name) => name !== '.')) {
    reached = join(reached, part);
    const directory = onDisk(root, reached);
    const stat = await lstat(directory).catch(() => null);
    if (stat?.isDirectory()) continue;
    if (stat) await rm(directory);
    await mkdir(directory);
  }
}
