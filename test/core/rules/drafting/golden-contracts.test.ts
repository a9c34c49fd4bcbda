import { describe, expect, it } from 'vitest';
import { goldens, scoreOf, table, total } from './golden-contracts.score.ts';

/*
 * What drafting without a model makes of issues that were judged before it had seen them. The thresholds are what it
 * reaches; the table is printed.
 */
describe('golden contracts, drafted without a model', () => {
  const scores = goldens('./').map(scoreOf);
  const all = total(scores);
  process.stdout.write(`${table(scores)}\n${JSON.stringify(all)}\n`);

  it.each(scores.map((score) => [score.name, score] as const))('%s', (_, score) => {
    expect(score.missed).toEqual([]);
    expect(score.wrongExpectation).toEqual([]);
    expect(score.invented).toEqual([]);
    expect(score.falseRequirements).toEqual([]);
    expect(score.outOfScope.missed).toEqual([]);
    expect(score.constraints.missed).toEqual([]);
    expect(score.paths.missed).toEqual([]);
    expect(score.hidden.missed).toEqual([]);
    expect(score.goal).toBe(true);
  });

  it('asks before work where a maintainer would', () => {
    const wrong = scores.filter((score) => score.question !== 'right').map(({ name }) => name);
    expect(wrong).toEqual([]);
  });

  it('finds the commands to check with', () => {
    expect(all.commands.missed).toBeLessThanOrEqual(1);
    expect(all.commands.additional).toBe(0);
  });
});

/*
 * Written by the same hand, and never looked at while rules were made: what came of them at first sight is the measure.
 * A change that makes it worse has to be looked at; nobody mends a rule on one of them without moving it out.
 *
 * First run: 27.5 of 46 found, 17 missed, 4 invented, 5 false requirements, 5 questions wrong. The figures held below are
 * later ones and no first run: rules were generalised from other issues, with this table’s names and counts, though not
 * the bodies, in sight.
 */
describe('golden contracts that were held out', () => {
  const scores = goldens('./held-out/').map(scoreOf);
  const all = total(scores);
  process.stdout.write(`${table(scores)}\n${JSON.stringify(all)}\n`);

  it('come out no worse than they did last', () => {
    expect(all.found).toBeGreaterThanOrEqual(32.5);
    expect(all.invented).toBeLessThanOrEqual(3);
    expect(all.falseRequirements).toBeLessThanOrEqual(2);
    expect(all.questionsMissing + all.questionsNeedless).toBeLessThanOrEqual(4);
    expect(all.goals).toBe(20);
  });

  it('hide nothing that goes unreported', () => {
    expect(scores.flatMap((score) => score.hidden.missed)).toEqual([]);
  });
});

/*
 * A second set, by another hand than the rules’, after other issues, and run for the first time when it was whole. First run, of
 * 24 bodies: 66.5 of 87 found, 18 missed (16 of them in three bodies), 7 invented, 6 false requirements, 2 of 24 questions wrong.
 * Those three have been read to make rules since, and stand among the first set. What is held of the other 21 are later figures
 * and no first run.
 */
describe('golden contracts of another hand', () => {
  const scores = goldens('./held-out-2/').map(scoreOf);
  const all = total(scores);
  process.stdout.write(`${table(scores)}\n${JSON.stringify(all)}\n`);

  it('come out no worse than they did last', () => {
    expect(all.found).toBeGreaterThanOrEqual(66.5);
    expect(all.invented).toBeLessThanOrEqual(6);
    expect(all.falseRequirements).toBeLessThanOrEqual(6);
    expect(all.questionsMissing + all.questionsNeedless).toBeLessThanOrEqual(1);
  });

  it('hide nothing that goes unreported', () => {
    expect(scores.flatMap((score) => score.hidden.missed)).toEqual([]);
  });
});

/*
 * A third set, by yet another hand, blind, and read by nobody who writes rules. First run: 38.5 of 53 found, 12 missed, 2 invented,
 * 7 false requirements, 3 of 20 questions wrong.
 */
describe('golden contracts that nobody who writes rules has read', () => {
  const scores = goldens('./held-out-3/').map(scoreOf);
  const all = total(scores);
  process.stdout.write(`${JSON.stringify(all)}\n`);

  it('come out no worse than at first sight', () => {
    expect(all.found).toBeGreaterThanOrEqual(38.5);
    expect(all.invented).toBeLessThanOrEqual(2);
    expect(all.falseRequirements).toBeLessThanOrEqual(7);
    expect(all.questionsMissing + all.questionsNeedless).toBeLessThanOrEqual(3);
  });

  it('hide nothing that goes unreported', () => {
    expect(scores.flatMap((score) => score.hidden.missed)).toEqual([]);
  });
});
