import { type Dirent, lstatSync, readdirSync, type Stats } from 'node:fs';

import { type RawPath, rawPath } from '../raw-path.ts';
import { dropDirectory, type Findings, forget, leaveOut } from './findings.ts';
import { type InnerPlaces, isForbidden, isNotThere, joined } from './inner-places.ts';
import {
  type EntryType,
  isMarkedSame,
  type KnownDirectory,
  type KnownFile,
  marksOf,
  RULES,
  typeOf,
} from './known-tree.ts';

/** How directories are looked at: names and marks alone, no content. */
export interface Look {
  root: string;
  places: InnerPlaces;
  /** A moment of the file system’s clock before anything was looked at. */
  before: number;
  /** Called with each directory before it is looked at. */
  enter(directory: KnownDirectory): void;
  /** Called with each recorded file that has other names too. */
  share(directory: KnownDirectory, name: RawPath): void;
}

/**
 * Looks at a directory and everything in it, except for its directories.
 * @param covers whether somebody else looks at its recorded files
 */
export function lookAtDirectory(
  look: Look,
  directory: KnownDirectory,
  found: Findings,
  covers?: (directory: KnownDirectory) => boolean,
): void {
  look.enter(directory);
  const place = joined(look.root, directory.path);
  let stats: Stats | null = null;
  try {
    stats = statusOf(place);
    if (!stats?.isDirectory() || !readNames(look, directory, stats, found)) {
      dropDirectory(found, directory);
      return;
    }
    if (!covers?.(directory))
      for (const file of directory.files.values()) lookAtFile(look, place, directory, file, found);
    lookAgainAtLeftOut(place, directory, found);
  } catch (error) {
    // Without a status of its own it is the directory above that lets nobody in.
    const closed = stats === null ? directory.parent : directory;
    if (!isForbidden(error) || !closed?.parent) throw error;
    leaveOutClosed(look, closed, closed.parent, found);
  }
}

function leaveOutClosed(
  { root }: Look,
  directory: KnownDirectory,
  parent: KnownDirectory,
  found: Findings,
): void {
  dropDirectory(found, directory);
  const stats = statusOf(joined(root, directory.path));
  const leftOut = { kind: 'unreadable', type: 'directory', marks: marks(stats) } as const;
  leaveOut(found, parent, directory.name, leftOut);
}

/** Looks at some names of a directory: the rest is known to be as it was. */
export function lookAtNames(
  look: Look,
  directory: KnownDirectory,
  names: ReadonlySet<RawPath>,
  found: Findings,
): void {
  let isShort = true;
  for (const name of names) {
    const file = directory.files.get(name);
    isShort &&= file !== undefined && lookAtOne(look, directory, file, found);
  }
  if (!isShort) lookAtDirectory(look, directory, found);
}

/** Looks at one recorded file that may have changed. False when there is more to look at than the file. */
export function lookAtOne(
  look: Look,
  directory: KnownDirectory,
  file: KnownFile,
  found: Findings,
): boolean {
  if (directory.files.get(file.name) !== file) return true;
  try {
    return lookAtFile(look, joined(look.root, directory.path), directory, file, found);
  } catch (error) {
    if (isForbidden(error)) return false;
    throw error;
  }
}

/** Whether it is still a file, changed or not. */
function lookAtFile(
  look: Look,
  place: string | Buffer,
  directory: KnownDirectory,
  file: KnownFile,
  found: Findings,
): boolean {
  const { name } = file;
  const stats = statusOf(joined(place, name));
  if (stats !== null) {
    if (stats.nlink > 1) look.share(directory, name);
    if (file.isSure && isMarkedSame(file, stats)) return true;
  }
  const type = stats === null ? null : typeOf(stats);
  if (type === 'file') {
    found.touched.push({ directory, name });
    return true;
  }
  forget(found, directory, name);
  // What took its place since the names were read is seen when they are read again.
  directory.listed = null;
  if (type === 'directory') found.fresh.push({ directory, name, type });
  if (type === 'special')
    leaveOut(found, directory, name, { kind: 'special-file', type, marks: null });
  return false;
}

