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

  it('asks before work where a maintainer would, but for one contradiction only sense can see', () => {
    const wrong = scores.filter((score) => score.question !== 'right').map(({ name }) => name);
    expect(wrong).toEqual(['40-contradiction-inside']);
  });

  it('finds the commands to check with', () => {
    expect(all.commands.missed).toBeLessThanOrEqual(1);
    expect(all.commands.additional).toBe(0);
  });
});
