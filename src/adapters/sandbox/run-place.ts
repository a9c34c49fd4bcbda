import { lstat, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { CatalogueError } from '../../core/catalogue-error.ts';
import type { SandboxRun } from '../../ports.ts';

/**
 * Where a run takes place, with links resolved, so that a directory the agent replaced by a link leads nowhere else.
 * @throws CatalogueError `workspace-broken` when root is no directory, its `.git` a link, or cwd outside it
 */
export async function findRunPlace(
  run: Pick<SandboxRun, 'root' | 'cwd'>,
): Promise<{ root: string; cwd: string; gitDirectory: string | null }> {
  if (!isAbsolute(run.root)) throw new TypeError('root is not absolute');
  const kind = await kindOf(run.root);
  if (kind !== 'directory') throw broken(`${run.root} is ${kind ?? 'missing'}.`);
  const root = await realpath(run.root);
  const git = join(root, '.git');
  const gitKind = await kindOf(git);
  if (gitKind === 'link') throw broken('Its .git is a link.');
  const cwd = await realpath(resolve(root, run.cwd)).catch(() => null);
  if (cwd === null) throw broken(`Its directory ${run.cwd} is missing.`);
  const inside = relative(root, cwd);
  if (inside === '..' || inside.startsWith(`..${sep}`)) {
    throw broken(`Its directory ${run.cwd} leads outside.`);
  }
  return { root, cwd: inside, gitDirectory: gitKind ? git : null };
}

async function kindOf(path: string): Promise<'directory' | 'link' | 'file' | null> {
  const stat = await lstat(path).catch(() => null);
  if (stat === null) return null;
  if (stat.isSymbolicLink()) return 'link';
  return stat.isDirectory() ? 'directory' : 'file';
}

function broken(detail: string): CatalogueError {
  return new CatalogueError('workspace-broken', detail);
}
