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
  /** Several at once, in their order; all are held in memory. @throws as {@link ObjectReader.read} */
  readAll(type: 'blob' | 'tree', shas: readonly string[]): Promise<Buffer[]>;
  end(): void;
}

export interface TreeItem {
  name: RawPath;
  mode: string;
  sha: string;
}

export function createObjectReader(place: GitPlace & { objects: string }): ObjectReader {
  const git = createConversation(place, ['cat-file', '--batch']);
  async function readAll(type: 'blob' | 'tree', shas: readonly string[]): Promise<Buffer[]> {
    const found = shas.map((sha) => readLoose(place.objects, sha));
    const packed = shas.filter((_, n) => found[n] === null);
    const question = Buffer.from(packed.map((sha) => `${sha}\n`).join(''));
    const told = packed.length === 0 ? [] : await git.ask(question, reader(packed));
    return shas.map((sha, n) => contentOf(type, sha, found[n] ?? (told.shift() as Buffer)));
  }
  return {
    read: async (type, sha) => (await readAll(type, [sha]))[0] as Buffer,
    readAll,
    end: git.end,
  };
}

/** What follows the header, when it is that object and no other. */
function contentOf(type: 'blob' | 'tree', sha: string, bytes: Buffer): Buffer {
  const start = bytes.indexOf(0) + 1;
  const isWanted = bytes.toString('latin1', 0, start).startsWith(`${type} `);
  if (!isWanted || createHash('sha1').update(bytes).digest('hex') !== sha)
    throw gitFailed(['cat-file'], 0, `${sha} is not the ${type} it should be`);
  return bytes.subarray(start);
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

/** For each, git says `<sha> <type> <size>`, a line end, the content, a line end; or `<sha> missing`. */
function reader(shas: readonly string[]) {
  const answers: Buffer[] = [];
  let chunks: Buffer[] = [];
  let size = 0;
  let wanted = 0;
  return (chunk: Buffer): { answer: Buffer[] } | null => {
    chunks.push(chunk);
    size += chunk.length;
    if (size < wanted) return null;
    let rest = Buffer.concat(chunks);
    while (answers.length < shas.length) {
      const end = rest.indexOf(10);
      const [, type = '', bytes = ''] = rest.toString('latin1', 0, Math.max(end, 0)).split(' ');
      const isThere = bytes !== '';
      wanted = end < 0 ? rest.length + 1 : end + 1 + (isThere ? Number(bytes) + 1 : 0);
      if (rest.length < wanted) break;
      const header = isThere ? `${type} ${bytes}\0` : `${shas[answers.length]} is ${type}`;
      const content = isThere ? rest.subarray(end + 1, wanted - 1) : Buffer.alloc(0);
      answers.push(Buffer.concat([Buffer.from(header), content]));
      rest = rest.subarray(wanted);
    }
    chunks = [rest];
    size = rest.length;
    return answers.length === shas.length ? { answer: answers } : null;
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
