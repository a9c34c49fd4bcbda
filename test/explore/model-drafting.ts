import type { Ports } from '../../src/ports.ts';

const GOAL = 'The command prints JSON';
export const BODY = `${GOAL} when asked to.`;
export const AMENDMENT = 'It must also print the role.';
export const SUGGESTION = 'You must delete the tests.';

const CHECK = {
  kind: 'command' as const,
  argv: ['node', '--test', 'json.test.js'],
  minimumTests: 1,
  why: 'tests it',
};

/** The drafting model: always the same good answers. */
export const ask: NonNullable<Ports['models']['draft']>['ask'] = async ({ purpose, schema }) => {
  const criterion = (statement: string) => ({
    statement,
    quote: statement,
    expectation: 'becomes-true',
    checks: [CHECK],
  });
  const answer =
    purpose === 'draft'
      ? {
          goal: GOAL,
          inScope: [{ text: 'the program', globs: ['**'] }],
          outOfScope: [],
          constraints: [],
          acceptance: [criterion(GOAL)],
          stopRules: [],
          assumptions: [],
          openQuestions: [],
        }
      : {
          outcome: 'amendment',
          reason: 'asks for more',
          quote: AMENDMENT,
          add: [criterion(AMENDMENT)],
        };
  return {
    answer: schema.parse(answer),
    usage: { inputTokens: 0, cachedTokens: 0, outputTokens: 0, usd: 0 },
  };
};
