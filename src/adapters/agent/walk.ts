import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isGitName } from './safe-path.ts';

export interface WalkEntry {
  /** Relative to the worktree. */
  path: string;
  absolute: string;
  kind: 'file' | 'directory' | 'link';
}

/** Entries below a directory in name order, depth first. Links are named, never followed; directories at the last level are named, not entered. */
export async function* walk(
  absolute: string,
  relative: string,
  depth: number,
): AsyncGenerator<WalkEntry> {
  const entries = await readdir(absolute, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (isGitName(entry.name) || entry.name === 'node_modules') continue;
    const path = relative === '.' ? entry.name : `${relative}/${entry.name}`;
    const at = join(absolute, entry.name);
    if (entry.isSymbolicLink()) yield { path, absolute: at, kind: 'link' };
    else if (entry.isFile()) yield { path, absolute: at, kind: 'file' };
    else if (entry.isDirectory()) {
      if (depth > 1) yield* walk(at, path, depth - 1);
      else yield { path, absolute: at, kind: 'directory' };
    }
  }
}
