import {
  closeSync,
  constants,
  mkdirSync,
  openSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import type { RawPath } from '../raw-path.ts';
import type { TreeDifference } from '../tree-reading.ts';
import { dropDirectory, type Findings, forget, keepFile, leaveOut } from './findings.ts';
import type { IgnoreRules } from './ignore-rules.ts';
import { type At, createInnerPlaces, type InnerPlaces, lookAt } from './inner-places.ts';
import { type KnownDirectory, knownDirectory, markChanged, marksOf } from './known-tree.ts';
import type { ObjectReader } from './object-reader.ts';

export interface PutBack {
  root: string;
  objects: ObjectReader;
  rules: IgnoreRules;
}

/**
 * Makes the differences true in the directory and in what is known of it. Touches nothing else, follows no link, and
 * leaves what is ignored by now: it was recorded only because a rule was gone for a while.
 * @returns the paths that were left
 */
export async function putBack(
  { root, objects, rules }: PutBack,
  known: KnownDirectory,
  differences: readonly TreeDifference[],
  found: Findings,
): Promise<ReadonlySet<RawPath>> {
  const places = createInnerPlaces(root);
  const deleted = differences.filter(({ status }) => status === 'deleted');
  const written = differences.filter(({ status }) => status !== 'deleted');
  const kept = await ignoredAmong(rules, deleted, new Set(written.map(({ path }) => path)));
  for (const { path } of deleted) {
    const { directory, name } = placeOf(known, path, found);
    if (kept.has(path))
      leaveOut(found, directory, name, { kind: 'ignored', type: 'file', marks: null });
    else removeFile(places, directory, name);
    forget(found, directory, name);
  }
  for (const { path, mode, sha } of written) {
    const { directory, name } = placeOf(known, path, found);
    const inner = directory.directories.get(name);
    if (inner) dropDirectory(found, inner);
    leaveOut(found, directory, name, null);
    directory.listed = null;
    if (mode === '160000') {
      places.making(directory.path, (at) => makeEmpty(at(name)));
      forget(found, directory, name);
      directory.submodules.set(name, sha);
      markChanged(directory);
      continue;
    }
    const bytes = await objects.read('blob', sha);
    const stats = places.making(directory.path, (at) => writeFile(at, name, mode, bytes));
    // Somebody may have written to it since: the next scan reads it once.
    if (stats) keepFile(found, directory, { name, mode, sha, ...marksOf(stats), isSure: false });
  }
  return kept;
}

async function ignoredAmong(
  rules: IgnoreRules,
  deleted: readonly TreeDifference[],
  written: ReadonlySet<RawPath>,
): Promise<ReadonlySet<RawPath>> {
  const asked = deleted.filter(
    ({ path, oldMode }) =>
      oldMode !== '160000' && !ancestors(path).some((each) => written.has(each)),
  );
  const answers = await rules.ask(asked.map(({ path }) => path));
  return new Set(asked.filter((_, n) => answers[n]).map(({ path }) => path));
}

function ancestors(path: RawPath): RawPath[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, n) => parts.slice(0, n + 1).join('/'));
}

/** The known directory of a path, with all above it; what is known to be in its place is not recorded any more. */
function placeOf(root: KnownDirectory, path: RawPath, found: Findings) {
  const parts = path.split('/');
  const name = parts.pop() ?? '';
  let directory = root;
  for (const part of parts) {
    let inner = directory.directories.get(part);
    if (inner === undefined) {
      forget(found, directory, part);
      leaveOut(found, directory, part, null);
      inner = knownDirectory(directory, part);
      directory.directories.set(part, inner);
      directory.listed = null;
    }
    directory = inner;
  }
  return { directory, name };
}

/** Removes a file, and the directories that are empty without it: that they are gone is seen by the next scan. */
function removeFile(places: InnerPlaces, directory: KnownDirectory, name: RawPath): void {
  places.within(directory.path, (at) => {
    const stats = lookAt(at(name));
    if (stats?.isDirectory()) removeIfEmpty(at(name));
    else if (stats) unlinkSync(at(name));
  });
  directory.listed = null;
  for (let each = directory; each.parent !== null; each = each.parent) {
    const { parent } = each;
    const isGone = places.within(parent.path, (at) => removeIfEmpty(at(each.name)));
    if (!isGone) return;
    parent.listed = null;
  }
}

function removeIfEmpty(path: string | Buffer): boolean {
  try {
    rmdirSync(path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTEMPTY' || code === 'EEXIST' || code === 'ENOENT' || code === 'ENOTDIR')
      return false;
    throw error;
  }
}

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;

function writeFile(at: At, name: RawPath, mode: string, bytes: Buffer) {
  const path = at(name);
  rmSync(path, { recursive: true, force: true });
  if (mode === '120000') {
    symlinkSync(bytes, path);
    return lookAt(path);
  }
  const file = openSync(
    path,
    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW,
    mode === '100755' ? 0o777 : 0o666,
  );
  try {
    for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
  } finally {
    closeSync(file);
  }
  return lookAt(path);
}

function makeEmpty(path: string | Buffer): void {
  const stats = lookAt(path);
  if (stats?.isDirectory()) return;
  if (stats) unlinkSync(path);
  mkdirSync(path);
}
