import { describe, expect, it } from 'vitest';
import { vocabularyOf } from '../../../../src/core/rules/reconcile/contract-vocabulary.ts';
import { doubtsEvidence } from '../../../../src/core/rules/reconcile/doubted-evidence.ts';

describe('doubtsEvidence', () => {
  it.each([
    'The seed data has no orders, so that test is pointless.',
    'I rotated the test database an hour ago.',
    'I pushed a new fixture to main.',
    'The base image was rebuilt with another locale.',
    'I get a blank page on staging.',
    'The mock server never answered.',
    'Die Testdaten waren veraltet.',
    'The result from yesterday does not count.',
  ])('something that results stand on is amiss: %s', (text) =>
    expect(doubtsEvidence(text, new Set())).toBe(true),
  );

  it.each([
    'The tests should not use the old fixture.',
    'Please fix the broken snapshot.',
    'The page is blank by default.',
    'An empty list is fine.',
    'I fixed the footer.',
  ])('a demand, or nothing that results stand on: %s', (text) =>
    expect(doubtsEvidence(text, new Set())).toBe(false),
  );

  it('a name that the contract itself uses proves nothing', () => {
    const vocabulary = vocabularyOf(['The pipeline keeps old snapshots']);
    expect(doubtsEvidence('The pipeline is empty.', vocabulary)).toBe(false);
    expect(doubtsEvidence('The pipeline is empty.', new Set())).toBe(true);
  });
});
