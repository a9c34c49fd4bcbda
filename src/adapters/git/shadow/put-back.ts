import {
  closeSync,
  constants,
  fstatSync,
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
import { createInnerPlaces, type InnerPlaces, lookAt } from './inner-places.ts';
import { type KnownDirectory, knownDirectory, markChanged, marksOf, RULES } from './known-tree.ts';
import type { ObjectReader } from './object-reader.ts';

export interface PutBack {
  root: string;
  objects: ObjectReader;
  rules: IgnoreRules;
}

/**
 * Makes the differences true in the directory and in what is known of it. Touches nothing else, follows no link, and
 * leaves what is ignored by then: it was recorded only because a rule was gone for a while.
 * @returns the paths that were left
 */
export async function putBack(
  { root, objects, rules }: PutBack,
  known: KnownDirectory,
  differences: readonly TreeDifference[],
  found: Findings,
): Promise<ReadonlySet<RawPath>> {
  const places = createInnerPlaces(root);
  const written = differences.filter(({ status }) => status !== 'deleted');
  const deleted = differences.filter(({ status }) => status === 'deleted');
  const files = new Set(written.map(({ path }) => path));
  const directories = new Set(written.flatMap(({ path }) => ancestors(path)));
  /** Something else will be in its place, or in that of a directory it is in. */
  const isInTheWay = (path: RawPath) =>
    directories.has(path) || ancestors(path).some((each) => files.has(each));
  const kept = new Set<RawPath>();

  async function remove(some: readonly TreeDifference[]): Promise<void> {
    const ignored = await ignoredAmong(
      rules,
      some.filter(({ path, oldMode }) => oldMode !== '160000' && !isInTheWay(path)),
    );
    for (const { path } of some) {
      const { directory, name } = placeOf(known, path, found);
      if (ignored.has(path)) {
        leaveOut(found, directory, name, { kind: 'ignored', type: 'file', marks: null });
        kept.add(path);
      } else removeFile(places, directory, name);
      forget(found, directory, name);
    }
  }

  async function write(some: readonly TreeDifference[]): Promise<void> {
    for (const { path, sha } of some.filter(isSubmodule)) {
      const { directory, name } = clearedPlace(path);
      places.making(directory.path, (at) => makeEmpty(at(name)));
      forget(found, directory, name);
      directory.submodules.set(name, sha);
      markChanged(directory);
    }
    for (const files of inOneDirectory(some.filter((each) => !isSubmodule(each)))) {
      const contents = await objects.readAll(
        'blob',
        files.map(({ sha }) => sha),
      );
      const cleared = files.map(({ path }) => clearedPlace(path));
      const directory = cleared[0]?.directory as KnownDirectory;
      places.making(directory.path, (at) => {
        for (const [n, { mode, sha }] of files.entries()) {
          const name = cleared[n]?.name as RawPath;
          const stats = writeFile(at(name), mode, contents[n] as Buffer);
          // Somebody may have written to it since: the next scan reads it once.
          const marks = stats && { ...marksOf(stats), isSure: false };
          if (marks) keepFile(found, directory, { name, mode, sha, ...marks });
        }
      });
    }
  }

  /** The place of something that is written, with nothing known of what is there now. */
  function clearedPlace(path: RawPath) {
    const { directory, name } = placeOf(known, path, found);
    const inner = directory.directories.get(name);
    if (inner) dropDirectory(found, inner);
    leaveOut(found, directory, name, null);
    directory.listed = null;
    return { directory, name };
  }

  // What is ignored is judged by the rules as they will be, so these come first.
  if (differences.some(isRules)) {
    await write(written.filter(isRules));
    rules.forget();
    await remove(deleted.filter(isRules));
    rules.forget();
  }
  await remove(deleted.filter((each) => !isRules(each)));
  await write(written.filter((each) => !isRules(each)));
  return kept;
}

/** Whether it is a file of ignore rules. */
export const isRules = ({ path }: Pick<TreeDifference, 'path'>): boolean =>
  path === RULES || path.endsWith(`/${RULES}`);

const isSubmodule = ({ mode }: TreeDifference): boolean => mode === '160000';

/** Contents of so many files are in memory at once. */
const MOST_AT_ONCE = 16;

/** Neighbours in one directory, a few at a time: it is entered once for all of them. */
function* inOneDirectory(files: readonly TreeDifference[]): Generator<TreeDifference[]> {
  let some: TreeDifference[] = [];
  for (const file of files) {
    const [first] = some;
    const isNext = first === undefined || parentOf(first.path) === parentOf(file.path);
    if (isNext && some.length < MOST_AT_ONCE) some.push(file);
    else {
      yield some;
      some = [file];
    }
  }
  if (some.length > 0) yield some;
}

const parentOf = (path: RawPath): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

async function ignoredAmong(
  rules: IgnoreRules,
  asked: readonly TreeDifference[],
): Promise<ReadonlySet<RawPath>> {
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

function writeFile(path: string | Buffer, mode: string, bytes: Buffer) {
  if (mode === '120000') {
    rmSync(path, { recursive: true, force: true });
    symlinkSync(bytes, path);
    return lookAt(path);
  }
  const file = openNew(path, mode === '100755' ? 0o777 : 0o666);
  try {
    for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
    return fstatSync(file);
  } finally {
    closeSync(file);
  }
}

function openNew(path: string | Buffer, mode: number): number {
  const flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW;
  try {
    return openSync(path, flags, mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    rmSync(path, { recursive: true, force: true });
    return openSync(path, flags, mode);
  }
}

function makeEmpty(path: string | Buffer): void {
  const stats = lookAt(path);
  if (stats?.isDirectory()) return;
  if (stats) unlinkSync(path);
  mkdirSync(path);
}
