import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { type RawPath, rawPath } from '../raw-path.ts';

/** What git’s index remembers of one file (gitformat-index). */
export interface IndexEntry {
  path: RawPath;
  /** Git’s mode, in octal digits. */
  mode: string;
  sha: string;
  /** Milliseconds since 1970, as Node computes them. */
  mtimeMs: number;
  ctimeMs: number;
  size: number;
  /** The low 32 bits of the inode’s number. */
  inode: number;
}

export interface IndexFile {
  entries: IndexEntry[];
  /** The tree it stands for, as far as git noted that: ids by directory, the root being the empty path. */
  trees: ReadonlyMap<RawPath, string>;
  /** When the file was written, by the clock of its file system. */
  writtenMs: number;
}

/** Reads an index of versions 2 and 3. Null for one that is missing, cut off, damaged, or of another kind. */
export function readIndexFile(path: string): IndexFile | null {
  const file = readWithTime(path);
  if (file === null) return null;
  const { bytes, writtenMs } = file;
  const body = bytes.subarray(0, -20);
  const isWhole =
    body.length > 12 && createHash('sha1').update(body).digest().equals(bytes.subarray(-20));
  if (!isWhole || body.toString('latin1', 0, 4) !== 'DIRC' || body.readUInt32BE(4) > 3) return null;
  const entries: IndexEntry[] = [];
  let at = 12;
  for (let count = body.readUInt32BE(8); count > 0; count--) {
    const flags = body.readUInt16BE(at + 60);
    const isExtended = (flags & 0x4000) !== 0;
    // A conflict, or a mark that makes git look away: no index of ours.
    if ((flags & 0xb000) !== 0 || isExtended) return null;
    const start = at + 62;
    const end = body.indexOf(0, start);
    entries.push({
      path: rawPath(body.subarray(start, end)),
      mode: body.readUInt32BE(at + 24).toString(8),
      sha: body.toString('hex', at + 40, at + 60),
      ctimeMs: body.readUInt32BE(at) * 1e3 + body.readUInt32BE(at + 4) / 1e6,
      mtimeMs: body.readUInt32BE(at + 8) * 1e3 + body.readUInt32BE(at + 12) / 1e6,
      inode: body.readUInt32BE(at + 20),
      size: body.readUInt32BE(at + 36),
    });
    // Each entry is padded with one to eight NULs to a multiple of eight.
    at += ((end - at) & ~7) + 8;
  }
  return { entries, trees: treesOf(body.subarray(at)), writtenMs };
}

function readWithTime(path: string): { bytes: Buffer; writtenMs: number } | null {
  try {
    const file = openSync(path, 'r');
    try {
      const { mtimeMs } = fstatSync(file);
      return { bytes: readFileSync(file), writtenMs: mtimeMs };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The `TREE` extension: each directory’s name, NUL, number of entries (-1: unknown), number of children, id. */
function treesOf(extensions: Buffer): ReadonlyMap<RawPath, string> {
  const trees = new Map<RawPath, string>();
  for (let at = 0; at + 8 <= extensions.length; ) {
    const size = extensions.readUInt32BE(at + 4);
    if (extensions.toString('latin1', at, at + 4) === 'TREE')
      readTrees(extensions.subarray(at + 8, at + 8 + size), trees);
    at += 8 + size;
  }
  return trees;
}

function readTrees(bytes: Buffer, trees: Map<RawPath, string>): void {
  let at = 0;
  const read = (parent: RawPath): void => {
    const nameEnd = bytes.indexOf(0, at);
    const name = rawPath(bytes.subarray(at, nameEnd));
    const lineEnd = bytes.indexOf(10, nameEnd);
    const [entries = '', children = ''] = bytes.toString('latin1', nameEnd + 1, lineEnd).split(' ');
    at = lineEnd + 1;
    const path = parent === '' ? name : `${parent}/${name}`;
    if (Number(entries) >= 0) {
      trees.set(path, bytes.toString('hex', at, at + 20));
      at += 20;
    }
    for (let n = Number(children); n > 0; n--) read(path);
  };
  if (bytes.length > 0) read('');
}
