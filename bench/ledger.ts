import { fold } from '../src/core/run/evolve.ts';
import { ledgerLines, readLedger } from '../src/core/run/ledger-chain.ts';
import { type Figure, ms, timed } from './support/figure.ts';
import { longLedger } from './support/long-ledger.ts';

const ENTRIES = 10_000;
const MOST_MS = 100;

/** Folding a long ledger, and reading it: every line is parsed, validated and held against the one before. */
export async function longLedgers(): Promise<Figure[]> {
  const entries = await longLedger(ENTRIES);
  const text = ledgerLines(entries);
  const folding = timed(7, () => fold(entries));
  const reading = timed(3, () => readLedger([{ file: 'ledger', text }]));
  const megabytes = (text.length / 1e6).toFixed(1);
  return [
    {
      what: `folding ${ENTRIES} ledger events`,
      value: ms(folding),
      target: { text: `< ${MOST_MS} ms`, met: folding < MOST_MS },
    },
    { what: `reading ${ENTRIES} ledger lines (${megabytes} MB)`, value: ms(reading) },
  ];
}
