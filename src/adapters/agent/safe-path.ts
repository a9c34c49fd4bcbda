import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';

/** A path the tools may touch. */
export interface SafePath {
  /** Real path on the host, no symbolic link in it. */
  absolute: string;
  /** The same, relative to the worktree, with `/`; '.' for the worktree itself. Rules judge this one. */
  relative: string;
  exists: boolean;
}

/** Why a path or file is refused; told to the model. */
export class FileRefusal extends Error {
  override readonly name = 'FileRefusal';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Resolves a path of the model's inside the worktree. Absolute paths, `..`, `.git` in any spelling, and links that
 * lead out are refused; directory links inside are followed, so that scope rules see where a path really is.
 * A link as the last component is refused unless `allowLink` (deleting a link deletes only the link).
 * @throws FileRefusal
 */
export async function safePath(
  root: string,
  path: string,
  options: { allowLink?: boolean } = {},
): Promise<SafePath> {
  const parts = checkSpelling(path);
  const realRoot = await realpath(root);
  if (parts.length === 0) return { absolute: realRoot, relative: '.', exists: true };
  const wanted = join(realRoot, ...parts);
  const { real, missing } = await resolveParent(dirname(wanted));
  const absolute = join(real, ...missing, basename(wanted));
  const inside = relative(realRoot, absolute).split(sep);
  if (inside[0] === '..' || inside.join('') === '' || join(realRoot, ...inside) !== absolute) {
    throw new FileRefusal('outside', `${path} leads out of the worktree.`);
  }
  if (inside.some(isGitName)) throw new FileRefusal('git-directory', `${path} leads into .git.`);
  const found = missing.length === 0 ? await lstat(absolute).catch(ignoreMissing) : null;
  if (found?.isSymbolicLink() === true && options.allowLink !== true) {
    throw new FileRefusal('link', `${path} is a symbolic link; name the file it points to.`);
  }
  return { absolute, relative: inside.join('/'), exists: found !== null };
}

function checkSpelling(path: string): string[] {
  if (path.includes('\0')) throw new FileRefusal('bad-path', 'The path contains a NUL.');
  if (path.startsWith('/') || path.startsWith('\\') || /^[A-Za-z]:/.test(path)) {
    throw new FileRefusal('outside', `${path} is absolute; give a path relative to the worktree.`);
  }
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) throw new FileRefusal('outside', `${path} contains "..".`);
  if (parts.some(isGitName)) throw new FileRefusal('git-directory', `${path} leads into .git.`);
  return parts;
}

/** `.git` as file systems that fold case, trailing dots or short names would read it. */
export function isGitName(part: string): boolean {
  const plain = part
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[. ]{1,100}$/, '');
  return plain === '.git' || plain === 'git~1';
}

/** Real path of the deepest directory that exists, and what is missing below it. */
async function resolveParent(directory: string): Promise<{ real: string; missing: string[] }> {
  const missing: string[] = [];
  for (let at = directory; ; at = dirname(at)) {
    const entry = await lstat(at).catch(ignoreMissing);
    if (entry !== null) return { real: await realpathOf(at), missing };
    missing.unshift(basename(at));
  }
}

async function realpathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    throw new FileRefusal('link', `${basename(path)} is a symbolic link that leads nowhere.`);
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  if (error.code === 'ENOTDIR')
    throw new FileRefusal('not-a-directory', 'A file stands in the path.');
  throw error;
}
