import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { mkdir, open, rename, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { deflate, deflateSync, inflateSync } from 'node:zlib';
import { pathBytes, type RawPath } from './raw-path.ts';

const compress = promisify(deflate);

export interface TreeEntry {
  mode: string;
  name: RawPath;
  sha: string;
}

/** The id git gives an object, and the bytes it is stored as before compression. */
function encode(type: 'blob' | 'tree', content: Uint8Array): { sha: string; bytes: Buffer } {
  const bytes = Buffer.concat([Buffer.from(`${type} ${content.byteLength}\0`), content]);
  return { sha: createHash('sha1').update(bytes).digest('hex'), bytes };
}

/**
 * Writes one object into an object directory, without a git process, and returns its id (SHA-1 repositories only).
 * Either the whole object is there afterwards or nothing.
 */
async function writeObject(
  objects: string,
  type: 'blob' | 'tree',
  content: Uint8Array,
): Promise<string> {
  const { sha, bytes } = encode(type, content);
  const directory = `${objects}/${sha.slice(0, 2)}`;
  const path = `${directory}/${sha.slice(2)}`;
  if (await exists(path)) return sha;
  await mkdir(directory, { recursive: true });
  const temporary = `${directory}/tmp_obj_${randomUUID()}`;
  const file = await open(temporary, 'wx', 0o444);
  try {
    await file.writeFile(await compress(bytes, { level: 1 }));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  return sha;
}

/** The id an object would have. */
export function objectId(type: 'blob' | 'tree', content: Uint8Array): string {
  return encode(type, content).sha;
}

/**
 * As git writes the objects of a checkpoint: whole or not at all, but not forced to the disk one by one. Synchronous,
 * for a few small objects.
 */
export function writeObjectNow(
  objects: string,
  type: 'blob' | 'tree',
  content: Uint8Array,
): string {
  const { sha, bytes } = encode(type, content);
  const directory = `${objects}/${sha.slice(0, 2)}`;
  const path = `${directory}/${sha.slice(2)}`;
  if (existsSync(path)) return sha;
  mkdirSync(directory, { recursive: true });
  const temporary = `${directory}/tmp_obj_${randomUUID()}`;
  writeFileSync(temporary, deflateSync(bytes, { level: 1 }), { flag: 'wx', mode: 0o444 });
  renameSync(temporary, path);
  return sha;
}

/** The bytes of a blob that lies in a file of its own; null when it does not, or is not what its name says. */
export function readLooseBlob(objects: string, sha: string): Buffer | null {
  try {
    const file = readFileSync(`${objects}/${sha.slice(0, 2)}/${sha.slice(2)}`);
    const bytes = inflateSync(file);
    const content = bytes.subarray(bytes.indexOf(0) + 1);
    return objectId('blob', content) === sha ? content : null;
  } catch {
    return null;
  }
}

export function writeBlob(objects: string, text: string): Promise<string> {
  return writeObject(objects, 'blob', Buffer.from(text, 'utf8'));
}

export function writeTree(objects: string, entries: readonly TreeEntry[]): Promise<string> {
  return writeObject(objects, 'tree', encodeTree(entries));
}

/** A tree’s content: entries in git’s order, where a directory sorts as if its name ended with a slash. */
export function encodeTree(entries: readonly TreeEntry[]): Buffer {
  const key = ({ mode, name }: TreeEntry) => (mode === '40000' ? `${name}/` : name);
  const sorted = entries.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
  return Buffer.concat(
    sorted.flatMap(({ mode, name, sha }) => [
      pathBytes(`${mode} ${name}\0`),
      Buffer.from(sha, 'hex'),
    ]),
  );
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
