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

/**
 * By another hand, and unseen while the first rules were written. First run: 116 of 220 right, 176 safe, none falsely harmless, no
 * outsider obeyed, 75 handed back. It has been a development set since: rules for talk and telling were written with one half of
 * it in sight, and then handed back 32 of the other 110 at first run (39 before), again with none falsely harmless; after
 * the other half was read too, 30 of 220.
 */
describe('220 comments of another hand, reconciled without a model', () => {
  const result = score('unseen');

  it('are 220, and each has an outcome', () => expect(result.judged).toHaveLength(220));

  it('calls none harmless that is not', () => expect(ids(result.falseNoEffect)).toEqual([]));

  it('obeys no outsider and no other bot', () => expect(ids(result.obeyedOutsiders)).toEqual([]));

  it('hands back at most fifteen in a hundred', () =>
    expect(result.handedBack.length).toBeLessThanOrEqual(0.15 * result.judged.length));

  it('answers what a careful maintainer would find right or safe in at least 95 of 100', () =>
    expect(result.safe.length).toBeGreaterThanOrEqual(0.95 * result.judged.length));
});

/**
 * By a third hand, over 16 contracts of other kinds of projects, written blind and read by nobody who writes rules. First run: 61 of
 * 160 right, 115 safe, none falsely harmless, no outsider obeyed; 45 handed back (28 %; 50 by the rules before they
 * knew talk and telling). So what is new to the rules is handed back far more often than the tenth that is wanted, and
 * never passed over.
 */
describe('160 comments that nobody who writes rules has read', () => {
  const result = score('third');

  it('are 160, and each has an outcome', () => expect(result.judged).toHaveLength(160));

  it('calls none harmless that is not', () => expect(ids(result.falseNoEffect)).toEqual([]));

  it('obeys no outsider and no other bot', () => expect(ids(result.obeyedOutsiders)).toEqual([]));

  it('hands back no more than at first sight', () =>
    expect(result.handedBack.length).toBeLessThanOrEqual(45));
});
