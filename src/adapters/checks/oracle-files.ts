import { lstat, mkdir, readFile, readlink, rm, rmdir, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { digestText } from '../../core/digest.ts';
import type { OracleFile } from '../../core/schema/check.ts';

/** Thrown when an oracle test cannot be laid over the checkout as the contract bound it. */
export class OracleProblem extends Error {}

/**
 * Lays the contract’s own tests over a checkout, whatever stands there; disposing takes them away and puts back what
 * was there before. Links are never followed: a directory that the agent made a link would lead outside.
 * @throws OracleProblem when a digest does not match, or a directory on the way is a link or a file
 */
export async function layOracleFiles(
  root: string,
  files: readonly OracleFile[],
): Promise<AsyncDisposable> {
  const undo: Undo[] = [];
  const dispose = async () => {
    for (const step of undo.reverse()) await step();
  };
  try {
    for (const file of files) {
      if (digestText(file.content) !== file.digest) {
        throw new OracleProblem(`The test ${file.path} is not the one the contract is bound to.`);
      }
      await layOne(root, file, undo);
    }
  } catch (error) {
    await dispose();
    throw error;
  }
  return { [Symbol.asyncDispose]: dispose };
}

type Undo = () => Promise<void>;

async function layOne(root: string, file: OracleFile, undo: Undo[]): Promise<void> {
  await makeDirectories(root, dirname(file.path), undo);
  const target = join(root, file.path);
  const putBack = await takeAway(target, file.path);
  undo.push(async () => {
    // The check may have put a link in the way; what is tracked is restored in any case.
    if (!(await isRealWay(root, dirname(file.path)))) return;
    await rm(target, { recursive: true, force: true });
    await putBack();
  });
  await writeFile(target, file.content, { flag: 'wx' });
}

/** Removes what stands there; the answer puts it back. */
async function takeAway(target: string, path: string): Promise<Undo> {
  const stat = await lstat(target).catch(() => null);
  if (stat === null) return async () => {};
  if (stat.isSymbolicLink()) {
    const link = await readlink(target);
    await rm(target);
    return () => symlink(link, target);
  }
  if (!stat.isFile()) throw new OracleProblem(`Where the test ${path} belongs there is no file.`);
  const bytes = await readFile(target);
  await rm(target);
  return () => writeFile(target, bytes, { mode: stat.mode & 0o7777 });
}

async function makeDirectories(root: string, path: string, undo: Undo[]): Promise<void> {
  for (const directory of waysTo(root, path)) {
    if (basename(directory).toLowerCase() === '.git') {
      throw new OracleProblem(`${path} lies in .git.`);
    }
    const stat = await lstat(directory).catch(() => null);
    if (stat && !stat.isDirectory()) {
      throw new OracleProblem(`The way to the test leads through ${path}, which is no directory.`);
    }
    if (stat) continue;
    await mkdir(directory);
    // What the check wrote beside the test keeps the directory; it is no tracked file.
    undo.push(() => rmdir(directory).catch(() => undefined));
  }
}

async function isRealWay(root: string, path: string): Promise<boolean> {
  for (const directory of waysTo(root, path)) {
    const stat = await lstat(directory).catch(() => null);
    if (!stat?.isDirectory()) return false;
  }
  return true;
}

/** `a/b` under root: root/a, root/a/b. */
function waysTo(root: string, path: string): string[] {
  const parts = path.split('/').filter((name) => name !== '.' && name !== '');
  return parts.map((_, index) => join(root, ...parts.slice(0, index + 1)));
}
