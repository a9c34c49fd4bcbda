import { describe, expect, it } from 'vitest';
import { structuredModel } from '../../../src/adapters/model/structured-model.ts';
import { makePlan } from '../../../src/app/planning/make-plan.ts';
import type { Ports } from '../../../src/ports.ts';
import { startProvider } from '../../adapters/model/support/provider-server.ts';
import { harnessAlone } from '../work/support/harness-alone.ts';

const step = (id: string, change: object = {}) => ({ id, agent: 'coder', task: 'Do.', ...change });
const plan = (...steps: object[]) => JSON.stringify({ task_summary: 's', steps });
const GOOD = plan(step('E1'), step('E2', { task: 'Go on from #E1.summary', deps: ['E1'] }));
const many = (count: number) => plan(...Array.from({ length: count }, (_, n) => step(`E${n + 1}`)));

/** The planner answers so, in order; the last answer is repeated. */
async function planned(...answers: string[]) {
  await using server = await startProvider('openai-compatible', (_, n) => ({
    text: answers[Math.min(n, answers.length) - 1] ?? '',
  }));
  const { context, assignment } = harnessAlone('/nowhere');
  const ports = {
    ...context.ports,
    workspace: { list: async () => [] },
    secrets: { mask: async (text: string) => text },
    models: { draft: null, review: null, plan: structuredModel(server.model) },
  } as unknown as Ports;
  const checked = await makePlan({ ...context, ports }, assignment.contract, {
    start: assignment.contract.baseSha,
    strategy: 'task-graph',
    forced: true,
    task: null,
    agent: 'agent',
    reason: null,
  });
  const events = context.log.unpushed.map(({ event }) => event);
  return { checked, events, bodies: server.bodies };
}

describe('C1 C2 a malformed plan is told once to the planner, then noted raw with a warning, and paid', () => {
  it.each<[string, string, RegExp]>([
    ['nothing', '', /no JSON object/],
    ['prose with braces', 'First {look}, then { "mend": it }.', /no JSON object/],
    ['a plan that is cut off', GOOD.slice(0, -12), /no JSON object/],
    ['a fence around no plan', '```json\n{"steps": "soon"}\n```', /steps/],
    ['no step', plan(), /steps/],
    ['10,000 steps', many(10_000), /10000 steps are too many/],
    ['duplicate keys', '{"steps": [], "steps": []}', /stands twice/],
    ['two steps of one id', plan(step('E1'), step('E1')), /Two steps are called E1/],
    [
      'a cycle',
      plan(step('E1', { deps: ['E2'] }), step('E2', { deps: ['E1'] })),
      /wait for each other/,
    ],
    ['a step that waits for itself', plan(step('E1', { deps: ['E1'] })), /depends on itself/],
    ['an unknown agent', plan(step('E1', { agent: 'wizard' })), /asks for the agent "wizard"/],
    ['an unknown step', plan(step('E1', { deps: ['E9'] })), /not in the plan/],
    ['a placeholder in odd digits', plan(step('E1'), step('E2', { task: '#E１' })), /plain ASCII/],
    [
      'a placeholder with an odd sign',
      plan(step('E1'), step('E2', { task: '＃E1' })),
      /plain ASCII/,
    ],
    ['a Cyrillic placeholder', plan(step('E1'), step('E2', { task: '#Е1' })), /plain ASCII/],
    [
      'a hidden sign in a placeholder',
      plan(step('E1'), step('E2', { task: '#E\u200b1' })),
      /plain ASCII/,
    ],
    ['an id in odd Unicode', plan(step('E１')), /an id like E1/],
    ['a modifier nobody knows', plan(step('E1'), step('E2', { task: '#E1.tail=3' })), /head=N/],
  ])('%s', async (_, garbage, words) => {
    const { checked, events, bodies } = await planned(garbage);
    expect(checked).toBeNull();
    expect(bodies).toHaveLength(2);
    expect(events.map(({ type }) => type)).toEqual(['model-asked', 'plan-unusable']);
    expect(events[0]).toMatchObject({ purpose: 'plan', usage: { inputTokens: 200 } });
    expect(events[1]).toMatchObject({
      warning: expect.stringMatching(words),
      raw: garbage.slice(0, 4000),
    });
    const mended = await planned(garbage, GOOD);
    expect(mended.checked?.steps.map(({ id }) => id)).toEqual(['E1', 'E2']);
    expect(mended.events.map(({ type }) => type)).toEqual(['planner-planned']);
    expect(mended.bodies[1]).toContain('That answer cannot be used');
  });
});
