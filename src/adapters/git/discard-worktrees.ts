import { readdir } from 'node:fs/promises';
import { CatalogueError } from '../../core/catalogue-error.ts';
import type { Worktree } from '../../ports.ts';

/** Removes the worktrees whose id begins so: what a process that died has left. One that somebody holds stays. */
export async function discardWorktrees(
  directory: string,
  prefix: string,
  open: (id: string) => Promise<Worktree>,
): Promise<void> {
  const ids = await readdir(directory).catch(() => []);
  for (const id of ids.filter((each) => each.startsWith(prefix))) {
    try {
      await (await open(id)).remove();
    } catch (error) {
      if (!(error instanceof CatalogueError)) throw error;
    }
  }
}
