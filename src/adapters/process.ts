import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { descriptors } from './process/descriptors.ts';
import { headAndTail } from './process/head-and-tail.ts';

/** One program to run: never through a shell, never with an inherited environment. */
export interface ProcessRequest {
  /** Program and arguments; the program is looked up in `env.PATH`. */
  argv: readonly string[];
  cwd: string;
  /** The whole environment of the child: nothing is added to it. */
  env: Readonly<Record<string, string>>;
  stdin?: Uint8Array | string | undefined;
  /** After it the whole process group is ended. No limit when left out. */
  timeoutSeconds?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Hears what the program writes on its file descriptor 3, which it has only then. */
  onReport?: ((chunk: Buffer) => void) | undefined;
}

/** How a process ended. `exitCode` is null when a signal ended it. */
export interface ProcessEnd {
  exitCode: number | null;
  timedOut: boolean;
  aborted: boolean;
  durationMs: number;
}

export interface LoggedEnd extends ProcessEnd {
  /** stdout and stderr as they arrived; what is beyond the cap is missing from the middle. */
  output: Buffer;
  /** Bytes that were written, kept or not. */
  outputBytes: number;
  /** SHA-256 in hex over every byte that was written, kept or not. */
  outputDigest: string;
}

export interface CapturedEnd extends ProcessEnd {
  stdout: Buffer;
  /** The last 64 KiB. */
  stderr: Buffer;
}

const megabyte = 1 << 20;
const graceMs = 2000;
const stderrBytes = 64 << 10;

/**
 * Runs a program and keeps its log: both streams together, capped at `maximumOutputBytes` (1 MiB when left out) by
 * dropping the middle, digested in full.
 * @throws when the program cannot be started
 */
export async function runLogged(
  request: ProcessRequest & { maximumOutputBytes?: number | undefined },
): Promise<LoggedEnd> {
  const hash = createHash('sha256');
  const kept = headAndTail(request.maximumOutputBytes ?? megabyte);
  const take = (chunk: Buffer) => {
    hash.update(chunk);
    kept.add(chunk);
  };
  const end = await run(request, take, take);
  return {
    ...end,
    output: kept.read(),
    outputBytes: kept.bytes(),
    outputDigest: hash.digest('hex'),
  };
}

/**
 * Runs a program for what it prints on stdout, whole.
 * @throws when it cannot be started, or prints more than `maximumOutputBytes` (256 MiB when left out): then it is ended
 */
export async function runCaptured(
  request: ProcessRequest & { maximumOutputBytes?: number | undefined },
): Promise<CapturedEnd> {
  const limit = request.maximumOutputBytes ?? 256 * megabyte;
  const chunks: Buffer[] = [];
  let size = 0;
  const end = await runWithErrors(request, (chunk) => {
    size += chunk.length;
    if (size > limit) throw new Error(`${request.argv[0]} printed more than ${limit} bytes`);
    chunks.push(chunk);
  });
  return { ...end, stdout: Buffer.concat(chunks) };
}

/**
 * Runs a program and hands on each NUL-terminated record of its stdout as it arrives, so that long lists need no memory.
 * A last record without its NUL is handed on too. An error thrown by `onRecord` ends the program and is thrown again.
 */
export async function runRecords(
  request: ProcessRequest,
  onRecord: (record: Buffer) => void,
): Promise<Omit<CapturedEnd, 'stdout'>> {
  let rest: Buffer[] = [];
  const end = await runWithErrors(request, (chunk) => {
    let from = 0;
    for (let at = chunk.indexOf(0); at >= 0; at = chunk.indexOf(0, from)) {
      const piece = chunk.subarray(from, at);
      onRecord(rest.length > 0 ? Buffer.concat([...rest, piece]) : piece);
      rest = [];
      from = at + 1;
    }
    if (from < chunk.length) rest.push(chunk.subarray(from));
  });
  if (rest.length > 0) onRecord(Buffer.concat(rest));
  return end;
}

/** A program that goes on running and is spoken to. */
export interface RunningProcess {
  /** Resolves once the program, or its pipe, has taken it; what has ended takes nothing. */
  write(bytes: Uint8Array): Promise<void>;
  /** Ends it and whatever it started. */
  end(): void;
}

/**
 * Starts a program that answers what is written to it. It keeps nobody waiting: our own end is its end.
 * @param onStdout hears what it prints
 * @param onEnd hears once that it ended, by itself or not; `exitCode` is null when a signal or we ended it
 */
