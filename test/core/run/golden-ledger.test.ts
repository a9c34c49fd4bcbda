import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { fold } from '../../../src/core/run/evolve.ts';
import { ledgerLines, readLedger } from '../../../src/core/run/ledger-chain.ts';
import { next } from '../../../src/core/run/next.ts';

const FILE = 'test/golden/ledger-v1.jsonl';

/**
 * A ledger of schema version 1 as it was written. It is never written anew: a change that cannot read it breaks the
 * ledgers people have. Another version gets a file of its own beside it.
 */
describe('a ledger of schema version 1', async () => {
  const text = await readFile(FILE, 'utf8');
  const entries = readLedger([{ file: FILE, text }]);

  it('holds every type of event that version had, in a chain without a gap', () => {
    expect(new Set(entries.map(({ event }) => event.type)).size).toBe(33);
  });

  it('is folded to the state it was folded to then', () => {
    const state = fold(entries);
    expect({ next: next(state).type, ...state }).toMatchObject({
      next: 'rest',
      length: entries.length,
      epoch: 3,
      settled: 'merged',
      run: null,
      comment: { id: 100 },
      ownComments: [100],
      contract: { version: 2, goal: 'greet takes a name' },
      amendments: [{ fromVersion: 1, toVersion: 2 }],
      approval: { by: [{ login: 'maya' }] },
      dispositions: [{ outcome: 'amendment', contractVersion: 2 }],
      pending: [],
      plan: { version: 1 },
      checkpoints: [{ id: 'CP-1' }],
      candidate: { takenOver: expect.any(Array) },
      publish: { pullRequest: 2, refusals: 0, shown: null, withdrawn: true },
      usage: { inputTokens: 100, cachedTokens: 40, outputTokens: 20, usd: 0.01 },
      turns: 1,
    });
    expect(state.evidence.map(({ id }) => id)).toEqual(['EV-1', 'EV-2', 'EV-3']);
  });

  it('loses nothing when it is read: what was written is what is read, apart from defaults', () => {
    const written = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const again = ledgerLines(entries)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(again).toMatchObject(written);
  });
});
