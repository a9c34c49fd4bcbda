import { closeSync, constants, fstatSync, openSync, readFileSync, readlinkSync } from 'node:fs';
import type { RawPath } from '../raw-path.ts';
import { type At, isNotThere, lookAt } from './inner-places.ts';
import { type Marks, marksOf, modeOf } from './known-tree.ts';

/** A file or link as it was read. */
export interface Content {
  mode: string;
  bytes: Buffer;
  marks: Marks;
  /** False when it changed while it was read, each time. */
  isStill: boolean;
  /** Whether it has other names too. */
  isShared: boolean;
}

/** What is over the cap, and what is no file or link. */
export type NoContent = { tooLarge: Marks } | { special: true } | { directory: true };

const attempts = 3;

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;

/** Reads one name of a directory without following a link or waiting for a pipe; null when it is gone. */
export function readContent(
  at: At,
  name: RawPath,
  maximumFileBytes: number,
): Content | NoContent | null {
  const path = at(name);
  let last: Content | null = null;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const stats = lookAt(path);
    if (stats === null) return null;
    if (stats.isDirectory()) return { directory: true };
    if (!stats.isFile() && !stats.isSymbolicLink()) return { special: true };
    if (stats.isFile() && stats.size > maximumFileBytes) return { tooLarge: marksOf(stats) };
    const read = stats.isFile() ? readFile(path) : readLink(path);
    if (read === null) continue;
    if (read.isStill) return read;
    last = read;
  }
  return last;
}

function readFile(path: string | Buffer): Content | null {
  let file: number;
  try {
    file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    // Replaced since it was looked at.
    if (isNotThere(error)) return null;
    throw error;
  }
  try {
    const before = fstatSync(file);
    if (!before.isFile()) return null;
    const bytes = readFileSync(file);
    const after = fstatSync(file);
    const isStill =
      before.ctimeMs === after.ctimeMs &&
      before.mtimeMs === after.mtimeMs &&
      bytes.length === after.size;
    return {
      mode: modeOf(after),
      bytes,
      marks: marksOf(after),
      isStill,
      isShared: after.nlink > 1,
    };
  } finally {
    closeSync(file);
  }
}

function readLink(path: string | Buffer): Content | null {
  try {
    const bytes = readlinkSync(path, { encoding: 'buffer' });
    const after = lookAt(path);
    if (after === null || !after.isSymbolicLink()) return null;
    const isStill = after.size === bytes.length;
    return { mode: '120000', bytes, marks: marksOf(after), isStill, isShared: false };
  } catch (error) {
    if (isNotThere(error) || (error as NodeJS.ErrnoException).code === 'EINVAL') return null;
    throw error;
  }
}
