import { CatalogueError } from '../../core/catalogue-error.ts';
import type { Context } from '../context.ts';

/**
 * Whether a commit is nowhere any more: one that was never pushed dies with the machine that made it. Only a remote that
 * answers is believed. @throws CatalogueError when it does not
 */
export async function isLost({ ports, observation }: Context, sha: string): Promise<boolean> {
  try {
    await ports.workspace.treeOf(sha);
    return false;
  } catch (error) {
    if (!(error instanceof CatalogueError) || error.code !== 'git-failed') throw error;
    return (await ports.workspace.fetch(observation.base.branch)) !== null;
  }
}
