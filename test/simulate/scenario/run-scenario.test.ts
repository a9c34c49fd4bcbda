import { expect, it } from 'vitest';
import { parseScenario } from '../../../src/simulate/scenario/load-scenario.ts';
import { runScenario } from '../../../src/simulate/scenario/run-scenario.ts';

const QUIET = `name: nothing happens
repository: { files: { README.md: hello } }
people:
  - { login: maya, role: write }
  - { login: olaf, role: read }
issue: { title: Do it, body: 'It must be done.', author: maya }
trigger: { kind: comment, by: maya, body: Hello! }
`;

it('fails when an expectation does not hold', async () => {
  const scenario = parseScenario(`${QUIET}expect: { outcome: delivered, comments: 0 }\n`);
  const result = await runScenario(scenario);
  expect(result.asExpected).toBe(false);
  expect(result.expectations).toEqual([
    { what: 'outcome', holds: false, expected: 'delivered', actual: 'nothing-to-do' },
    { what: 'comments', holds: true, expected: 0, actual: 0 },
  ]);
});

it('fails when a moment never comes, and when GitHub refuses what a person does', async () => {
  const scenario = parseScenario(`${QUIET}timeline:
  - at: start
    do: { label: { by: olaf } }
  - at: { checkpoint: 1 }
    do: { close: { by: maya } }
`);
  const { asExpected, problems } = await runScenario(scenario);
  expect(asExpected).toBe(false);
  expect(problems).toEqual([
    expect.stringContaining('olaf · label'),
    'the moment "checkpoint 1" never came',
  ]);
});

it('tells what was asked of GitHub and of the model', async () => {
  const { apiCalls, modelCalls, looks, timings } = await runScenario(parseScenario(QUIET));
  expect(apiCalls.length).toBeGreaterThan(0);
  expect(modelCalls).toEqual([]);
  expect(looks.map(({ wokenBy }) => wokenBy)).toEqual(['comment by maya', 'schedule']);
  expect(timings.totalMs).toBeGreaterThan(0);
});

it('leaves a configuration that cannot be read to the product', async () => {
  const bomb =
    'a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b]\n';
  const scenario = parseScenario(`${QUIET}configuration: ${JSON.stringify(bomb)}
model: {}
`);
  const { reason } = await runScenario(scenario);
  expect(reason).toContain('bad-configuration');
});

it.each([
  ['maya', 1],
  ['olaf', 0],
])(
  'tells %s on the issue of a wrong configuration as the action does: %i times',
  async (by, times) => {
    const scenario = parseScenario(
      QUIET.replace(/trigger: .*/, `trigger: { kind: comment, by: ${by}, body: /contract }`) +
        'configuration: "aproval: never"\nmodel: {}\n',
    );
    const { outcome, thread } = await runScenario(scenario);
    expect(outcome).toBe('nothing-to-do');
    const notices = thread.comments.filter(({ body }) => body.includes('bad-configuration'));
    expect(notices).toHaveLength(times);
  },
);
