import { describe, expect, it } from 'vitest';
import {
  surroundingsOf,
  takesFrom,
  targetedChange,
} from '../../../../src/core/rules/reconcile/amend-contract-target.ts';
import { Contract } from '../../../../src/core/schema/contract.ts';
import { contract } from '../../../support/task.ts';

const [shape] = contract().acceptance;
const CONTRACT = Contract.parse({
  ...contract(),
  outOfScope: [{ text: 'a dark theme', globs: [] }],
  inScope: [],
  constraints: [],
  acceptance: [
    'The upload is refused above 20 MB',
    '`gauge export` ends with exit status 3 when the disk is full',
    'A failed export is tried again 4 times, every 30 seconds',
    'the report shows `name`, `owner` and `age`',
    '`--dry-run` writes nothing',
  ].map((statement, at) => ({
    ...shape,
    id: `AC-${at + 1}`,
    statement,
    source: { source: 'body', text: statement },
    checks: [],
  })),
});

const change = (text: string, sentence = text) =>
  targetedChange(sentence, CONTRACT, surroundingsOf(text));

describe('targetedChange', () => {
  it.each([
    [
      'Exit status 7, not 3.',
      'AC-2',
      '`gauge export` ends with exit status 7 when the disk is full',
    ],
    ['Refuse above 50 MB instead of 20 MB.', 'AC-1', 'The upload is refused above 50 MB'],
    ['20 → 50, please', 'AC-1', 'The upload is refused above 50 MB'],
    [
      's/every 30 seconds/every minute/',
      'AC-3',
      'A failed export is tried again 4 times, every minute',
    ],
    ['Name it `--simulate`, not `--dry-run`.', 'AC-5', '`--simulate` writes nothing'],
    [
      'Wait 45 seconds rather than 30.',
      'AC-3',
      'A failed export is tried again 4 times, every 45 seconds',
    ],
  ])('puts a value in the place of the old one: %s', (text, criterionId, statement) =>
    expect(change(text)).toEqual({ criterionId, retire: false, statement }),
  );

  it.each([
    ['20 MB is too small. 100 would do.', 'AC-1', '20 MB is too small.'],
    ['AC-3 also counts for imports.', 'AC-3', 'AC-3 also counts for imports.'],
    [
      '> The upload is refused above 20 MB\n\nunless an admin uploads',
      'AC-1',
      'unless an admin uploads',
    ],
    ['Drop `owner`.', 'AC-4', 'Drop `owner`.'],
    ['Forget the disk thing.', 'AC-2', 'Forget the disk thing.'],
  ])('sets what it says behind the old statement: %s', (text, id, sentence) => {
    const found = change(text, sentence);
    const old = CONTRACT.acceptance.find((c) => c.id === id)?.statement;
    const words = surroundingsOf(text).words;
    expect(found).toEqual({
      criterionId: id,
      retire: false,
      statement: `${old} (amended: “${words}”)`,
    });
  });

  it.each([
    ['Let’s drop AC-2.', 'AC-2'],
    ['AC-4 is no longer needed.', 'AC-4'],
    ['We do not need the `--dry-run` option after all, the docs are enough.', 'AC-5'],
  ])('retires what it ends: %s', (text, criterionId) =>
    expect(change(text)).toEqual({ criterionId, retire: true }),
  );

  it.each([
    'The export must be signed.',
    'AC-1 and AC-2 must agree.',
    'Use a stream rather than a buffer.',
    'Drop `size`.',
    'The report must have 3 columns.',
  ])('finds none in doubt: %s', (text) => expect(change(text)).toBeNull());
});

describe('takesFrom', () => {
  it.each([
    'Forget what I said about the size.',
    'No need for a dark theme.',
    'Do it instead.',
    'No longer refused.',
  ])('a person has to say from where: %s', (text) => expect(takesFrom(text, CONTRACT)).toBe(true));

  it.each([
    'Use a stream rather than a buffer.',
    'No need to touch the admin area.',
    'It must sort.',
  ])('nothing of the contract: %s', (text) => expect(takesFrom(text, CONTRACT)).toBe(false));
});
