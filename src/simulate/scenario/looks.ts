import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Wake, webhookTrigger } from '../../core/rules/request/webhook-trigger.ts';
import type { Configuration } from '../../core/schema/configuration.ts';
import type { Delivery } from '../github/webhooks.ts';
import type { SentInput } from './messages.ts';
import { type ProductEnd, type ProductListener, ProductProcess } from './product-process.ts';

/** One process that looked, and how it ended. */
export interface LookRecord extends ProductEnd {
  run: string;
  event: string;
  /** What woke it: the kind of trigger and the person. */
  wokenBy: string;
  durationMs: number;
}

export interface LooksOptions {
  input: Omit<SentInput, 'stateDirectory' | 'sandboxLevel'>;
  /** Parent of what the processes keep on disk. */
  root: string;
  /** Whether each process finds an empty disk. */
  freshMachines: boolean;
  branchPrefix: string;
  sandbox: Configuration['sandbox']['level'] | 'auto';
  clock: { offsetMs: number };
  listener: ProductListener;
}

interface Order {
  event: string;
  payload: unknown;
  wake: Wake;
}

/**
 * Starts the product as GitHub Actions would: a process for each webhook that may concern a task, one at a time, equal
 * ones that wait only once.
 */
export class Looks {
  readonly records: LookRecord[] = [];
  /** The level that was asked for in the end. */
  sandboxLevel: Configuration['sandbox']['level'] | null;
  readonly #options: LooksOptions;
  readonly #queue: Order[] = [];
  readonly #running = new Map<ProductProcess, Promise<void>>();
  #standby: ProductProcess | null = null;
  #queueRuns = false;
  #started = 0;

  constructor(options: LooksOptions) {
    this.#options = options;
    this.sandboxLevel = options.sandbox === 'auto' ? null : options.sandbox;
    this.#standby = new ProductProcess();
  }

  get running(): ProductProcess[] {
    return [...this.#running.keys()];
  }

  /** Processes that broke instead of ending. */
  get problems(): string[] {
    return this.records.flatMap(({ run, killed, stderr, ended }) =>
      killed || (ended && stderr === '') ? [] : [`${run} broke: ${stderr.slice(-2000)}`],
    );
  }

  /** A webhook arrived. Those of a job’s own token start no workflow, as on GitHub. */
  hear({ event, payload, startsWorkflows }: Delivery): void {
    if (startsWorkflows) this.#enqueue(event, payload);
  }

  /** `workflow_dispatch` by a person. */
  dispatch(sender: { id: number; login: string }, issue: number): void {
    this.#enqueue('workflow_dispatch', {
      sender: { ...sender, type: 'User' },
      inputs: { issue: String(issue) },
    });
  }

  /** The schedule’s turn: it looks at every open task. */
  schedule({ beside = false } = {}): void {
    const order = this.#orderOf('schedule', {});
    if (order && beside) void this.#run(order, true);
    else this.#enqueue('schedule', {});
  }

  setClock(): void {
    for (const product of this.running) product.setClock(this.#options.clock.offsetMs);
  }

  /** Resolves when no process runs and no webhook waits. */
  async idle(): Promise<void> {
    while (this.#queue.length > 0 || this.#running.size > 0) {
      await Promise.all(this.#running.values());
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Ends all processes at once. */
  stop(): void {
    this.#queue.length = 0;
    for (const product of this.running) product.kill();
    this.#standby?.kill();
    this.#standby = null;
  }

  #enqueue(event: string, payload: unknown): void {
    const order = this.#orderOf(event, payload);
    if (!order) return;
    const key = sameWake(order);
    if (this.#queue.some((waiting) => sameWake(waiting) === key)) return;
    this.#queue.push(order);
    void this.#drain();
  }

  #orderOf(event: string, payload: unknown): Order | null {
    const wake = webhookTrigger(event, payload, {
      at: new Date().toISOString(),
      branchPrefix: this.#options.branchPrefix,
    });
    return 'nothing' in wake ? null : { event, payload, wake };
  }

  async #drain(): Promise<void> {
    if (this.#queueRuns) return;
    this.#queueRuns = true;
    for (let order = this.#queue.shift(); order; order = this.#queue.shift())
      await this.#run(order, false);
    this.#queueRuns = false;
  }

  #run(order: Order, beside: boolean): Promise<void> {
    const product = this.#standby ?? new ProductProcess();
    this.#standby = null;
    const ended = this.#serve(product, order, beside).finally(() => this.#running.delete(product));
    this.#running.set(product, ended);
    return ended;
  }

  async #serve(product: ProductProcess, order: Order, beside: boolean): Promise<void> {
    const { input, root, freshMachines, clock, listener } = this.#options;
    this.#started += 1;
    const run = `sim-${this.#started}`;
    const fresh = freshMachines || beside;
    const stateDirectory = join(root, fresh ? run : 'machine');
    const begun = performance.now();
    const end = await product.look(
      {
        type: 'look',
        run,
        input: { ...input, stateDirectory, sandboxLevel: this.sandboxLevel },
        clockOffsetMs: clock.offsetMs,
        event: order.event,
        payload: order.payload,
      },
      {
        ...listener,
        note: (line, from) => {
          if (line.what === 'sandbox-level') this.sandboxLevel = line.level as 'S0' | 'S3';
          else listener.note(line, from);
          // The next process loads while this one works.
          this.#standby ??= new ProductProcess();
        },
      },
    );
    if (fresh) await rm(stateDirectory, { recursive: true, force: true });
    const { kind, sender } = order.wake.trigger;
    const wokenBy = sender ? `${kind} by ${sender.login}` : kind;
    const durationMs = Math.round(performance.now() - begun);
    this.records.push({ ...end, run, event: order.event, wokenBy, durationMs });
  }
}

/** Two webhooks that ask for the same look need only one, as long as it has not begun. */
function sameWake({ wake: { target, trigger, label, assignee } }: Order): string {
  const { kind, source, sender } = trigger;
  return JSON.stringify([target, kind, source, sender?.id, label, assignee]);
}
