import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cleanCut } from '../../../src/adapters/github/clean-cut.ts';

it.each([
  [65_534, 65_534],
  [65_535, 65_535],
  [65_536, 65_535],
  [200_000, 65_535],
])('F: %i characters become %i', (length, expected) => {
  expect(cleanCut('x'.repeat(length), 65_535, ' …')).toHaveLength(expected);
});

it('a surrogate pair at the cut is left out whole', () => {
  expect(cleanCut('ab😀cd', 4, '…')).toBe('ab…');
});

it('cuts at the end of a line where one is near', () => {
  expect(cleanCut('first\nsecond\nthird line', 16, '…')).toBe('first\nsecond…');
});

it('is never longer than the limit and always well-formed', () => {
  const texts = fc.string({ unit: 'grapheme', maxLength: 60 });
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 40 }), (text, limit) => {
      const cut = cleanCut(text, limit, '…');
      expect(cut.length).toBeLessThanOrEqual(Math.max(limit, 1));
      expect(cut.isWellFormed()).toBe(true);
    }),
  );
});
