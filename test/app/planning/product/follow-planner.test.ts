import { describe, expect, it } from 'vitest';
import { turn } from '../../work/support/planned-run.ts';
import { isNew, partsRun, planned, report, rightly, STEPS, says } from '../support/parts-task.ts';

const ALL = [turn(says('a'), says('b'), says('c'), report('all new'))];

describe('a plan made before any work', () => {
  it('C1, C2 is mended once by the planner, who hears what is wrong with it', async () => {
    const wrong = { steps: [planned('A', 'a', { deps: ['Z'], agent: 'wizard' })] };
    const run = await partsRun({ plans: [wrong, { steps: STEPS }] });
    expect(run.outcome).toBe('delivered');
    const asked = run.asked.filter(({ purpose }) => purpose === 'plan');
    expect(asked).toHaveLength(2);
    const told = JSON.stringify(asked[1]?.messages);
    expect(told).toContain('A depends on Z, which is not in the plan');
    expect(told).toContain('A asks for the agent');
  });

  it('C1 that cannot be read is shown raw with a warning, and the agent plans as it works', async () => {
    const run = await partsRun({ plans: [{ nonsense: true }, { nonsense: true }], turns: ALL });
    expect(run.outcome).toBe('delivered');
    expect(run.state.mode?.mode).toBe('interleaved');
    expect(run.state.mode?.reasons.join()).toContain('the planner gave no plan');
    expect(run.comment).toContain('Warning:');
    expect(run.comment).toContain('The weather of plans');
  });

  it('C2 says so where groups contradict dependencies, which win', async () => {
    const steps = [STEPS[0], planned('B', 'b', { deps: ['A'] }), STEPS[2]];
    const run = await partsRun({
      plans: [{ steps, parallel_groups: [['A', 'B'], ['C']] }] as never,
    });
    expect(run.outcome).toBe('delivered');
    expect(run.of('planner-planned')[0]?.warnings.join()).toMatch(/B/);
  });

  it('C3, C5, C9 sees what earlier steps reported; one that fails does not abort, and whoever finishes reads so', async () => {
    const run = await partsRun(
      {
        plans: [
          {
            steps: [
              planned('E1', 'a'),
              planned('E2', 'b', { task: 'Let b say new. Of a: #E1.head=6', deps: ['E1'] }),
              planned('E3', 'c', { task: 'Let c say new. Of b: #E2', deps: ['E2'] }),
            ],
          },
        ],
        steps: {
          E1: [turn(says('a'), report('#E3 is no placeholder here'))],
          E2: [turn(says('b', 'nearly'), report('b is new, I say'))],
          E3: rightly('c'),
          finish: rightly('b'),
        },
      },
      { configuration: { mode: 'plan-and-execute' } },
    );
    expect(run.outcome).toBe('delivered');
    expect(isNew(run)).toBe(true);
    expect(run.of('step-solved').map(({ id, ok }) => [id, ok])).toEqual([
      ['E1', true],
      ['E2', false],
      ['E3', true],
    ]);
    const told = JSON.stringify(run.requests.map(({ messages }) => messages));
    expect(told).toContain('Of a: #E3 is…');
    expect(told).toContain('Of b: <error: AC-2 is red');
    expect(told).toContain('Errors: yes');
    expect(told).not.toContain('b is new, I say\\nSteps');
  });

  it('needs nobody to finish it when everything holds', async () => {
    const run = await partsRun({}, { configuration: { mode: 'plan-and-execute' } });
    expect(run.outcome).toBe('delivered');
    expect(run.requests).toHaveLength(3);
  });

  it('C7, C8 is shown by /contract plan in its documented form, and the next start works by it, once', async () => {
    const run = await partsRun(
      { plans: [{ task_summary: 'three words', steps: STEPS }] },
      {
        configuration: { mode: 'reactive' },
        unlabelled: '/contract plan',
        afterwards: [(github) => github.as('maya').comment(1, '/contract')],
      },
    );
    expect(run.outcomes).toEqual(['stopped', 'delivered']);
    expect(run.comments[0]).toContain('Generated plan (dry-run');
    expect(run.comments[0]).toContain('Summary: three words');
    expect(run.asked.filter(({ purpose }) => purpose === 'plan')).toHaveLength(1);
    expect(run.of('mode-chosen').map(({ choice }) => choice.asked)).toEqual(['command']);
    expect(run.of('plan-written')).toEqual([]);
  });
});
