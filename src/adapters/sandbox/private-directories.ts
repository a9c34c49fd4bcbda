import { chmod, lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTemporaryDirectory } from '../temporary-directory.ts';

/** TMPDIR and HOME of one run, on disk (a build can be larger than memory). Disposing removes what is ours. */
export interface PrivateDirectories extends AsyncDisposable {
  readonly base: string;
  readonly tmp: string;
  readonly home: string;
}

/** Makes fresh directories; `home`, when given, is used instead of a fresh one and is kept. */
export async function makePrivateDirectories(home?: string): Promise<PrivateDirectories> {
  const base = makeTemporaryDirectory('run');
  const directories = { base, tmp: join(base, 'tmp'), home: home ?? join(base, 'home') };
  await mkdir(directories.tmp);
  await mkdir(directories.home, { recursive: true });
  return { ...directories, [Symbol.asyncDispose]: () => removeTree(base) };
}

/** Removes a directory that a program wrote, also where it took away its own write permission (Go’s module cache). */
export async function removeTree(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true });
  } catch {
    await openUp(path);
    await rm(path, { recursive: true, force: true });
  }
}

async function openUp(path: string): Promise<void> {
  if (!(await lstat(path)).isDirectory()) return;
  await chmod(path, 0o700);
  for (const name of await readdir(path)) await openUp(join(path, name));
}