/** A file over the cap may have become smaller, one may be read again; rules may be ignored themselves and still rule. */
function lookAgainAtLeftOut(
  place: string | Buffer,
  directory: KnownDirectory,
  found: Findings,
): void {
  for (const [name, leftOut] of directory.leftOut) {
    const mayBeTaken = leftOut.kind === 'too-large' || leftOut.kind === 'unreadable';
    if (!mayBeTaken && name !== RULES) continue;
    const stats = statusOf(joined(place, name));
    if (stats && leftOut.marks && isMarkedSame(leftOut.marks, stats)) continue;
    // Rules that are left out themselves still rule, whatever they say now.
    leaveOut(found, directory, name, mayBeTaken ? null : { ...leftOut, marks: marks(stats) });
    if (mayBeTaken && stats) found.fresh.push({ directory, name, type: typeOf(stats) });
  }
}

const marks = (stats: Stats | null) => stats && marksOf(stats);

/** Compares the names in a directory with the known ones. False when it is no directory any more. */
function readNames(look: Look, directory: KnownDirectory, stats: Stats, found: Findings): boolean {
  const { listed } = directory;
  // Names neither come nor go without a trace on the directory itself.
  if (listed?.ctimeMs === stats.ctimeMs && listed.inode === stats.ino) return true;
  const entries = look.places.within(directory.path, (at) => entriesOf(at('')));
  if (entries === null) return false;
  // What changes it from now on bears a later time, unless its time is not over yet.
  const isSure = stats.ctimeMs < look.before;
  directory.listed = isSure ? { ctimeMs: stats.ctimeMs, inode: stats.ino } : null;
  const isEmpty = entries.length === 0 && directory.parent !== null;
  if (directory.isEmpty !== isEmpty) found.leftOutMoved = true;
  directory.isEmpty = isEmpty;
  const seen = new Set<RawPath>();
  for (const entry of entries) {
    const name = rawPath(entry.name);
    if (directory.parent === null && name === '.git') continue;
    seen.add(name);
    meet(directory, name, entryType(entry), found);
  }
  for (const name of [...directory.files.keys(), ...directory.submodules.keys()])
    if (!seen.has(name)) forget(found, directory, name);
  for (const [name, inner] of directory.directories)
    if (!seen.has(name)) dropDirectory(found, inner);
  for (const name of directory.leftOut.keys())
    if (!seen.has(name)) leaveOut(found, directory, name, null);
  return true;
}

function meet(directory: KnownDirectory, name: RawPath, type: EntryType, found: Findings): void {
  if (type !== 'special' && directory.files.has(name)) {
    if (type === 'file') return;
    forget(found, directory, name);
  }
  const inner = directory.directories.get(name);
  if (inner) {
    if (type === 'directory') return;
    dropDirectory(found, inner);
  }
  if (directory.submodules.has(name)) {
    if (type === 'directory') return;
    forget(found, directory, name);
  }
  if (directory.files.has(name)) forget(found, directory, name);
  const known = directory.leftOut.get(name);
  if (known?.type === type) return;
  if (known) leaveOut(found, directory, name, null);
  if (isGitName(name))
    leaveOut(found, directory, name, { kind: 'nested-repository', type, marks: null });
  else if (type === 'special')
    leaveOut(found, directory, name, { kind: 'special-file', type, marks: null });
  else found.fresh.push({ directory, name, type });
}

function entriesOf(path: string | Buffer): Dirent<Buffer>[] | null {
  try {
    return readdirSync(path, { withFileTypes: true, encoding: 'buffer' });
  } catch (error) {
    if (isNotThere(error)) return null;
    throw error;
  }
}

function entryType(entry: Dirent<Buffer>): EntryType {
  if (entry.isDirectory()) return 'directory';
  return entry.isFile() || entry.isSymbolicLink() ? 'file' : 'special';
}

/** As lstat; null when nothing is there. The hot path: one call for each recorded file. */
function statusOf(path: string | Buffer): Stats | null {
  try {
    return lstatSync(path, QUIETLY) ?? null;
  } catch (error) {
    if (isNotThere(error)) return null;
    throw error;
  }
}

const QUIETLY = { throwIfNoEntry: false } as const;

/** Git takes no component of this name, in any case. */
function isGitName(name: RawPath): boolean {
  return name.toLowerCase() === '.git';
}
