import { expect, it } from 'vitest';
import { builtinAgent } from '../../../src/adapters/agent/builtin-agent.ts';
import { resolveModel } from '../../../src/adapters/model/resolve-model.ts';
import { startScriptedModel } from '../../../src/simulate/model/scripted-model.ts';
import { directSandbox } from '../../adapters/agent/support/direct-sandbox.ts';
import { WorkPlace } from '../../adapters/agent/support/work-place.ts';
import { harnessAlone } from './support/harness-alone.ts';
import { done, plan, step, turn } from './support/planned-run.ts';

const many = (count: number) => Array.from({ length: count }, (_, n) => step(`s${n}`, `Do ${n}`));
const FENCED = '```json\n[{"id":"a","content":"Do a","status":"pending"}]\n```';

/** What models write where a plan should stand. */
const GARBAGE: [string, unknown][] = [
  ['nothing', undefined],
  ['null', null],
  ['a number', 7],
  ['prose with braces', 'First {look}, then [mend] it.'],
  ['a fence with prose', `Here is my plan:\n${FENCED}\nDone {really}.`],
  ['an object', { steps: many(2) }],
  ['words for steps', ['look', 'mend']],
  ['empty steps', [{}, {}]],
  ['ids that are no text', [{ id: 1, content: 'Do', status: 'pending' }]],
  ['two steps of one id', [step('a', 'Do a'), step('a', 'Do b')]],
  ['an unknown status', [step('a', 'Do a', 'half-done')]],
  ['a step that is its own parent', [{ ...step('a', 'Do a'), parent: 'a' }]],
  [
    'a cycle',
    [
      { ...step('a', 'Do a'), parent: 'b' },
      { ...step('b', 'Do b'), parent: 'a' },
    ],
  ],
  ['a parent nobody knows', [{ ...step('a', 'Do a'), parent: 'z' }]],
  ['10,000 steps', many(10_000)],
  ['a step of a million characters', [step('a', 'x'.repeat(1_000_000))]],
  ['ids in odd Unicode', [step('\u200Ba\u202E', 'Do a'), step('＃E１', 'use #E１')]],
];

it('write_plan with garbage: each is refused in words that help, counted, and the plan stands as it was', async () => {
  using place = new WorkPlace();
  const { assignment, context, port } = harnessAlone(place.path);
  const sent = [
    ...GARBAGE.map(([, content]) => JSON.stringify({ items: content })),
    '{"items": [], "items": "twice"}',
    '{"items": [{"id": "a"',
  ];
  const turns = [
    turn(plan([step('s1', 'greet by name', 'in_progress')])),
    ...sent.map((input) => turn({ name: 'write_plan', input })),
    turn(done),
  ];
  await using server = await startScriptedModel({ turns });
  const agent = builtinAgent({
    model: resolveModel('openai-compatible/scripted', { keys: {}, baseUrl: server.baseUrl }),
    sandbox: directSandbox,
  });
  const report = await agent.work(assignment, port);
  expect(report).toMatchObject({ end: 'finished', turns: turns.length });
  const { plan: kept, refusals } = context.log.state;
  expect(kept?.items.map(({ id }) => id)).toEqual(['s1']);
  const events = context.log.unpushed.map(({ event }) => event);
  const refused = events.flatMap((event) => (event.type === 'refused' ? [event] : []));
  const names = ['first', ...GARBAGE.map(([name]) => name), 'duplicate keys', 'cut off', 'done'];
  expect(
    names.filter(
      (_, n) =>
        !events.some(
          (e) => e.type === 'turn-taken' && e.turn === n + 1 && e.tools[0]?.endsWith(')'),
        ),
    ),
  ).toEqual(['first', 'done']);
  expect(refused).toHaveLength(sent.length);
  expect(Object.values(refusals).reduce((sum, count) => sum + count, 0)).toBe(sent.length);
  for (const { message } of refused.filter(({ what }) => what === 'plan-write')) {
    expect(message.length).toBeGreaterThan(10);
    expect(message.length).toBeLessThan(2000);
  }
});
