import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { CatalogueError } from '../../core/catalogue-error.ts';

/** Locks of this process, by what they protect: whoever has one in this process has it. */
const held = new Map<string, Promise<Server>>();

const pauseMs = 200;

/**
 * Makes this process the one owner of something on this machine until it is released or the process ends, however it
 * ends: the lock is a listening socket, which the operating system takes away with its process. Nothing stale can stay.
 * @param patienceMs how long another owner is waited for
 * @returns false when it was this process’s already
 * @throws CatalogueError `worktree-busy`
 */
export async function holdLock(what: string, patienceMs = 10_000): Promise<boolean> {
  const known = held.get(what);
  if (known) {
    await known;
    return false;
  }
  const taken = take(what, patienceMs);
  held.set(what, taken);
  await taken.catch((error) => {
    held.delete(what);
    throw error;
  });
  return true;
}

/** Lets another process have it. */
export async function releaseLock(what: string): Promise<void> {
  const server = await held.get(what)?.catch(() => null);
  held.delete(what);
  if (server) await new Promise<void>((resolve) => server.close(() => resolve()));
}

async function take(what: string, patienceMs: number): Promise<Server> {
  const name = createHash('sha256').update(what).digest('hex').slice(0, 32);
  // A name without a file, where the system has such: nothing to clear away.
  const isAbstract = process.platform === 'linux';
  const path = `${isAbstract ? '\0' : `${tmpdir()}/`}contractor-${name}`;
  const until = performance.now() + patienceMs;
  for (;;) {
    const server = await listen(path);
    if (server) return server;
    if (!isAbstract && !(await answers(path))) await rm(path, { force: true });
    else if (performance.now() >= until) throw new CatalogueError('worktree-busy', what);
    else await wait(pauseMs);
  }
}

/** Null when somebody listens there already. */
function listen(path: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    );
    server.listen(path, () => resolve(server));
    // It protects; it is nothing to wait for.
    server.unref();
  });
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path, () => resolve(true)).once('error', () => resolve(false));
    socket.unref().once('close', () => socket.destroy());
  });
}
