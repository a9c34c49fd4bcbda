import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTemporaryDirectory, removeTree } from '../temporary-directory.ts';

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
