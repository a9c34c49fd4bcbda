import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';

const Info = z.object({ 'child-pid': z.int().min(2) });
const TRIES = 400;
const PAUSE_MS = 5;

/** Process 1 of a sandbox, from what bwrap wrote to `--info-fd`; null when it did not start (yet). */
export function firstProcess(info: string): number | null {
  const parsed = Info.safeParse(readJson(info));
  return parsed.success ? parsed.data['child-pid'] : null;
}

/**
 * Waits until process 1 of a sandbox is gone, and with it every process of its pid namespace: bwrap reports the exit of
 * the program a moment before. What a daemon held (a port, a file) is free then. Two seconds at most: it is dying.
 */
export async function namespaceEnd(first: number | null): Promise<void> {
  if (first === null) return;
  for (let tries = 0; tries < TRIES && (await lives(first)); tries += 1) await wait(PAUSE_MS);
}

/** A zombie has ended, and its namespace with it; who should collect it may never do so. */
async function lives(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // "pid (name) state …": the name may hold anything, so look behind its closing bracket.
  return stat !== '' && !/^ [ZX]/.test(stat.slice(stat.lastIndexOf(')') + 1));
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
