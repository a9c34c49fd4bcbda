import type { RawPath } from '../raw-path.ts';
import type { TreeDifference } from '../tree-reading.ts';
import {
  directoriesFrom,
  type EntryType,
  type KnownDirectory,
  type KnownFile,
  type LeftOut,
  markChanged,
  pathIn,
  RULES,
} from './known-tree.ts';

/** A name that nothing is known about. */
export interface Fresh {
  directory: KnownDirectory;
  name: RawPath;
  type: EntryType;
}

/** What one look at a directory brings to light; what is gone is taken from the known tree at once. */
export interface Findings {
  /** Recorded files that may have changed. */
  touched: { directory: KnownDirectory; name: RawPath }[];
  fresh: Fresh[];
  /** Directories whose rules may have changed. */
  rules: Set<KnownDirectory>;
  /** Whether anything that is left out came, went or changed. */
  leftOutMoved: boolean;
  /** Directories that are known no more. */
  dropped: KnownDirectory[];
  /** How the records differ from the last state, by path. */
  changes: Map<RawPath, Change>;
}

interface Side {
  mode: string;
  sha: string;
}

interface Change {
  before: Side | null;
  after: Side | null;
}

export function noFindings(): Findings {
  return {
    touched: [],
    fresh: [],
    rules: new Set(),
    leftOutMoved: false,
    dropped: [],
    changes: new Map(),
  };
}

/** Records a file, new or changed. */
export function keepFile(found: Findings, directory: KnownDirectory, file: KnownFile): void {
  const before = directory.files.get(file.name) ?? null;
  directory.files.set(file.name, file);
  if (before?.sha === file.sha && before.mode === file.mode) return;
  change(found, directory, file.name, before, file);
}

/** Takes a file or submodule out of the records. */
export function forget(found: Findings, directory: KnownDirectory, name: RawPath): void {
  const file = directory.files.get(name);
  const commit = directory.submodules.get(name);
  directory.files.delete(name);
  directory.submodules.delete(name);
  if (file) change(found, directory, name, file, null);
  if (commit !== undefined) {
    found.leftOutMoved = true;
    change(found, directory, name, { mode: '160000', sha: commit }, null);
  }
}

/** Takes a directory out, with everything below it. */
export function dropDirectory(found: Findings, top: KnownDirectory): void {
  for (const directory of directoriesFrom(top)) {
    for (const name of [...directory.files.keys(), ...directory.submodules.keys()])
      forget(found, directory, name);
    found.dropped.push(directory);
  }
  found.leftOutMoved = true;
  top.parent?.directories.delete(top.name);
}

export function leaveOut(
  found: Findings,
  directory: KnownDirectory,
  name: RawPath,
  leftOut: LeftOut | null,
): void {
  if (name === RULES) found.rules.add(directory);
  found.leftOutMoved = true;
  if (leftOut) directory.leftOut.set(name, leftOut);
  else directory.leftOut.delete(name);
}

/** What the records have now that they had not before, in git’s order. */
export function differencesOf({ changes }: Findings): TreeDifference[] {
  const differences: TreeDifference[] = [];
  for (const [path, { before, after }] of changes) {
    if (before?.sha === after?.sha && before?.mode === after?.mode) continue;
    differences.push({
      path,
      status: statusOf(before, after),
      oldMode: before?.mode ?? '000000',
      mode: after?.mode ?? '000000',
      sha: after?.sha ?? '0'.repeat(40),
    });
  }
  return differences.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function statusOf(before: Side | null, after: Side | null): TreeDifference['status'] {
  if (before === null) return 'added';
  if (after === null) return 'deleted';
  return before.mode.slice(0, 3) === after.mode.slice(0, 3) ? 'modified' : 'type-changed';
}

function change(
  found: Findings,
  directory: KnownDirectory,
  name: RawPath,
  before: Side | null,
  after: Side | null,
): void {
  if (name === RULES) found.rules.add(directory);
  const path = pathIn(directory, name);
  const earlier = found.changes.get(path);
  found.changes.set(path, { before: earlier ? earlier.before : before, after });
  markChanged(directory);
}
