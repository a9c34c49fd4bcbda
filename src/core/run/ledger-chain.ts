import { CatalogueError } from '../catalogue-error.ts';
import { canonicalJson, digestText } from '../digest.ts';
import { type Event, LedgerEntry } from '../schema/event.ts';
import type { Digest, Timestamp } from '../schema/scalars.ts';

/** What stands beside each event that is appended in one go. */
export interface LedgerStamp {
  at: Timestamp;
  run: string;
  epoch: number;
}

/**
 * The digests of entries that were read from a line. An old line may lack fields that the schema now fills in, so the
 * digest of the filled entry would be another; the chain is over the lines as they were written.
 */
const written = new WeakMap<LedgerEntry, Digest>();

/** The digest the next entry names: of the line this entry is, or will be, written as. */
export function entryDigest(entry: LedgerEntry): Digest {
  return written.get(entry) ?? digestText(lineOf(entry));
}

/** Makes entries of events, numbered and chained after the last entry there is. */
export function chainEntries(
  last: LedgerEntry | null,
  events: readonly Event[],
  { at, run, epoch }: LedgerStamp,
): LedgerEntry[] {
  const entries: LedgerEntry[] = [];
  let before = last;
  for (const event of events) {
    const seq = (before?.seq ?? 0) + 1;
    const previous = before && entryDigest(before);
    before = { schemaVersion: 1, seq, previous, at, run, epoch, event };
    entries.push(before);
  }
  return entries;
}

/** Entries as lines of canonical JSON. */
export function ledgerLines(entries: readonly LedgerEntry[]): string {
  return entries.map((entry) => `${lineOf(entry)}\n`).join('');
}

function lineOf(entry: LedgerEntry): string {
  return canonicalJson(entry);
}

/** One piece of a ledger, for error messages named by where it stands. */
export interface LedgerPiece {
  file: string;
  text: string;
}

/**
 * Reads the pieces of a ledger in order, continuing after `last`. Each line is an entry, numbered without a gap, and
 * names the digest of the line before.
 * @throws CatalogueError `ledger-corrupt` with file and line of the first bad entry
 */
export function readLedger(
  pieces: readonly LedgerPiece[],
  last: LedgerEntry | null = null,
): LedgerEntry[] {
  const entries: LedgerEntry[] = [];
  for (const { file, text } of pieces) {
    const lines = text.split('\n');
    const corrupt = (line: number, reason: string) =>
      new CatalogueError('ledger-corrupt', reason, { place: { file, line } });
    if (lines.pop() !== '') throw corrupt(lines.length + 1, 'The line is cut off.');
    if (lines.length === 0) throw corrupt(1, 'The file is empty.');
    lines.forEach((line, n) => {
      const read = readLine(line);
      const wrong = 'reason' in read ? read.reason : misplaced(read.entry, entries.at(-1) ?? last);
      if (wrong !== null || !('entry' in read)) throw corrupt(n + 1, wrong ?? '');
      entries.push(read.entry);
    });
  }
  return entries;
}

function readLine(line: string): { entry: LedgerEntry } | { reason: string } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { reason: 'The line is not JSON.' };
  }
  const parsed = LedgerEntry.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return { reason: `The entry is not valid: ${issue?.path.join('.')}: ${issue?.message}.` };
  }
  written.set(parsed.data, digestText(line));
  return { entry: parsed.data };
}

/** Why an entry cannot stand after another; null when it can. */
function misplaced(entry: LedgerEntry, before: LedgerEntry | null): string | null {
  const seq = (before?.seq ?? 0) + 1;
  if (entry.seq !== seq) return `Entry ${seq} is missing: this is ${entry.seq}.`;
  const previous = before && entryDigest(before);
  return entry.previous === previous
    ? null
    : `Entry ${seq} does not name the digest of the one before: one of the two was changed.`;
}

/**
 * Refuses entries that do not continue the ledger, or that an older run appends.
 * @throws CatalogueError `ledger-corrupt` for a broken chain, `epoch-lost` for an epoch below the last one
 */
export function checkAppend(last: LedgerEntry | null, entries: readonly LedgerEntry[]): void {
  let before = last;
  for (const entry of entries) {
    const reason = misplaced(entry, before);
    if (reason !== null) throw new CatalogueError('ledger-corrupt', `Not appended. ${reason}`);
    if (before !== null && entry.epoch < before.epoch) throw new CatalogueError('epoch-lost');
    before = entry;
  }
}
