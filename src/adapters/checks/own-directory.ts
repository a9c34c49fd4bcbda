import { lstat, mkdir, rm } from 'node:fs/promises';
import { join, sep } from 'node:path';

/**
 * Makes a directory below one that programs have written: whatever stands in its way, a link to a place of the host’s for
 * one, is removed and not followed. Nothing may run there meanwhile.
 */
export async function ownDirectory(base: string, path: string): Promise<string> {
  await mkdir(base, { recursive: true });
  let at = base;
  for (const segment of path.split(sep).filter((each) => each !== '' && each !== '.')) {
    at = join(at, segment);
    const isDirectory = await lstat(at).then(
      (stat) => stat.isDirectory(),
      () => false,
    );
    if (isDirectory) continue;
    await rm(at, { force: true });
    await mkdir(at);
  }
  return at;
}