export function startProcess(
  request: Pick<ProcessRequest, 'argv' | 'cwd' | 'env'>,
  onStdout: (chunk: Buffer) => void,
  onEnd: (end: { exitCode: number | null; stderr: string }) => void,
): RunningProcess {
  const errors = headAndTail(stderrBytes, 0);
  const ending = new AbortController();
  let child: ChildProcessWithoutNullStreams | null = null;
  const ended = (exitCode: number | null) => onEnd({ exitCode, stderr: errors.read().toString() });
  const options = { ...request, signal: ending.signal };
  void run(options, onStdout, errors.add, (started) => {
    child = started;
  }).then(
    ({ exitCode }) => ended(exitCode),
    (error: unknown) => {
      errors.add(Buffer.from(String(error)));
      ended(null);
    },
  );
  return {
    write: (bytes) =>
      new Promise((resolve) => {
        if (child?.stdin.writable) child.stdin.write(bytes, () => resolve());
        else resolve();
      }),
    end: () => ending.abort(),
  };
}

async function runWithErrors(request: ProcessRequest, onStdout: (chunk: Buffer) => void) {
  const errors = headAndTail(stderrBytes, 0);
  const end = await run(request, onStdout, errors.add);
  return { ...end, stderr: errors.read() };
}

/** Process groups that still run, so that they end with us. */
const alive = new Set<number>();

function run(
  request: ProcessRequest,
  onStdout: (chunk: Buffer) => void,
  onStderr: (chunk: Buffer) => void,
  onStart?: (child: ChildProcessWithoutNullStreams) => void,
): Promise<ProcessEnd> {
  const [program, ...args] = request.argv;
  if (program === undefined) throw new TypeError('argv is empty');
  if (request.signal?.aborted)
    return Promise.resolve({ exitCode: null, timedOut: false, aborted: true, durationMs: 0 });
  const started = performance.now();
  return new Promise((resolve, reject) => {
    // A group of its own, so that whatever the program starts can be ended with it.
    const child = spawn(program, args, {
      cwd: request.cwd,
      env: { ...request.env },
      stdio: descriptors(request.onReport !== undefined),
      shell: false,
      detached: true,
    }) as ChildProcessWithoutNullStreams;
    const group = child.pid;
    let timedOut = false;
    let aborted = false;
    let failure: unknown;
    const stop = stopper(group);
    const onAbort = () => {
      aborted = true;
      stop.gently();
    };
    const guarded = (handle: (chunk: Buffer) => void) => (chunk: Buffer) => {
      if (failure !== undefined) return;
      try {
        handle(chunk);
      } catch (error) {
        failure = error;
        stop.now();
      }
    };
    const timer =
      request.timeoutSeconds === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true;
            stop.gently();
          }, request.timeoutSeconds * 1000);
    const settle = () => {
      clearTimeout(timer);
      stop.clear();
      request.signal?.removeEventListener('abort', onAbort);
      if (group !== undefined) alive.delete(group);
    };

    if (group !== undefined) remember(group);
    child.stdout.on('data', guarded(onStdout));
    child.stderr.on('data', guarded(onStderr));
    if (request.onReport) child.stdio[3]?.on('data', guarded(request.onReport));
    if (onStart) converse(child, onStart);
    else feed(child, request.stdin);
    child.once('error', (error) => {
      settle();
      reject(error);
    });
    // What the program left running would hold the pipes open, and our promise with them.
    child.once('exit', () => stop.now());
    child.once('close', (exitCode) => {
      settle();
      if (failure !== undefined) reject(failure);
      else resolve({ exitCode, timedOut, aborted, durationMs: performance.now() - started });
    });
    request.signal?.addEventListener('abort', onAbort, { once: true });
  });
}

function feed(child: ChildProcessWithoutNullStreams, stdin: Uint8Array | string | undefined): void {
  // A program that ends before it has read everything closes the pipe; its exit code tells the story.
  child.stdin.on('error', () => undefined);
  child.stdin.end(stdin);
}

function converse(
  child: ChildProcessWithoutNullStreams,
  onStart: (child: ChildProcessWithoutNullStreams) => void,
): void {
  child.stdin.on('error', () => undefined);
  // It waits for us, so nothing waits for it.
  child.unref();
  for (const stream of [child.stdin, child.stdout, child.stderr]) (stream as Socket).unref();
  onStart(child);
}

function remember(group: number): void {
  if (alive.size === 0 && process.listeners('exit').indexOf(endAll) < 0) process.on('exit', endAll);
  alive.add(group);
}

function endAll(): void {
  for (const group of alive) killGroup(group, 'SIGKILL');
}

/** Ends a process group: with a chance to clean up first, or at once. */
function stopper(group: number | undefined) {
  let timer: NodeJS.Timeout | undefined;
  const now = () => {
    if (group !== undefined) killGroup(group, 'SIGKILL');
  };
  return {
    now,
    gently: () => {
      if (group !== undefined) killGroup(group, 'SIGTERM');
      timer ??= setTimeout(now, graceMs);
    },
    clear: () => clearTimeout(timer),
  };
}

function killGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch (error) {
    // ESRCH: nobody is left. EPERM: macOS says so for a group of zombies.
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}
