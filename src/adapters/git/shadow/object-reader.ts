import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { gitFailed } from '../git-failure.ts';
import { type RawPath, rawPath } from '../raw-path.ts';
import type { GitPlace } from '../trusted-git.ts';
import { createConversation } from './conversation.ts';

/** Reads objects of our own clone: loose ones here, packed ones through one git that goes on running. */
export interface ObjectReader {
  /** @throws CatalogueError `git-failed` when it is not there, is of another type, or is damaged */
  read(type: 'blob' | 'tree', sha: string): Promise<Buffer>;
  end(): void;
}

export interface TreeItem {
  name: RawPath;
  mode: string;
  sha: string;
}

export function createObjectReader(place: GitPlace & { objects: string }): ObjectReader {
  const git = createConversation(place, ['cat-file', '--batch']);
  return {
    read: async (type, sha) => {
      const bytes =
        readLoose(place.objects, sha) ?? (await git.ask(Buffer.from(`${sha}\n`), reader(sha)));
      const start = bytes.indexOf(0) + 1;
      const isWanted = bytes.toString('latin1', 0, start).startsWith(`${type} `);
      if (!isWanted || createHash('sha1').update(bytes).digest('hex') !== sha)
        throw gitFailed(['cat-file'], 0, `${sha} is not the ${type} it should be`);
      return bytes.subarray(start);
    },
    end: git.end,
  };
}

/** Header and content as git hashes them; null when there is no such file. */
function readLoose(objects: string, sha: string): Buffer | null {
  try {
    return inflateSync(readFileSync(`${objects}/${sha.slice(0, 2)}/${sha.slice(2)}`));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw gitFailed(['cat-file'], 0, `${sha} cannot be read: ${String(error)}`);
  }
}

/** Git says `<sha> <type> <size>`, a line end, the content, a line end; or `<sha> missing`. */
function reader(sha: string) {
  const chunks: Buffer[] = [];
  let size = 0;
  let wanted = Number.POSITIVE_INFINITY;
  let header = '';
  let start = 0;
  return (chunk: Buffer): { answer: Buffer } | null => {
    chunks.push(chunk);
    size += chunk.length;
    if (header === '') {
      const all = Buffer.concat(chunks);
      const end = all.indexOf(10);
      if (end < 0) return null;
      const [, type = '', bytes = ''] = all.toString('latin1', 0, end).split(' ');
      if (bytes === '') return { answer: Buffer.from(`${sha} is ${type}`) };
      header = `${type} ${bytes}\0`;
      start = end + 1;
      wanted = start + Number(bytes) + 1;
    }
    if (size < wanted) return null;
    const content = Buffer.concat(chunks).subarray(start, wanted - 1);
    return { answer: Buffer.concat([Buffer.from(header), content]) };
  };
}

/** The entries of a tree object: `<mode> <name>`, NUL, twenty bytes of id. */
export function parseTree(bytes: Buffer): TreeItem[] {
  const items: TreeItem[] = [];
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(32, at);
    const end = bytes.indexOf(0, space);
    items.push({
      mode: bytes.toString('latin1', at, space),
      name: rawPath(bytes.subarray(space + 1, end)),
      sha: bytes.toString('hex', end + 1, end + 21),
    });
    at = end + 21;
  }
  return items;
}
