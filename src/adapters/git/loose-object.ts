import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  fsync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { promisify } from 'node:util';
import { deflate, deflateSync } from 'node:zlib';
import { pathBytes, type RawPath } from './raw-path.ts';

const compressAside = promisify(deflate);
const sync = promisify(fsync);

export interface TreeEntry {
  mode: string;
  name: RawPath;
  sha: string;
}

/** An object with its id, as the bytes it is stored as before compression (SHA-1 repositories only). */
export interface EncodedObject {
  sha: string;
  bytes: Buffer;
}

export function encodeObject(type: 'blob' | 'tree', content: Uint8Array): EncodedObject {
  const bytes = Buffer.concat([Buffer.from(`${type} ${content.byteLength}\0`), content]);
  return { sha: createHash('sha1').update(bytes).digest('hex'), bytes };
}

/** Above it, compressing would hold everything else up. */
const LARGE = 256 << 10;

/**
 * Stores an object in an object directory, without a git process. Either the whole object is there afterwards or
 * nothing, whenever the process is killed.
 * @param isDurable whether to wait for the disk; git by default does not
 */
export async function storeObject(
  objects: string,
  { sha, bytes }: EncodedObject,
  isDurable = false,
): Promise<void> {
  const directory = `${objects}/${sha.slice(0, 2)}`;
  const path = `${directory}/${sha.slice(2)}`;
  if (isKept(path)) return;
  const level = { level: 1 };
  const packed =
    bytes.length > LARGE ? await compressAside(bytes, level) : deflateSync(bytes, level);
  const temporary = `${directory}/tmp_obj_${randomUUID()}`;
  try {
    await writeNew(directory, temporary, packed, isDurable);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** A file that is there counts as new from now on, so that no clearing up takes it before it is referred to. */
function isKept(path: string): boolean {
  try {
    const now = new Date();
    utimesSync(path, now, now);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

async function writeNew(directory: string, path: string, bytes: Uint8Array, isDurable: boolean) {
  let file: number;
  try {
    file = openSync(path, 'wx', 0o444);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    mkdirSync(directory, { recursive: true });
    file = openSync(path, 'wx', 0o444);
  }
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    if (isDurable) await sync(file);
  } finally {
    closeSync(file);
  }
}

export async function writeBlob(objects: string, text: string): Promise<string> {
  const object = encodeObject('blob', Buffer.from(text, 'utf8'));
  await storeObject(objects, object, true);
  return object.sha;
}

export async function writeTree(objects: string, entries: readonly TreeEntry[]): Promise<string> {
  const object = encodeTree(entries);
  await storeObject(objects, object, true);
  return object.sha;
}

/** A tree: its entries in git’s order, where a directory sorts as if its name ended with a slash. */
export function encodeTree(entries: readonly TreeEntry[]): EncodedObject {
  const key = ({ mode, name }: TreeEntry) => (mode === '40000' ? `${name}/` : name);
  const keyed = entries.map((entry) => ({ entry, key: key(entry) }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : 1));
  const content = keyed.flatMap(({ entry: { mode, name, sha } }) => [
    pathBytes(`${mode} ${name}\0`),
    Buffer.from(sha, 'hex'),
  ]);
  return encodeObject('tree', Buffer.concat(content));
}
