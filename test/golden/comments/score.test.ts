import { describe, expect, it } from 'vitest';
import { score } from './score.ts';

const ids = (comments: readonly { id: string; text: string }[]) =>
  comments.map(({ id, text }) => `${id}: ${text}`);

/** Measured when the rules were written for this set: 148 right, 194 safe, 15 of 200 handed back. */
describe('200 labelled comments, reconciled without a model', () => {
  const result = score('comments');

  it('are 200, and each has an outcome', () => expect(result.judged).toHaveLength(200));

  it('calls none harmless that is not', () => expect(ids(result.falseNoEffect)).toEqual([]));

  it('obeys no outsider and no other bot', () => expect(ids(result.obeyedOutsiders)).toEqual([]));

  it('hands back at most a tenth', () =>
    expect(result.handedBack.length).toBeLessThanOrEqual(result.judged.length / 10));

  it('answers what a careful maintainer would find right or safe in at least 95 of 100', () =>
    expect(result.safe.length).toBeGreaterThanOrEqual(0.95 * result.judged.length));
});
