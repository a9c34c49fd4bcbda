import { type ChildProcess, fork } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CatalogueError } from '../../core/catalogue-error.ts';
import type { FromProduct, LookEnd, ToProduct } from './messages.ts';

export type LookOrder = Extract<ToProduct, { type: 'look' }>;

/** What a process tells while it runs. */
export interface ProductListener {
  /** Awaited before the process may go on. */
  moments(moments: string[], process: ProductProcess): Promise<void>;
  note(line: { what: string; [field: string]: unknown }, process: ProductProcess): void;
}

/** How a process ended. */
export interface ProductEnd {
  looks: LookEnd[];
  /** Why it looked at nothing. */
  ignored: string | null;
  failure: { code: string; message: string; remedy: string } | null;
  killed: boolean;
  /** It said itself that it was done. */
  ended: boolean;
  /** What it wrote to stderr: nothing, unless it broke. */
  stderr: string;
}

const CHILD = fileURLToPath(new URL('../child.ts', import.meta.url));

/** The product in a process of its own, which can be killed at any moment. It loads at once and waits for its order. */
export class ProductProcess {
  readonly #child: ChildProcess;
  /** From the beginning: one that broke while it loaded has ended before it is asked anything. */
  readonly #closed: Promise<void>;
  #killed = false;
  #stderr = '';

  constructor() {
    const [major = 0] = process.versions.node.split('.').map(Number);
    if (major < 24)
      throw new CatalogueError('bad-input', `Node 24 is needed here, this is ${process.version}.`);
    this.#child = fork(CHILD, [], {
      execPath: process.execPath,
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // Compiled once, not once a process.
      env: {
        NODE_COMPILE_CACHE: join(tmpdir(), 'contractor-compile-cache'),
        ...cleanEnvironment(),
      },
    });
    this.#closed = new Promise((resolve) => this.#child.once('close', () => resolve()));
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-20_000);
    });
  }

  /** Runs one look to the end of the process. */
  async look(order: LookOrder, listener: ProductListener): Promise<ProductEnd> {
    const end: ProductEnd = {
      looks: [],
      ignored: null,
      failure: null,
      killed: false,
      ended: false,
      stderr: '',
    };
    const child = this.#child;
    child.on('message', (message: FromProduct) => {
      switch (message.type) {
        case 'moments':
          void listener.moments(message.moments, this).then(() => {
            this.#send({ type: 'go', id: message.id });
          });
          break;
        case 'note':
          listener.note(message.line, this);
          break;
        case 'looked':
          end.looks.push(message.end);
          break;
        case 'ignored':
          end.ignored = message.reason;
          break;
        case 'failed': {
          const { type: _, ...failure } = message;
          end.failure = failure;
          break;
        }
        case 'done':
          end.ended = true;
          break;
        default:
      }
    });
    this.#send(order);
    await this.#closed;
    return { ...end, killed: this.#killed, stderr: this.#stderr };
  }

  setClock(offsetMs: number): void {
    this.#send({ type: 'clock', offsetMs });
  }

  kill(): void {
    this.#killed = true;
    this.#child.kill('SIGKILL');
  }

  #send(message: ToProduct): void {
    if (this.#child.connected && !this.#killed) this.#child.send(message, () => {});
  }
}

/** The environment without anything of a job around us: its token must not reach the product. */
export function cleanEnvironment(): Record<string, string> {
  const ours = /^(?:GITHUB|INPUT|RUNNER|ACTIONS|VITEST|NODE_OPTIONS|NODE_V8_COVERAGE)/;
  return Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && !ours.test(entry[0]),
    ),
  );
}
