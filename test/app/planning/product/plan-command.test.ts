import { describe, expect, it } from 'vitest';
import type { EmbeddedGitHub } from '../../../../src/simulate/github/embedded-github.ts';
import { turn } from '../../work/support/planned-run.ts';
import { isNew, partsRun, planned, report, STEPS, says } from '../support/parts-task.ts';

const auto = { configuration: { mode: 'reactive' } };
const asks = (body: string) => (github: EmbeddedGitHub) => github.as('maya').comment(1, body);
const plans = (run: Awaited<ReturnType<typeof partsRun>>) =>
  run.asked.filter(({ purpose }) => purpose === 'plan').map(({ body }) => body);
const WHOLE = [turn(says('a'), says('b'), says('c'), report('all new'))];

describe('C8 the forms of /contract plan on the whole product', () => {
  it.each([
    ['/contract plan keep it small', 'keep it small'],
    ['/contract plan agent', 'three words'],
    ['/contract plan coder in three steps', 'Every step is for the agent'],
  ])('%s plans and goes on', async (body, told) => {
    const run = await partsRun(
      { plans: [{ task_summary: 'three words', steps: STEPS }] },
      { ...auto, unlabelled: body },
    );
    expect(run.outcome).toBe('delivered');
    expect(isNew(run)).toBe(true);
    expect(run.of('planner-planned')).toHaveLength(1);
    expect(plans(run).join() + run.comment + JSON.stringify(run.events)).toContain(told);
  });

  it('preview and dry call no executor and change nothing, what stands neither; the start after them is free', async () => {
    const run = await partsRun(
      {
        plans: [{ steps: STEPS }, { steps: [planned('A', 'a', { task: 'All of it at once.' })] }],
        turns: WHOLE,
        steps: {},
      },
      {
        ...auto,
        unlabelled: '/contract plan preview',
        afterwards: [asks('/contract plan dry all at once'), asks('/contract')],
      },
    );
    expect(run.outcomes).toEqual(['stopped', 'stopped', 'delivered']);
    expect(run.comments[0]).toContain('[A] agent=coder');
    expect(run.comments[0]).toContain('Let a say new.');
    expect(run.comments[1]).toContain('All of it at once.');
    expect(plans(run)).toHaveLength(2);
    expect(plans(run)[1]).toContain('all at once');
    const work = run.events.findIndex(({ type }) => type === 'turn-taken');
    const start = run.events.findIndex(({ type }) => type === 'mode-chosen');
    expect(work).toBeGreaterThan(start);
    expect(run.of('mode-chosen').map(({ choice }) => choice.mode)).toEqual(['reactive']);
  });

  it('C7 where planning first is off none of them fires, and the comment says so', async () => {
    const run = await partsRun(
      { turns: WHOLE },
      {
        configuration: { mode: 'reactive', planFirst: { mode: 'off' } },
        afterwards: [asks('/contract plan coder small steps')],
      },
    );
    expect(run.outcome).not.toBe('handed-back');
    expect(plans(run)).toEqual([]);
    expect(run.comment).toContain('Planning first is off');
  });

  it('words after a plan that stands make another one, and the work goes by that', async () => {
    const other = [
      planned('A', 'a'),
      planned('B', 'b', { deps: ['A'] }),
      planned('C', 'c', { deps: ['B'] }),
    ];
    const run = await partsRun(
      { plans: [{ steps: STEPS }, { steps: other }] },
      {
        ...auto,
        unlabelled: '/contract plan preview',
        afterwards: [asks('/contract plan agent one after the other')],
      },
    );
    expect(run.outcomes).toEqual(['stopped', 'delivered']);
    expect(plans(run)[1]).toContain('one after the other');
    expect(run.state.planned?.plan.steps.map(({ deps }) => deps)).toEqual([[], ['A'], ['B']]);
  });
});

describe('planned first', () => {
  it('planner, executor and reviewer are different models', async () => {
    const run = await partsRun(
      { reviews: [{ verdict: 'pass', reasons: ['as asked'] }] },
      {
        reviewer: true,
        models: {
          plan: 'openai-compatible/planner',
          execute: 'openai-compatible/worker',
          review: 'openai-compatible/judge',
        },
      },
    );
    expect(run.outcome).toBe('delivered');
    const used = run.asked.map(({ purpose, body }) => `${purpose} ${JSON.parse(body).model}`);
    expect([...new Set(used)].sort()).toEqual([
      'draft scripted',
      'plan planner',
      'review judge',
      'work worker',
    ]);
  });

  it('A10 a yes to one plan with what cannot be undone is none to another', async () => {
    const publish = (words: string) => ({
      steps: [
        ...STEPS.slice(0, 2),
        planned('C', 'c', { task: `Let c say new. Then publish the package to npm${words}.` }),
      ],
    });
    const run = await partsRun(
      { plans: [publish(''), publish(' under the tag next')] },
      {
        afterwards: [
          asks('/contract approve plan 000000000000'),
          asks('/contract replan use a tag'),
          asks('/contract approve plan'),
        ],
      },
    );
    expect(run.outcomes.slice(1)).toEqual(['awaiting-approval', 'awaiting-approval', 'delivered']);
    expect(new Set(run.of('plan-approval-requested').map(({ planHash }) => planHash)).size).toBe(2);
    const approved = run.events.findIndex(({ type }) => type === 'plan-approved');
    expect(run.events.findIndex(({ type }) => type === 'graph-moved')).toBeGreaterThan(approved);
  });

  it('C16 the comment shows the graph with the state of each node while they run', async () => {
    const seen: string[] = [];
    const run = await partsRun(
      {
        plans: [
          {
            steps: [
              STEPS[0] as object,
              planned('B', 'b', { deps: ['A'] }),
              planned('C', 'c', { deps: ['B'] }),
            ] as never,
          },
        ],
      },
      {
        secondsPerTurn: 11,
        beforeTurn: async (_, github) => {
          const comment = github.comments(1).find(({ body }) => body.startsWith('<!-- contractor'));
          seen.push(comment?.body ?? '');
        },
      },
    );
    expect(run.outcome).toBe('delivered');
    const pictures = seen.filter((body) => body.includes('```mermaid'));
    expect(pictures.at(-1)).toMatch(/A: Let a say new\.<br\/>passed/);
    expect(pictures.join()).toMatch(/<br\/>(?:running|verifying)/);
    const edits = run.requestsToGitHub.filter(
      (each) => each.startsWith('PATCH') && each.includes('/issues/comments/'),
    );
    // In place, and no more often than the clock allows: one a turn, and the ends.
    expect(edits.length).toBeLessThanOrEqual(14);
  });
});
