import { chmod, lstat, readdir, rm } from 'node:fs/promises';

/** Removes a directory that programs have filled; some of them (Go’s module cache) write-protect what they put there. */
export async function removeDirectory(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true });
  } catch {
    await makeWritable(path);
    await rm(path, { recursive: true, force: true });
  }
}

async function makeWritable(path: string): Promise<void> {
  if (!(await lstat(path)).isDirectory()) return;
  await chmod(path, 0o700);
  for (const name of await readdir(path)) await makeWritable(`${path}/${name}`);
}
