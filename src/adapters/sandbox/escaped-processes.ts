import { readdir, readFile } from 'node:fs/promises';

const LOOK_EVERY_MS = 500;

/**
 * Watches for processes of a run that left its process group (a daemon that called setsid) and ends them once the
 * program itself, which is our child, has ended. They are known by a variable of their environment; one that
 * cleared it is not found, which is why S0 is no boundary. Linux only; elsewhere it does nothing.
 */
export function watchEscaped(variable: string, value: string): AsyncDisposable {
  const mark = `${variable}=${value}`;
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(() => endEscaped(mark));
  }, LOOK_EVERY_MS);
  timer.unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await looking;
      await endEscaped(mark);
    },
  };
}

async function endEscaped(mark: string): Promise<void> {
  const marked = await findMarked(mark);
  if (marked.some(({ parent }) => parent === process.pid)) return;
  for (const { pid } of marked) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself in the meantime.
    }
  }
}

async function findMarked(mark: string): Promise<{ pid: number; parent: number }[]> {
  const names = await readdir('/proc').catch(() => []);
  const found = names.filter((name) => /^\d+$/.test(name)).map((pid) => readMarked(pid, mark));
  return (await Promise.all(found)).flat();
}

async function readMarked(pid: string, mark: string): Promise<{ pid: number; parent: number }[]> {
  try {
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8');
    if (!environment.split('\0').includes(mark)) return [];
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // "pid (name) state parent …": the name may hold anything, so count from its closing bracket.
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? [] : [{ pid: Number(pid), parent: Number(parent) }];
  } catch {
    return [];
  }
}
