import { describe, expect, it } from 'vitest';
import { exceededBudget, withBudgetsInForce } from '../../../../src/core/rules/limits/budgets.ts';
import { initialState } from '../../../../src/core/run/state.ts';
import { Budgets, type Contract } from '../../../../src/core/schema/contract.ts';

const BUDGETS = Budgets.parse({ turns: 10, minutes: 30, usd: 2, tokens: 1000 });
const NOW = new Date('2026-01-01T01:00:00Z');
const run = (startedAt: string) => ({
  id: 'r',
  epoch: 1,
  by: null,
  trigger: { kind: 'schedule' as const, sender: null, source: null, at: startedAt },
  startedAt,
  lastAt: startedAt,
});
const usage = { inputTokens: 0, cachedTokens: 0, outputTokens: 0, usd: 0 };

describe('budgets (B5)', () => {
  it.each([
    ['nothing used', {}, null],
    ['turns of this run', { turnsInRun: 10 }, 'The budget of 10 turns is used up.'],
    ['one turn left', { turnsInRun: 9 }, null],
    ['turns of earlier runs', { turns: 50, turnsInRun: 1 }, null],
    [
      'tokens in and out',
      { usage: { ...usage, inputTokens: 600, outputTokens: 400 } },
      'The budget of 1000 tokens is used up.',
    ],
    [
      'money',
      { usage: { ...usage, usd: 2 } },
      'The budget of 2 US dollars of model use is used up.',
    ],
    ['minutes', { run: run('2026-01-01T00:30:00Z') }, 'The budget of 30 minutes is used up.'],
    ['half the minutes', { run: run('2026-01-01T00:45:00Z') }, null],
  ])('%s', (_, used, expected) => {
    expect(exceededBudget({ ...initialState(), ...used }, BUDGETS, NOW)).toBe(expected);
  });

  it('takes a limit that the configuration raises, and only that', () => {
    const contract = { goal: 'x', budgets: BUDGETS } as Contract;
    const limited = withBudgetsInForce(contract, { budgets: { turns: 99 } } as never);
    expect(limited.budgets).toEqual({ ...BUDGETS, turns: 99 });
  });
});
