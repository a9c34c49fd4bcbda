import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { CatalogueError } from '../../core/catalogue-error.ts';

/** Sees to it, before anything runs, that the result can be written there. @throws CatalogueError `bad-input` */
export async function writableDirectory(path: string): Promise<void> {
  const probe = join(path, `.contractor-${process.pid}`);
  try {
    await make(resolve(path));
    await writeFile(probe, '', { flag: 'wx' });
    await rm(probe);
  } catch (cause) {
    const place = { field: '--out' };
    throw new CatalogueError('bad-input', `Nothing can be written to ${path}.`, { cause, place });
  }
}

/** Step by step: Node's own recursive mkdir never comes back from a directory that takes no entries (`/proc/x`). */
async function make(path: string): Promise<void> {
  const there = await stat(path).catch(() => null);
  if (there?.isDirectory()) return;
  if (dirname(path) !== path) await make(dirname(path));
  await mkdir(path);
}
