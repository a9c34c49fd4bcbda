import type { Stats } from 'node:fs';
import type { RawPath } from '../raw-path.ts';
import type { IndexFile } from './index-file.ts';

/*
 * What is known of a directory from its last scan: what was recorded, under which marks, and what was left out. It only
 * saves work: whatever is not surely the same is looked at again.
 */

/** By these a file is taken for unchanged. Nothing that changes a file leaves its ctime as it was. */
export interface Marks {
  mtimeMs: number;
  ctimeMs: number;
  size: number;
  /** The low 32 bits of the inode’s number: git’s index holds no more. */
  inode: number;
}

export interface KnownFile extends Marks {
  name: RawPath;
  mode: string;
  sha: string;
  /** False when it may have changed once more within the same tick of the clock, after it was read. */
  isSure: boolean;
}

/** A name that is there and not recorded. */
export interface LeftOut {
  kind: 'ignored' | 'too-large' | 'special-file' | 'nested-repository' | 'unreadable';
  type: EntryType;
  /** Of what must be looked at again: files over the cap, what may not be read, and rules. */
  marks: Marks | null;
}

export type EntryType = 'file' | 'directory' | 'special';

export interface KnownDirectory {
  /** Empty for the root. */
  path: RawPath;
  name: RawPath;
  parent: KnownDirectory | null;
  files: Map<RawPath, KnownFile>;
  directories: Map<RawPath, KnownDirectory>;
  /** Submodules, with their commits. */
  submodules: Map<RawPath, string>;
  leftOut: Map<RawPath, LeftOut>;
  /** Of the directory itself when its names were read; null when they must be read again. */
  listed: { ctimeMs: number; inode: number } | null;
  isEmpty: boolean;
  /** Its tree object; null when it must be made anew, empty when it holds nothing that is recorded. */
  tree: string | null;
  /** Whether git was asked and does not ignore it, so that it need not be asked again under the same rules. */
  isJudged: boolean;
}

export const RULES = '.gitignore';

export function knownDirectory(parent: KnownDirectory | null, name: RawPath): KnownDirectory {
  return {
    path: parent === null ? '' : pathIn(parent, name),
    name,
    parent,
    files: new Map(),
    directories: new Map(),
    submodules: new Map(),
    leftOut: new Map(),
    listed: null,
    isEmpty: false,
    tree: '',
    isJudged: false,
  };
}

export function pathIn(directory: KnownDirectory, name: RawPath): RawPath {
  return directory.path === '' ? name : `${directory.path}/${name}`;
}

/** What an index knows. Nothing is listed yet: the first scan reads every directory. */
export function knownFromIndex({ entries, trees, writtenMs }: IndexFile): KnownDirectory {
  const root = knownDirectory(null, '');
  const byPath = new Map<RawPath, KnownDirectory>([['', root]]);
  let last: { path: RawPath; directory: KnownDirectory } = { path: '', directory: root };
  for (const { path, mode, sha, ...marks } of entries) {
    const slash = path.lastIndexOf('/');
    const parent = path.slice(0, Math.max(0, slash));
    if (parent !== last.path) last = { path: parent, directory: directoryAt(byPath, parent) };
    const name = path.slice(slash + 1);
    if (mode === '160000') last.directory.submodules.set(name, sha);
    // What was changed in the tick the index was written in may have been changed after it was looked at.
    else
      last.directory.files.set(name, {
        name,
        mode,
        sha,
        ...marks,
        isSure: marks.ctimeMs < writtenMs && marks.mtimeMs < writtenMs,
      });
  }
  for (const [path, directory] of byPath) directory.tree = trees.get(path) ?? null;
  return root;
}

function directoryAt(byPath: Map<RawPath, KnownDirectory>, path: RawPath): KnownDirectory {
  const known = byPath.get(path);
  if (known) return known;
  const slash = path.lastIndexOf('/');
  const parent = directoryAt(byPath, path.slice(0, Math.max(0, slash)));
  const name = path.slice(slash + 1);
  const made = knownDirectory(parent, name);
  parent.directories.set(name, made);
  byPath.set(path, made);
  return made;
}

/** A directory and all that are known below it, parents first. */
export function* directoriesFrom(top: KnownDirectory): Generator<KnownDirectory> {
  const waiting = [top];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    for (const each of next.directories.values()) waiting.push(each);
  }
}

/** What the directory records has changed, and with it the tree of everything above it. */
export function markChanged(directory: KnownDirectory): void {
  for (let each: KnownDirectory | null = directory; each; each = each.parent) each.tree = null;
}

export function marksOf({ mtimeMs, ctimeMs, size, ino }: Stats): Marks {
  return { mtimeMs, ctimeMs, size, inode: ino >>> 0 };
}

export function isMarkedSame(marks: Marks, stats: Stats): boolean {
  return (
    marks.ctimeMs === stats.ctimeMs &&
    marks.mtimeMs === stats.mtimeMs &&
    marks.size === stats.size &&
    marks.inode === stats.ino >>> 0
  );
}

const TYPE = 0o170000;

export function typeOf({ mode }: Pick<Stats, 'mode'>): EntryType {
  const type = mode & TYPE;
  if (type === 0o100000 || type === 0o120000) return 'file';
  return type === 0o040000 ? 'directory' : 'special';
}

/** Git knows one bit of a mode. */
export function modeOf({ mode }: Pick<Stats, 'mode'>): string {
  if ((mode & TYPE) === 0o120000) return '120000';
  return (mode & 0o100) === 0 ? '100644' : '100755';
}
