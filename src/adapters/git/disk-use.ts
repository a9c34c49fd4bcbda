import { lstat, readdir } from 'node:fs/promises';

/** Bytes that a state directory takes on the disk. */
export interface DiskUse {
  /** Contents: of checkpoints, and of our clone. What is equal is there once. */
  objects: number;
  /** The directories agents work in, with what was installed there. */
  worktrees: number;
  /** Everything else. */
  other: number;
}

/** Looks at every file once or twice; what comes or goes meanwhile may or may not be counted. */
export async function diskUse(stateDirectory: string): Promise<DiskUse> {
  const below = (path: string) => bytesBelow(Buffer.from(`${stateDirectory}${path}`));
  const all = await below('');
  const objects = await below('/clone.git/objects');
  const worktrees = await below('/worktrees');
  return { objects, worktrees, other: all - objects - worktrees };
}

async function bytesBelow(directory: Buffer): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(directory, { encoding: 'buffer' }).catch(() => [])) {
    const path = Buffer.concat([directory, Buffer.from('/'), name]);
    const stats = await lstat(path).catch(() => null);
    bytes += (stats?.blocks ?? 0) * 512;
    if (stats?.isDirectory()) bytes += await bytesBelow(path);
  }
  return bytes;
}
