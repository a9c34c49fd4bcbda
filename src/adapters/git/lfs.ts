import type { RawPath } from './raw-path.ts';
import { readBlobs, type TreeFile } from './tree-reading.ts';
import { type GitPlace, git } from './trusted-git.ts';

const firstLine = Buffer.from('version https://git-lfs.github.com/spec/v1\n');

/** Pointer files are at most this long (the Git LFS specification). */
const longestPointer = 1024;

function isLfsPointer(content: Buffer): boolean {
  return content.length < longestPointer && content.subarray(0, firstLine.length).equals(firstLine);
}

/**
 * Finds the Git LFS pointer files among recorded ones; remembers what each blob was, so that only new ones are read.
 * Pointers in a tree without an attribute that makes them pointers are plain text: then nothing is read at all.
 */
export function createLfsFinder(place: GitPlace) {
  const known = new Map<string, boolean>();
  let inUse: boolean | null = null;

  /** @param attributesChanged whether a `.gitattributes` may differ from the files asked for before */
  return async (recorded: Iterable<TreeFile>, attributesChanged: boolean): Promise<RawPath[]> => {
    if (inUse === false && !attributesChanged) return [];
    const files = [...recorded].filter(({ mode }) => mode.startsWith('100'));
    if (inUse === null || attributesChanged) inUse = await namesLfs(place, files);
    if (!inUse) return [];
    const unknown = [...new Set(files.map(({ sha }) => sha))].filter((sha) => !known.has(sha));
    const small = await smallBlobs(place, unknown);
    const contents = await readBlobs(place, small);
    for (const sha of unknown) known.set(sha, false);
    small.forEach((sha, n) => {
      known.set(sha, isLfsPointer(contents[n] ?? Buffer.alloc(0)));
    });
    return files.filter(({ sha }) => known.get(sha)).map(({ path }) => path);
  };
}

async function namesLfs(place: GitPlace, files: readonly TreeFile[]): Promise<boolean> {
  const attributes = files.filter(({ path }) => isAttributesFile(path));
  const contents = await readBlobs(
    place,
    attributes.map(({ sha }) => sha),
  );
  return contents.some((content) => content.includes('filter=lfs'));
}

export function isAttributesFile(path: RawPath): boolean {
  return path === '.gitattributes' || path.endsWith('/.gitattributes');
}

async function smallBlobs(place: GitPlace, shas: readonly string[]): Promise<string[]> {
  if (shas.length === 0) return [];
  const stdin = shas.map((sha) => `${sha}\n`).join('');
  const format = '--batch-check=%(objectname) %(objectsize)';
  const lines = (await git(place, ['cat-file', format], { stdin })).toString().split('\n');
  return lines
    .map((line) => line.split(' '))
    .filter(([, size]) => Number(size) > firstLine.length && Number(size) < longestPointer)
    .map(([sha = '']) => sha);
}
