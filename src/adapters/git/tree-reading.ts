import type { PathChange } from '../../ports.ts';
import { gitFailed } from './git-failure.ts';
import { type RawPath, rawPathOf, splitRecords } from './raw-path.ts';
import { type GitPlace, git, gitLine } from './trusted-git.ts';

export interface TreeFile {
  mode: string;
  sha: string;
  path: RawPath;
}

export interface TreeDifference {
  path: RawPath;
  status: PathChange['status'];
  /** Git’s modes of both sides; 000000 for an absent one. */
  oldMode: string;
  mode: string;
  /** Blob of the new side; zeros for an absent one, and for a file that git has not read. */
  sha: string;
}

/** Every file, link and submodule below a tree or commit. */
export async function listTree(place: GitPlace, treeish: string): Promise<TreeFile[]> {
  const listed = await git(place, ['ls-tree', '-r', '-z', '--full-tree', treeish]);
  return splitRecords(listed).map((record) => {
    const tab = record.indexOf('\t');
    const [mode = '', , sha = ''] = record.slice(0, tab).split(' ');
    return { mode, sha, path: record.slice(tab + 1) };
  });
}

/** What differs between two trees, submodules included, renames as deletion and addition. */
export async function diffTrees(
  place: GitPlace,
  from: string,
  to: string,
): Promise<TreeDifference[]> {
  const flags = ['-r', '-z', '--raw', '--no-renames', '--ignore-submodules=none'];
  return parseRawDiff(await git(place, ['diff-tree', ...flags, from, to]));
}

const statuses: Record<string, PathChange['status']> = {
  A: 'added',
  D: 'deleted',
  M: 'modified',
  T: 'type-changed',
};

/** Git’s raw `-z` diff format: `:mode mode sha sha status`, path. */
function parseRawDiff(bytes: Buffer): TreeDifference[] {
  const records = splitRecords(bytes);
  const differences: TreeDifference[] = [];
  for (let at = 0; at + 1 < records.length; at += 2) {
    const [oldMode = '', mode = '', , sha = '', letter = ''] = (records[at] ?? '')
      .slice(1)
      .split(' ');
    const status = statuses[letter.charAt(0)] ?? 'modified';
    differences.push({ path: records[at + 1] ?? '', status, oldMode, mode, sha });
  }
  return differences;
}

/** The textual and binary difference, as `git apply` takes it. Drivers and conversions named in a tree do not act. */
export async function patchOf(place: GitPlace, from: string, to: string): Promise<string> {
  const flags = ['-r', '-p', '--binary', '--full-index', '--no-renames'];
  const safe = ['--no-ext-diff', '--no-textconv', '--ignore-submodules=none', '--submodule=short'];
  return (await git(place, ['diff-tree', ...flags, ...safe, from, to])).toString();
}

/** The bytes of blobs, in the order asked; one process for all of them. */
export async function readBlobs(place: GitPlace, shas: readonly string[]): Promise<Buffer[]> {
  if (shas.length === 0) return [];
  const stdin = shas.map((sha) => `${sha}\n`).join('');
  const bytes = await git(place, ['cat-file', '--batch'], { stdin });
  const blobs: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(10, at);
    const header = bytes.toString('latin1', at, end);
    const size = Number(header.split(' ')[2]);
    if (Number.isNaN(size)) throw gitFailed(['cat-file'], 0, header);
    blobs.push(bytes.subarray(end + 1, end + 1 + size));
    at = end + 1 + size + 1;
  }
  return blobs;
}

/** A file’s text at a commit; links are followed inside the commit. Null when there is no such file. */
export async function readText(
  place: GitPlace,
  commit: string,
  path: string,
): Promise<string | null> {
  // Git would take these relative to a working directory, or refuse to answer.
  if (path.split('/').some((part) => part === '' || part === '.' || part === '..')) return null;
  if (path.includes('\n')) return readByListing(place, commit, rawPathOf(path));
  const stdin = `${commit}:${path}\n`;
  const bytes = await git(place, ['cat-file', '--batch', '--follow-symlinks'], { stdin });
  const end = bytes.indexOf(10);
  const header = /^[0-9a-f]+ blob (\d+)$/.exec(bytes.toString('latin1', 0, end));
  return header === null ? null : bytes.toString('utf8', end + 1, end + 1 + Number(header[1]));
}

async function readByListing(place: GitPlace, commit: string, path: RawPath) {
  const file = (await listTree(place, commit)).find((entry) => entry.path === path);
  if (file === undefined || file.mode === '160000') return null;
  return (await git(place, ['cat-file', 'blob', file.sha])).toString();
}

export function treeOf(place: GitPlace, treeish: string): Promise<string> {
  return gitLine(place, [
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${treeish}^{tree}`,
  ]);
}
