import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, readlinkSync } from 'node:fs';
import { chmod, lstat, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `contractor-<kind>-<pid namespace>.<pid>.<start>-<random>`, numbers in base 36: who made it stands in the name. */
const NAME = /^contractor-[a-z]+-([0-9a-z]+)\.([0-9a-z]+)\.([0-9a-z]+)-\w{6}$/;

let self: string | null = null;
let isSwept = false;

/**
 * A directory of this process outside everything that is kept. Whoever makes it removes it; what a killed process left
 * is removed in the background by the first that makes one after it.
 */
export function makeTemporaryDirectory(kind: string): string {
  self ??= nameOfSelf();
  const path = mkdtempSync(join(tmpdir(), `contractor-${kind}-${self}-`));
  if (!isSwept) void sweepTemporaryDirectories();
  isSwept = true;
  return path;
}

/** Removes the directories whose process is gone. One of which that cannot be known is kept. */
export async function sweepTemporaryDirectories(parent = tmpdir()): Promise<void> {
  self ??= nameOfSelf();
  const [namespace] = self.split('.');
  const names = await readdir(parent).catch(() => []);
  for (const name of names) {
    const [, where, pid = '', start = ''] = NAME.exec(name) ?? [];
    // In another container the same number is another process.
    if (where !== namespace || isRunning(Number.parseInt(pid, 36), start)) continue;
    const path = join(parent, name);
    const stats = await lstat(path).catch(() => null);
    if (stats?.isDirectory() && stats.uid === process.getuid?.())
      await removeTree(path).catch(() => {});
  }
}

/**
 * Removes a directory that programs have filled: write-protected ones (Go’s module cache) and ones too deep to be named
 * included. Nothing may run there any more; no link is followed.
 */
export async function removeTree(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true });
  } catch {
    await flatten(path);
    await rm(path, { recursive: true, force: true });
  }
}

/** Opens every directory below and brings it up beside the others, so that no name of one is long. */
async function flatten(top: string): Promise<void> {
  const prefix = join(top, `flat-${randomUUID()}-`);
  const waiting = [top];
  for (const directory of waiting) {
    await chmod(directory, 0o700);
    for (const entry of await readdir(directory, { withFileTypes: true, encoding: 'buffer' })) {
      if (!entry.isDirectory()) continue;
      const there = Buffer.concat([Buffer.from(`${directory}/`), entry.name]);
      await chmod(there, 0o700);
      await rename(there, `${prefix}${waiting.length}`);
      waiting.push(`${prefix}${waiting.length}`);
    }
  }
}

function nameOfSelf(): string {
  const numbers = [Number(pidNamespace()), process.pid, Number(startOf(process.pid) ?? 0)];
  return numbers.map((number) => number.toString(36)).join('.');
}

function isRunning(pid: number, start: string): boolean {
  const found = startOf(pid);
  if (found !== null) return found === String(Number.parseInt(start, 36));
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When a process started, in ticks since the machine did (proc_pid_stat(5)): a number is given out again. Null without /proc. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

function pidNamespace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0';
  } catch {
    return '0';
  }
}
