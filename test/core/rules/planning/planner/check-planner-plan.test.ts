import { describe, expect, it } from 'vitest';
import { checkPlannerPlan } from '../../../../../src/core/rules/planning/planner/check-planner-plan.ts';
import { PlannerPlan } from '../../../../../src/core/schema/planner-plan.ts';
import { DOCUMENTED_PLAN, plannerPlan } from './planner-plan-sample.ts';

type Steps = Parameters<typeof plannerPlan>[0];

function checked(plan: PlannerPlan, agents: string[] | null = null) {
  const result = checkPlannerPlan(plan, agents);
  if ('problems' in result) throw new Error(JSON.stringify(result.problems));
  return result.checked;
}

describe('C2 what a plan says is judged', () => {
  const a = { id: 'E1' };
  it.each<[string, Steps, string, string]>([
    ['two steps with one id', [a, a], 'duplicate-id', 'E1'],
    ['a dependency on itself', [{ id: 'E1', deps: ['E1'] }], 'self-reference', 'E1'],
    ['a placeholder for itself', [{ id: 'E1', task: 'see #E1' }], 'self-reference', 'E1'],
    [
      'a dependency on a later step',
      [{ id: 'E1', deps: ['E2'] }, { id: 'E2' }],
      'later-reference',
      'E1',
    ],
    [
      'a placeholder for a later step',
      [{ id: 'E1', task: '#E2.summary' }, { id: 'E2' }],
      'later-reference',
      'E1',
    ],
    ['a dependency on nothing', [{ id: 'E1', deps: ['E9'] }], 'undeclared-reference', 'E1'],
    [
      'a placeholder for nothing',
      [a, { id: 'E2', task: 'see #E10' }],
      'undeclared-reference',
      'E2',
    ],
    ['E01 is not E1', [a, { id: 'E2', task: 'see #E01' }], 'undeclared-reference', 'E2'],
    [
      'a modifier that does not exist',
      [a, { id: 'E2', task: '#E1.tail=3' }],
      'unknown-modifier',
      'E2',
    ],
    ['digits in odd Unicode', [a, { id: 'E2', task: 'see #E１' }], 'odd-placeholder', 'E2'],
  ])('%s', (_, steps, code, step) => {
    const result = checkPlannerPlan(plannerPlan(steps), null);
    expect('problems' in result && result.problems).toEqual([
      expect.objectContaining({ code, step }),
    ]);
  });

  it('C1 a cycle is one problem, not one for each of its steps', () => {
    const result = checkPlannerPlan(
      plannerPlan([
        { id: 'E1', deps: ['E3'] },
        { id: 'E2', deps: ['E1'] },
        { id: 'E3', deps: ['E2'] },
      ]),
      null,
    );
    expect('problems' in result && result.problems.map((problem) => problem.code)).toEqual([
      'cycle',
    ]);
    expect('problems' in result && result.problems[0]?.message).toMatch(/E\d → E\d → E\d → E\d/);
  });

  it('C1 unknown agents are named, with those that exist', () => {
    const result = checkPlannerPlan(plannerPlan([{ id: 'E1', agent: 'wizard' }]), ['coder']);
    expect('problems' in result && result.problems[0]).toMatchObject({
      code: 'unknown-agent',
      message: expect.stringContaining('coder'),
    });
  });

  it('all problems are told at once', () => {
    const result = checkPlannerPlan(
      plannerPlan([{ id: 'E1', deps: ['E1', 'E7'], task: '#E1.nope', agent: 'x' }]),
      ['coder'],
    );
    expect('problems' in result && result.problems.map((problem) => problem.code)).toEqual([
      'self-reference',
      'undeclared-reference',
      'unknown-agent',
      'unknown-modifier',
    ]);
  });
});

describe('C2 dependencies', () => {
  it('are inferred from placeholders, once each, in natural order', () => {
    const plan = plannerPlan([
      { id: 'E1' },
      { id: 'E2' },
      { id: 'E10' },
      { id: 'E11', task: 'with #E10, #E2.head=5 and #E2', deps: ['E1'] },
    ]);
    expect(checked(plan).steps[3]?.deps).toEqual(['E1', 'E2', 'E10']);
  });

  it('win over parallel_groups, with a warning: the documented example', () => {
    const { groups, warnings } = checked(PlannerPlan.parse(DOCUMENTED_PLAN));
    expect(groups).toEqual([['E1'], ['E2'], ['E3'], ['E4']]);
    expect(warnings).toEqual([
      'parallel_groups puts E4 together with E3, but E4 depends on it: deps win.',
    ]);
  });

  it.each<[string, string[][] | null, string[][], RegExp | null]>([
    ['groups that agree are kept', [['E1'], ['E2', 'E3']], [['E1'], ['E2', 'E3']], null],
    ['finer groups that agree are kept', [['E1'], ['E3'], ['E2']], [['E1'], ['E3'], ['E2']], null],
    ['no groups: levels', null, [['E1'], ['E2', 'E3']], null],
    ['a step before what it needs', [['E2', 'E3'], ['E1']], [['E1'], ['E2', 'E3']], /before E1/],
    ['a step left out', [['E1'], ['E2']], [['E1'], ['E2', 'E3']], /leaves out E3/],
    ['a step twice', [['E1'], ['E2', 'E3'], ['E2']], [['E1'], ['E2', 'E3']], /E2 twice/],
    ['a step that is not there', [['E1'], ['E2', 'E3', 'E9']], [['E1'], ['E2', 'E3']], /names E9/],
  ])('%s', (_, given, groups, warning) => {
    const plan = plannerPlan(
      [{ id: 'E1' }, { id: 'E2', deps: ['E1'] }, { id: 'E3', deps: ['E1'] }],
      given,
    );
    const result = checked(plan);
    expect(result.groups).toEqual(groups);
    if (warning) expect(result.warnings.join(' ')).toMatch(warning);
    else expect(result.warnings).toEqual([]);
  });
});
