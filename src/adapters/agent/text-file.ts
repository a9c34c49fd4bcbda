import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FileRefusal, type SafePath } from './safe-path.ts';

const MAXIMUM_FILE_BYTES = 5 * 1024 * 1024;

/**
 * Reads a regular text file. Pipes, devices, binary and oversized files are refused: they would hang, or be spoiled by an edit.
 * @throws FileRefusal
 */
export async function readTextFile(path: SafePath): Promise<string> {
  const found = path.exists ? await lstat(path.absolute) : null;
  if (found === null) throw new FileRefusal('not-found', `${path.relative} does not exist.`);
  if (found.isDirectory()) {
    throw new FileRefusal('is-directory', `${path.relative} is a directory; use list_files.`);
  }
  if (!found.isFile())
    throw new FileRefusal('special-file', `${path.relative} is no regular file.`);
  if (found.size > MAXIMUM_FILE_BYTES) {
    throw new FileRefusal(
      'too-large',
      `${path.relative} has ${found.size} bytes; use search or run.`,
    );
  }
  const file = await open(path.absolute, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const bytes = await file.readFile();
    if (bytes.subarray(0, 8000).includes(0)) {
      throw new FileRefusal('binary', `${path.relative} is binary (${bytes.length} bytes).`);
    }
    return decode(bytes, path.relative);
  } finally {
    await file.close();
  }
}

/**
 * Replaces or creates a file as a whole: a new file is renamed over the old one, so that a hard link elsewhere keeps
 * its content and a crash leaves the old or the new, never half. The mode of an old file is kept.
 */
export async function writeTextFile(path: SafePath, content: string): Promise<void> {
  const found = path.exists ? await lstat(path.absolute) : null;
  if (found !== null && !found.isFile()) {
    throw new FileRefusal('special-file', `${path.relative} is no regular file.`);
  }
  await mkdir(dirname(path.absolute), { recursive: true });
  const draft = join(dirname(path.absolute), `.contractor-${randomUUID()}`);
  try {
    const file = await open(draft, 'wx', 0o644);
    try {
      await file.writeFile(content, 'utf8');
    } finally {
      await file.close();
    }
    if (found !== null) await chmod(draft, found.mode & 0o777);
    await rename(draft, path.absolute);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

function decode(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new FileRefusal('not-utf8', `${name} is not UTF-8 text (${String(cause).slice(0, 60)}).`);
  }
}
