import { describe, expect, it } from 'vitest';
import { parseConfiguration } from '../../../src/core/rules/configuration/configuration.ts';
import { planOfPlanner } from '../../../src/core/run/plan-of-planner.ts';
import { planAwaits } from '../../../src/core/run/standing.ts';
import { initialState } from '../../../src/core/run/state.ts';
import { taskViewOf } from '../../../src/core/run/task-view-of.ts';
import type { Event, EventOf } from '../../../src/core/schema/event.ts';
import { PlannerPlan } from '../../../src/core/schema/planner-plan.ts';
import { given } from '../../support/given.ts';
import { comment, MAYA, observation, trigger, UP_TO_WORK } from '../../support/task.ts';

const OFF = parseConfiguration('approval: never\nplanFirst:\n  mode: off\n');

/** Said while the work goes on. */
const saysAtWork = (body: string, configuration = parseConfiguration('approval: never')) =>
  given(UP_TO_WORK).when({
    observation: observation({ comments: [comment(7, MAYA, body)] }),
    configuration,
  });

/** The first thing that is said. */
const saysFirst = (body: string) =>
  given().when({
    trigger: { ...trigger('comment'), source: 'comment:issue:7' },
    detail: {},
    observation: observation({ comments: [comment(7, MAYA, body)] }),
  });

describe('C8 the six forms of /contract plan', () => {
  it.each([
    ['/contract plan', { task: null, agent: 'agent' }, 'plan'],
    ['/contract plan, please', { task: null, agent: 'agent' }, 'plan'],
    ['/contract plan without new files', { task: 'without new files', agent: 'agent' }, null],
    ['/contract plan agent', { task: null, agent: 'agent' }, null],
    ['/contract plan coder small steps', { task: 'small steps', agent: 'coder' }, null],
    ['/contract plan preview', null, 'plan'],
    ['/contract plan dry what if in two parts', null, 'plan'],
    ['/contract plan\n\n/contract', { task: null, agent: 'agent' }, null],
  ] as const)('first, %j arms %j and shows %j', (body, armed, preview) => {
    const { state } = saysFirst(body);
    expect(state.armed).toEqual(armed);
    expect(state.preview).toBe(preview);
  });

  it.each([
    ['/contract plan', true],
    ['/contract plan coder', true],
    ['/contract plan preview', false],
    ['/contract plan dry', false],
  ])('at work, %s arms the next work: %s; the work goes on', (body, armed) => {
    const { state, next } = saysAtWork(body);
    expect(state.armed !== null).toBe(armed);
    expect(next.type).toBe('work');
  });

  it('C7 off never fires, and says so', () => {
    const { state, events } = saysAtWork('/contract plan coder', OFF);
    expect(state.armed).toBeNull();
    expect(events.map(({ type }) => type)).not.toContain('plan-armed');
    expect(state.answers.map(({ topic, text }) => [topic, text.includes('off')])).toEqual([
      ['refused', true],
    ]);
  });

  it('the flag is used up when the mode is chosen', () => {
    const armed = saysAtWork('/contract plan').events;
    const chosen: EventOf<'mode-chosen'> = {
      type: 'mode-chosen',
      contractHash: given(UP_TO_WORK, armed).state.contractHash ?? '',
      choice: {
        mode: 'plan-and-execute',
        asked: 'command',
        reasons: ['a plan was asked for by command'],
        scores: { wording: { score: 0, signals: {} }, reach: { score: 0, signals: {} } },
        needsApproval: false,
      },
    };
    expect(given(UP_TO_WORK, armed, chosen).state.armed).toBeNull();
  });
});

