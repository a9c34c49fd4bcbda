import { describe, expect, it } from 'vitest';
import { GREET_MODEL } from '../../e2e/support/greet-task.ts';
import { plannedRun } from './support/planned-run.ts';

const [DRAFT] = GREET_MODEL.drafts as [{ acceptance: object[] }];
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

describe('without a reviewer a person is asked, never nobody', () => {
  it('D11 about a stop rule, once the commit is verified and before anything is pushed', async () => {
    const run = await plannedRun(
      { ...GREET_MODEL, drafts: [{ ...DRAFT, stopRules: [{ text: RULE }] }] as never },
      { afterwards: [(github) => github.as('maya').comment(1, '/contract approve')] },
    );
    expect(run.outcomes).toEqual(['awaiting-approval', 'delivered']);
    expect(run.comments[0]).toContain(RULE);
    const [record] = run.of('completion-recorded');
    expect(record?.statement.predicate.stopDecisions.join()).toContain(RULE);
  });

  it('F3 about a criterion that no command can judge, without working on it in vain', async () => {
    const [own, ...others] = DRAFT.acceptance;
    const judged = {
      ...own,
      checks: [{ kind: 'review', question: 'Does it greet warmly?', why: 'no command can' }],
    };
    const run = await plannedRun({
      ...GREET_MODEL,
      drafts: [{ ...DRAFT, acceptance: [judged, ...others] }] as never,
    });
    expect(run.outcome).toBe('handed-back');
    expect(run.pulls).toBe(0);
    expect(run.state.ended?.handback?.found).toContain('nothing here can judge AC-1');
    expect(run.of('commit-created')).toHaveLength(1);
  });
});
