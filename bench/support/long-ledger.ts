import { readFile } from 'node:fs/promises';
import { fold } from '../../src/core/run/evolve.ts';
import { chainEntries, readLedger } from '../../src/core/run/ledger-chain.ts';
import type { LedgerEntry } from '../../src/core/schema/event.ts';

/** A ledger of that many entries: the life of one task, over and over, as one chain. */
export async function longLedger(entries: number): Promise<LedgerEntry[]> {
  const file = 'test/golden/ledger-v1.jsonl';
  const life = readLedger([{ file, text: await readFile(file, 'utf8') }]);
  const events = Array.from({ length: entries }, (_, n) => life[n % life.length]?.event);
  const stamp = { at: '2026-05-04T10:00:00Z', run: 'run-1', epoch: 1 };
  const chain = chainEntries(
    null,
    events.filter((event) => event !== undefined),
    stamp,
  );
  if (fold(chain).length !== entries) throw new Error('The ledger is not as long as it should be.');
  return chain;
}
