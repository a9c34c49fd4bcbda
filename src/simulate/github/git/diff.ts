import type { BareRepository } from './bare-repository.ts';

export interface FileDiff {
  readonly path: string;
  readonly previousPath?: string;
  readonly status: 'added' | 'removed' | 'modified' | 'renamed';
  /** The blob after the change, or before it for a removed file. */
  readonly blob: string;
  readonly additions: number;
  readonly deletions: number;
  /** The hunks without the file header; undefined for a binary file, as on GitHub. */
  readonly patch?: string;
}

const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** What changed from one commit (or the empty tree) to another, file by file, in path order. */
export async function diffFiles(
  git: BareRepository,
  from: string | undefined,
  to: string,
): Promise<FileDiff[]> {
  const range = [from ?? emptyTree, to];
  const common = ['--no-ext-diff', '--no-textconv', '-M', '-z'];
  const [raw, counts, patch] = await Promise.all([
    git.run(['diff', '--raw', '--no-abbrev', ...common, ...range]),
    git.run(['diff', '--numstat', ...common, ...range]),
    git.run(['diff', '--no-ext-diff', '--no-textconv', '-M', '--no-color', ...range]),
  ]);
  const stats = numstat(counts);
  const patches = splitPatch(patch);
  return rawEntries(raw).map((entry, i) => {
    const [additions, deletions] = stats[i] ?? [0, 0];
    const hunks = patches[i];
    return { ...entry, additions, deletions, ...(hunks !== undefined && { patch: hunks }) };
  });
}

type RawEntry = Pick<FileDiff, 'path' | 'previousPath' | 'status' | 'blob'>;

function rawEntries(out: string): RawEntry[] {
  const fields = out.split('\0');
  const entries: RawEntry[] = [];
  for (let i = 0; i + 1 < fields.length; ) {
    const [, , before = '', after = '', letter = ''] = (fields[i] ?? '').split(' ');
    const first = fields[i + 1] ?? '';
    if (letter.startsWith('R')) {
      const path = fields[i + 2] ?? '';
      entries.push({ path, previousPath: first, status: 'renamed', blob: after });
      i += 3;
      continue;
    }
    const status = letter === 'A' ? 'added' : letter === 'D' ? 'removed' : 'modified';
    entries.push({ path: first, status, blob: letter === 'D' ? before : after });
    i += 2;
  }
  return entries;
}

function numstat(out: string): [number, number][] {
  const stats: [number, number][] = [];
  const fields = out.split('\0');
  for (let i = 0; i < fields.length - 1; i += 1) {
    const [added, deleted, path] = (fields[i] ?? '').split('\t');
    stats.push([Number(added) || 0, Number(deleted) || 0]);
    // A rename leaves the path empty and gives both paths as fields of their own.
    if (path === '') i += 2;
  }
  return stats;
}

function splitPatch(out: string): (string | undefined)[] {
  return out
    .split(/^(?=diff --git )/m)
    .filter((part) => part.startsWith('diff --git '))
    .map((part) => {
      const at = part.search(/^@@ /m);
      return at < 0 ? undefined : part.slice(at).replace(/\n$/, '');
    });
}
