import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digestOf } from '../../../src/core/digest.ts';
import {
  chainEntries,
  checkAppend,
  entryDigest,
  ledgerLines,
  readLedger,
} from '../../../src/core/run/ledger-chain.ts';
import type { Event, LedgerEntry } from '../../../src/core/schema/event.ts';

const stamp = { at: '2024-05-01T10:00:00.000Z', run: 'run-1', epoch: 1 };
const withdrawn = (reason: string): Event => ({ type: 'delivery-withdrawn', reason });
const entries = chainEntries(null, ['one', 'two', 'three'].map(withdrawn), stamp);
const text = ledgerLines(entries);
const lines = text.split('\n').slice(0, -1);
const read = (...changed: string[]) =>
  readLedger([{ file: 'events', text: `${changed.join('\n')}\n` }]);

describe('the chain of a ledger', () => {
  it('numbers entries and names the digest of the one before', () => {
    expect(entries.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(entries.map(({ previous }) => previous)).toEqual([
      null,
      digestOf(entries[0]),
      digestOf(entries[1]),
    ]);
  });

  it('goes on after the last entry, written or read', () => {
    const last = readLedger([{ file: 'events', text }]).at(-1) ?? null;
    const [next] = chainEntries(last, [withdrawn('four')], stamp);
    expect(next).toMatchObject({ seq: 4, previous: digestOf(entries[2]) });
  });

  it('reads back what it wrote, in one piece or many', () => {
    const pieces = lines.map((line, n) => ({ file: `${n}`, text: `${line}\n` }));
    expect(readLedger([{ file: 'events', text }])).toEqual(entries);
    expect(readLedger(pieces)).toEqual(entries);
    expect(readLedger(pieces.slice(2), entries[1])).toEqual([entries[2]]);
    expect(readLedger([])).toEqual([]);
  });

  it('is over the lines as written: a field the schema fills in later does not break old ledgers', () => {
    // A contract’s criterion without `supersededBy`, which has a default: as an older version would have written it.
    const old = JSON.parse(lines[0] ?? '') as LedgerEntry;
    const question = { type: 'stop-requested', by: null, reason: 'r', later: 'field' };
    const line = JSON.stringify({ ...old, event: question });
    const [entry] = read(line);
    expect(entry?.event).toEqual({ type: 'stop-requested', by: null, reason: 'r' });
    const next = chainEntries(entry ?? null, [withdrawn('x')], stamp);
    expect(read(line, ledgerLines(next).trim())).toHaveLength(2);
  });

  it.each<[string, string[], number, RegExp]>([
    ['an entry left out', [lines[0] ?? '', lines[2] ?? ''], 2, /Entry 2 is missing/],
    ['the first left out', [lines[1] ?? ''], 1, /Entry 1 is missing/],
    ['an entry doubled', [lines[0] ?? '', lines[0] ?? ''], 2, /Entry 2 is missing: this is 1/],
    [
      'an entry changed',
      [(lines[0] ?? '').replace('one', 'eno'), lines[1] ?? ''],
      2,
      /was changed/,
    ],
    ['no JSON', [lines[0] ?? '', '{'], 2, /not JSON/],
    [
      'an unknown event',
      [(lines[0] ?? '').replace('delivery-withdrawn', 'x')],
      1,
      /not valid: event/,
    ],
    ['an empty line', [lines[0] ?? '', '', lines[1] ?? ''], 2, /not JSON/],
  ])('with %s is refused with its line', (_, changed, line, reason) => {
    expect(() => read(...changed)).toThrow(
      expect.objectContaining({
        code: 'ledger-corrupt',
        message: expect.stringMatching(reason),
        place: { file: 'events', line },
      }),
    );
  });

  it.each([1, 10, 200])('cut off %i bytes before its end is refused', (bytes) => {
    expect(() => readLedger([{ file: 'events', text: text.slice(0, -bytes) }])).toThrow(
      expect.objectContaining({ code: 'ledger-corrupt' }),
    );
  });

  it('notices any changed character but in the last line, whose digest stands elsewhere', () => {
    const head = `${lines[0]}\n${lines[1]}\n`;
    const position = fc.nat(head.length - 2);
    fc.assert(
      fc.property(position, fc.constantFrom('0', 'a', ' ', '}'), (at, character) => {
        fc.pre(text[at] !== character);
        const changed = text.slice(0, at) + character + text.slice(at + 1);
        expect(() => readLedger([{ file: 'events', text: changed }])).toThrow(/ledger/);
      }),
    );
  });

  it.each<[string, LedgerEntry[], string]>([
    [
      'an older epoch',
      chainEntries(entries[2] ?? null, [withdrawn('x')], { ...stamp, epoch: 0 }),
      'epoch-lost',
    ],
    [
      'a gap',
      chainEntries(entries[1] ?? null, [withdrawn('x'), withdrawn('y')], stamp).slice(1),
      'ledger-corrupt',
    ],
    ['entries of another chain', chainEntries(null, [withdrawn('x')], stamp), 'ledger-corrupt'],
  ])('does not take %s', (_, added, code) => {
    expect(() => checkAppend(entries[2] ?? null, added)).toThrow(expect.objectContaining({ code }));
  });

  it('takes what continues it', () => {
    const added = chainEntries(entries[2] ?? null, [withdrawn('x')], { ...stamp, epoch: 2 });
    expect(() => checkAppend(entries[2] ?? null, added)).not.toThrow();
    expect(() => checkAppend(null, entries)).not.toThrow();
    expect(entryDigest(entries[0] as LedgerEntry)).toBe(digestOf(entries[0]));
  });
});
