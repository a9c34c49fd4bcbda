import { CatalogueError } from '../core/catalogue-error.ts';
import { evolve, fold } from '../core/run/evolve.ts';
import { chainEntries, entryDigest } from '../core/run/ledger-chain.ts';
import type { TaskState } from '../core/run/state.ts';
import type { Event, LedgerEntry } from '../core/schema/event.ts';
import type { Ports } from '../ports.ts';
import { ledgerDocuments } from './ledger-documents.ts';

/** One process’s view of a task’s ledger: the state so far, and what it has decided but not pushed yet. */
export class TaskLog {
  state: TaskState;
  /** Digest of the newest entry, pushed or not. */
  digest: string | null;
  #tip: string | null;
  #unpushed: LedgerEntry[] = [];
  #last: LedgerEntry | null;
  readonly #ports: Ports;
  readonly #issue: number;
  readonly #run: string;

  private constructor(
    ports: Ports,
    issue: number,
    run: string,
    entries: LedgerEntry[],
    tip: string | null,
  ) {
    this.#ports = ports;
    this.#issue = issue;
    this.#run = run;
    this.state = fold(entries);
    this.#tip = tip;
    this.#last = entries.at(-1) ?? null;
    this.digest = this.#last && entryDigest(this.#last);
  }

  static async load(ports: Ports, issue: number, run: string): Promise<TaskLog> {
    const { entries, tip } = await ports.ledger.load(issue);
    return new TaskLog(ports, issue, run, entries, tip);
  }

  /** Takes events into the state now; they are pushed with the next flush. */
  note(events: readonly Event[]): void {
    if (events.length === 0) return;
    const at = this.#ports.clock.now().toISOString();
    for (const event of events) this.state = evolve(this.state, event, { run: this.#run, at });
    const entries = chainEntries(this.#last, events, {
      at,
      run: this.#run,
      epoch: this.state.epoch,
    });
    this.#unpushed.push(...entries);
    this.#last = entries.at(-1) ?? this.#last;
    this.digest = this.#last && entryDigest(this.#last);
    for (const event of events) this.#ports.journal.note({ what: event.type, event });
  }

  /**
   * Pushes what was noted. @throws CatalogueError `ledger-moved` when somebody else appended first; this view is
   * then worthless: load it again and decide anew.
   */
  async flush(): Promise<void> {
    if (this.#unpushed.length === 0) return;
    const entries = this.#unpushed;
    this.#tip = await this.#ports.ledger.append(
      this.#issue,
      this.#tip,
      entries,
      ledgerDocuments(this.state),
    );
    this.#unpushed = [];
  }
}

/** True for the one failure that means "somebody else was faster". */
export function lostRace(error: unknown): boolean {
  return error instanceof CatalogueError && error.code === 'ledger-moved';
}
