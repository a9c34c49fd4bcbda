import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import type { ShadowPlace } from './scan.ts';
import { git, gitLine } from './trusted-git.ts';

/**
 * The tree the index stands for. The index is no more than a memory of what was seen: one that cannot be read is made
 * anew from the last state, and the next scan finds out what is there.
 */
export async function readIndex(
  place: ShadowPlace,
  filledAfter: number,
  started: string,
  refs: string,
): Promise<string> {
  if (await isWhole(place.index)) return gitLine(place, ['write-tree']);
  await rm(place.index, { force: true });
  const number = await lastState(refs);
  const state = number > filledAfter ? await readFile(`${refs}/${number}`, 'utf8') : started;
  await git(place, ['read-tree', '--reset', state.trim()]);
  return gitLine(place, ['write-tree']);
}

/** Whether an index ends with its own checksum. Git does not look, and takes a missing one for that of an empty directory. */
async function isWhole(index: string): Promise<boolean> {
  const bytes = await readFile(index).catch(() => Buffer.alloc(0));
  const body = bytes.subarray(0, -20);
  return body.length > 0 && createHash('sha1').update(body).digest().equals(bytes.subarray(-20));
}

/** Number of the newest recorded state; 0 when there is none. */
export async function lastState(refs: string): Promise<number> {
  return Math.max(0, ...(await readdir(refs).catch(() => [])).map(Number));
}
