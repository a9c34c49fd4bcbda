import { expect, it } from 'vitest';
import { GREET_MODEL } from '../../e2e/support/greet-task.ts';
import { plannedRun } from './support/planned-run.ts';

const [DRAFT] = GREET_MODEL.drafts as [object];
const RULE = 'a name needs a decision about privacy';

it.each([
  ['reached', 'fail', 'handed-back', 0],
  ['not reached', 'pass', 'delivered', 1],
] as const)(
  'D11 a stop rule that only a reviewer can detect, %s',
  async (_, verdict, outcome, pulls) => {
    const run = await plannedRun(
      {
        ...GREET_MODEL,
        drafts: [{ ...DRAFT, stopRules: [{ text: RULE }] }] as never,
        reviews: [{ verdict, reasons: ['names are printed'] }],
      },
      { reviewer: true },
    );
    expect(run.outcome).toBe(outcome);
    expect(run.pulls).toBe(pulls);
    const asked = run.asked.filter(({ purpose }) => purpose === 'review');
    expect(JSON.stringify(asked[0]?.messages)).toContain(RULE);
    if (verdict === 'fail') expect(run.state.ended?.handback?.found).toContain('names are printed');
  },
);
