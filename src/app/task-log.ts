import { CatalogueError } from '../core/catalogue-error.ts';
import { maskStrings } from '../core/rules/text/mask-strings.ts';
import { evolve, fold } from '../core/run/evolve.ts';
import { chainEntries, entryDigest } from '../core/run/ledger-chain.ts';
import type { TaskState } from '../core/run/state.ts';
import type { Event, LedgerEntry } from '../core/schema/event.ts';
import type { Ports } from '../ports.ts';
import { ledgerDocuments } from './ledger-documents.ts';
import { turnstile } from './turnstile.ts';

/** One process’s view of a task’s ledger: the state so far, and what it has decided but not pushed yet. */
export interface TaskLog {
  readonly issue: number;
  readonly run: string;
  /** After everything in the ledger and everything noted. */
  state: TaskState;
  /** What the remote’s ledger stands at, as far as we know. */
  tip: string | null;
  /** Newest entry, pushed or not. */
  last: LedgerEntry | null;
  unpushed: LedgerEntry[];
}

/** Reads the ledger and folds it. */
export async function loadTaskLog(ports: Ports, issue: number, run: string): Promise<TaskLog> {
  const { entries, tip } = await ports.ledger.load(issue);
  return { issue, run, state: fold(entries), tip, last: entries.at(-1) ?? null, unpushed: [] };
}

/** Digest of the newest entry: what people are shown as the ledger’s tip. */
export function tipDigest(log: TaskLog): string | null {
  return log.last && entryDigest(log.last);
}

/** Takes events into the state now; they are pushed with the next flush. */
export function note(ports: Ports, log: TaskLog, events: readonly Event[]): void {
  const at = ports.clock.now().toISOString();
  for (const event of events) {
    log.state = evolve(log.state, event, { run: log.run, at });
    ports.journal.note({ what: event.type, event });
  }
  const entries = chainEntries(log.last, events, { at, run: log.run, epoch: log.state.epoch });
  log.unpushed = [...log.unpushed, ...entries];
  log.last = entries.at(-1) ?? log.last;
}

/**
 * Pushes what was noted. @throws CatalogueError `ledger-moved` when somebody else appended first; this view is then
 * worthless: load it again and decide anew.
 */
export async function flush(ports: Ports, log: TaskLog): Promise<void> {
  await flushing(log, async () => {
    if (log.unpushed.length === 0) return;
    const entries = await maskUnpushed(ports, log);
    const documents = ledgerDocuments(log.state);
    log.tip = await ports.ledger.append(log.issue, log.tip, entries, documents);
    // What another node noted meanwhile waits for the next flush.
    log.unpushed = log.unpushed.slice(entries.length);
  });
}

/**
 * Takes out what looks like a secret: a file’s name, an argument, a step of a plan may hold one, and the ledger takes
 * none. Then the state is what it would have been without it, for everybody who folds the ledger.
 * @returns what may be appended now; what was noted meanwhile comes with the next flush
 */
async function maskUnpushed(ports: Ports, log: TaskLog): Promise<LedgerEntry[]> {
  const count = log.unpushed.length;
  const events = log.unpushed.map(({ event }) => event);
  const masked = await maskStrings(events, ports.secrets.mask);
  if (masked !== events) {
    const pushed = (await ports.ledger.load(log.issue)).entries;
    log.state = fold(pushed);
    log.last = pushed.at(-1) ?? null;
    log.unpushed = log.unpushed.map((entry, at) => {
      const event = masked[at] ?? entry.event;
      log.state = evolve(log.state, event, entry);
      const [mended] = chainEntries(log.last, [event], entry);
      log.last = mended ?? entry;
      return log.last;
    });
  }
  return log.unpushed.slice(0, count);
}

/** Nodes of a graph work at once on one log: one append follows the other. */
const flushing = turnstile();

/** True for the failures that mean "somebody else was faster". */
export function lostRace(error: unknown): boolean {
  return (
    error instanceof CatalogueError &&
    (error.code === 'ledger-moved' || error.code === 'epoch-lost')
  );
}
