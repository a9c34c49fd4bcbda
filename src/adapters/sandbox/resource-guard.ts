import { readdir, readFile, statfs } from 'node:fs/promises';

/** What a run may take while nothing of the kernel’s bounds it. */
export interface Guarded {
  /** File systems it can write to: any directory on each. */
  places: readonly string[];
  /** By how much the space left on one of them may shrink. */
  diskBytes: number;
  /** Memory of all its processes; null: a control group sees to it. */
  memoryBytes: number | null;
  /** Processes at once; null: a control group sees to it. */
  processes: number | null;
  /** Process 1 of its pid namespace, once that is known. */
  first: () => number | null;
}

const LOOK_EVERY_MS = 250;
/** What is left for others on a disk, at most half of what was free; the same for the number of files. */
const RESERVE_BYTES = 2 ** 30;
const RESERVE_FILES = 10_000;

/**
 * Looks four times a second at what a run takes, and ends its pid namespace when that is too much. It sees late, so it
 * is the second line behind limits of the kernel, and the first where there are none: a disk that fills up, and memory and
 * processes where no control group can be made. `exceeded` then says what there was too much of.
 */
export async function guardResources(
  guarded: Guarded,
): Promise<AsyncDisposable & { exceeded(): string | null }> {
  const floors = await Promise.all(
    guarded.places.map((place) => floorOf(place, guarded.diskBytes)),
  );
  let exceeded: string | null = null;
  const look = async () => {
    const first = guarded.first();
    if (first === null || exceeded !== null) return;
    const found = (await diskTaken(floors)) ?? (await processesTaken(guarded, first));
    if (found === null) return;
    exceeded = found;
    end(first);
  };
  let looking = Promise.resolve();
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    looking = look().finally(() => {
      busy = false;
    });
  }, LOOK_EVERY_MS);
  timer.unref();
  return {
    exceeded: () => exceeded,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await looking;
    },
  };
}

interface Floor {
  place: string;
  bytes: number;
  files: number;
}

async function floorOf(place: string, diskBytes: number): Promise<Floor> {
  const { bytes, files } = await leftOn(place);
  return {
    place,
    bytes: Math.max(bytes - diskBytes, Math.min(RESERVE_BYTES, bytes / 2)),
    files: Math.min(RESERVE_FILES, files / 2),
  };
}

async function diskTaken(floors: readonly Floor[]): Promise<string | null> {
  for (const { place, bytes, files } of floors) {
    const left = await leftOn(place).catch(() => null);
    if (left !== null && left.bytes < bytes) return 'disk space';
    if (left !== null && left.files < files) return 'files on the disk';
  }
  return null;
}

/** Some file systems do not count files: none are left of none. */
async function leftOn(place: string): Promise<{ bytes: number; files: number }> {
  const { bavail, bsize, ffree } = await statfs(place);
  return { bytes: bavail * bsize, files: ffree };
}

async function processesTaken(
  { memoryBytes, processes }: Guarded,
  first: number,
): Promise<string | null> {
  if (memoryBytes === null && processes === null) return null;
  const own = below(await readProcesses(), first);
  if (processes !== null && own.length > processes) return 'processes';
  if (memoryBytes === null || sum(own.map(({ bytes }) => bytes)) <= memoryBytes) return null;
  // What they share was counted for each of them: now its share of each.
  const shares = await Promise.all(
    own.map(async ({ pid, bytes }) => (await shareOf(pid)) ?? bytes),
  );
  return sum(shares) > memoryBytes ? 'memory' : null;
}

interface Seen {
  pid: number;
  parent: number;
  bytes: number;
}

async function readProcesses(): Promise<Seen[]> {
  const names = await readdir('/proc').catch(() => []);
  const seen = names.filter((name) => /^\d+$/.test(name)).map(readProcess);
  return (await Promise.all(seen)).flat();
}

async function readProcess(pid: string): Promise<Seen[]> {
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '');
  const parent = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1] ?? Number.NaN);
  const bytes = kilobytes(status, ['RssAnon', 'RssShmem']) * 1024;
  return Number.isNaN(parent) ? [] : [{ pid: Number(pid), parent, bytes }];
}

/** Pages of files are not counted: they can be had again. */
function kilobytes(text: string, names: readonly string[]): number {
  return sum(
    names.map((name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0)),
  );
}

/** Whoever loses its parent gets process 1 of its namespace for one: all of them hang below it. */
function below(all: readonly Seen[], first: number): Seen[] {
  const children = Map.groupBy(all, ({ parent }) => parent);
  const own = all.filter(({ pid }) => pid === first);
  for (const each of own) own.push(...(children.get(each.pid) ?? []));
  return own;
}

async function shareOf(pid: number): Promise<number | null> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'latin1').catch(() => '');
  return text === '' ? null : kilobytes(text, ['Pss_Anon', 'Pss_Shmem']) * 1024;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself in the meantime.
  }
}
