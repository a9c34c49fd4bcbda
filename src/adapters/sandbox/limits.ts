import { readFile } from 'node:fs/promises';
import { totalmem } from 'node:os';

/** What one run may use. */
export interface Limits {
  /** At once, of all its processes. */
  processes: number;
  /** Of one file. */
  fileBytes: number;
  /** By how much the space left on a disk may shrink while it runs. */
  diskBytes: number;
  /** Of one process. */
  openFiles: number;
  /** Of private writable memory, a process; null: none (sanitizers and `go test -race` reserve terabytes). */
  memoryBytes: number | null;
  /** Memory of all its processes together; half of it for /dev/shm. */
  totalMemoryBytes: number;
}

/** An eighth of the memory stays for us. */
export function defaultLimits(): Limits {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return {
    processes: 4096,
    fileBytes: 4 * 2 ** 30,
    diskBytes: 32 * 2 ** 30,
    openFiles: 65_536,
    memoryBytes: null,
    totalMemoryBytes: Math.floor((memory / 8) * 7),
  };
}

const NAMES: Readonly<Record<string, string>> = {
  nproc: 'Max processes',
  fsize: 'Max file size',
  nofile: 'Max open files',
  data: 'Max data size',
};

/** Our own hard limits by prlimit’s names, which no sandbox may be given more than; unlimited ones are left out. */
export async function readHardLimits(): Promise<Record<string, number>> {
  const text = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const found = Object.entries(NAMES).flatMap(([name, title]): [string, number][] => {
    const hard = new RegExp(`^${title} +\\S+ +(\\d+)`, 'm').exec(text)?.[1];
    return hard === undefined ? [] : [[name, Number(hard)]];
  });
  return Object.fromEntries(found);
}