describe('C8 plans that are only shown', () => {
  const asked = (task: string | null): Event => ({
    type: 'preview-requested',
    by: MAYA,
    depth: 'plan',
    task,
  });
  const planned = (task: string): Event => ({
    type: 'planner-planned',
    contractHash: given(UP_TO_WORK).state.contractHash ?? '',
    contractVersion: 1,
    start: 'b'.repeat(40),
    plan: PlannerPlan.parse({ steps: [{ id: 'E1', agent: 'coder', task }] }),
    strategy: 'plan-and-execute',
    why: 'asked for',
    planner: 'x',
    warnings: [],
    reason: null,
    usage: { inputTokens: 1, cachedTokens: 0, outputTokens: 1, usd: 0 },
  });

  it.each([
    ['/contract plan preview', 'plan', 0, 1],
    ['/contract plan preview in two parts', 'plan', 1, 0],
    ['/contract preview', 'plan', 1, 0],
    ['/contract preview', 'contract', 0, 1],
  ] as const)(
    '%s where the %s is shown: %i new to show, %i answers',
    (body, depth, shown, said) => {
      const { events } = given(UP_TO_WORK, {
        type: 'preview-requested',
        by: MAYA,
        depth,
        task: null,
      } as Event).when({
        trigger: { ...trigger('comment'), source: 'comment:issue:7' },
        detail: {},
        observation: observation({ comments: [comment(7, MAYA, body)] }),
      });
      const count = (type: Event['type']) => events.filter((event) => event.type === type).length;
      expect([count('preview-requested'), count('answer-given')]).toEqual([shown, said]);
    },
  );

  it('other words make another plan, though one stands', () => {
    expect(given(UP_TO_WORK, planned('one'), asked(null)).next.type).toBe('rest');
    expect(given(UP_TO_WORK, planned('one'), asked('in two parts')).next.type).toBe('plan');
    const answered = given(UP_TO_WORK, planned('one'), asked('in two parts'), planned('two'));
    expect(answered.next.type).toBe('rest');
  });

  it('the one that stands is not touched, nor what was done by it', () => {
    const solved: Event = {
      type: 'step-solved',
      id: 'E1',
      ok: true,
      output: 'x',
      evidence: 'CP-1',
    };
    const before = given(UP_TO_WORK, planned('one'), solved).state;
    const { state } = given(UP_TO_WORK, planned('one'), solved, asked('two'), planned('two'));
    expect(state.planned).toEqual(before.planned);
    expect(state.plan).toEqual(before.plan);
    const task = { repositoryUrl: '', taskId: 't', issue: 1, ledgerTip: null };
    expect(taskViewOf(state, task).planPreview).toContain('two');
  });

  it('an answer that is no plan is not asked for again and again', () => {
    const unusable: Event = {
      type: 'plan-unusable',
      contractHash: given(UP_TO_WORK).state.contractHash ?? '',
      warning: 'none',
      raw: 'hm',
    };
    expect(given(UP_TO_WORK, planned('one'), asked('two'), unusable).next.type).toBe('rest');
  });
});

describe('a planner’s plan as people see and approve it', () => {
  const planned = (task: string) => ({
    contractHash: 'c'.repeat(64),
    contractVersion: 1,
    start: 'b'.repeat(40),
    plan: PlannerPlan.parse({ steps: [{ id: 'E1', agent: 'coder', task }] }),
    strategy: 'task-graph' as const,
    why: 'asked for',
    planner: 'x',
    warnings: [],
    reason: null,
    outcomes: [],
  });
  const planFor = (task: string) =>
    planOfPlanner(planned(task), null, { version: 1, contractVersion: 1 });
  const awaits = (task: string) => planAwaits({ ...initialState(), plan: planFor(task) });

  it.each([0, 10, 60, 300])('A10 finds what cannot be undone behind %i harmless sentences', (n) => {
    expect(
      awaits(`${'Look at the code. '.repeat(n)}Then publish the package to npm.`)?.steps,
    ).toHaveLength(1);
  });

  it('binds the approval to every word of a long task', () => {
    const long = (end: string) => `Publish the package to npm. ${'And look. '.repeat(100)}${end}`;
    expect(awaits(long('a'))?.planHash).not.toBe(awaits(long('b'))?.planHash);
    expect(planFor(long('a')).items[0]?.content.length).toBeLessThanOrEqual(500);
  });
});
