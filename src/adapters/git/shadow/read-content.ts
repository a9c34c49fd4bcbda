import { closeSync, constants, fstatSync, openSync, readlinkSync, readSync } from 'node:fs';
import type { RawPath } from '../raw-path.ts';
import { type At, isForbidden, isNotThere, lookAt } from './inner-places.ts';
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

/** What is over the cap, what may not be read, and what is no file or link. */
export type NoContent =
  | { tooLarge: Marks }
  | { forbidden: Marks }
  | { special: true }
  | { directory: true };

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
    const read = stats.isFile() ? readFile(path, maximumFileBytes) : readLink(path);
    if (read === 'forbidden') return { forbidden: marksOf(stats) };
    if (read === null) continue;
    if (!('bytes' in read) || read.isStill) return read;
    last = read;
  }
  return last;
}

function readFile(
  path: string | Buffer,
  maximumFileBytes: number,
): Content | { tooLarge: Marks } | 'forbidden' | null {
  let file: number;
  try {
    file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    // Replaced since it was looked at.
    if (isNotThere(error)) return null;
    if (isForbidden(error)) return 'forbidden';
    throw error;
  }
  try {
    const before = fstatSync(file);
    if (!before.isFile()) return null;
    // It may have grown since it was looked at.
    if (before.size > maximumFileBytes) return { tooLarge: marksOf(before) };
    const bytes = readSome(file, before.size);
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

/** No more than so many bytes, however fast a file grows. */
function readSome(file: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  let done = 0;
  while (done < size) {
    const more = readSync(file, bytes, done, size - done, null);
    if (more === 0) break;
    done += more;
  }
  return bytes.subarray(0, done);
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
