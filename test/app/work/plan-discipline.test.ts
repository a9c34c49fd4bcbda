import { describe, expect, it } from 'vitest';
import {
  check,
  done,
  GOOD,
  plan,
  plannedRun,
  step,
  told,
  turn,
  WRONG,
} from './support/planned-run.ts';

const S1 = 'let greet take a name';
const S2 = 'see that all checks pass';

describe('the plan tool in the whole product', () => {
  it('A1 A2 A6 A7 A8 E6 shows old and new, refuses with a way to mend it, and keeps the old plan', async () => {
    const deep = [
      step('s1', S1, 'in_progress'),
      step('s2', S2),
      { ...step('s3', 'a part'), parent: 's2' },
      { ...step('s4', 'a part of the part'), parent: 's3' },
    ];
    const run = await plannedRun([
      turn(plan([step('s1', S1, 'in_progress'), step('s2', S2)])),
      turn(
        plan([step('s1', S1, 'in_progress'), step('s2', S2, 'in_progress')]),
        plan([step('s1', S1, 'in_progress'), step('s2', S2)]),
      ),
      turn(plan(deep)),
      turn(GOOD),
      turn(done),
    ]);
    expect(run.outcome).toBe('delivered');
    expect(run.state.refusals).toEqual({ 'two-in-progress': 1, 'second-write': 1, 'too-deep': 1 });
    expect(run.of('plan-written')).toHaveLength(1);
    expect(told(run, 2)).toContain('Old:\\n(empty)\\nNew:\\n- [in_progress] s1');
    expect(told(run, 3)).toContain('s1, s2 are all in_progress. Leave one');
    expect(told(run, 3)).toContain(`[>] s1 ${S1}`);
    expect(told(run, 4)).toContain(`[>] s1 ${S1}`);
    expect(run.comment).toContain('refused: 1 ×');
    expect(run.comment).toContain('two-in-progress');
  });

  it('A3 A4 A15 completes one step at a time, on evidence, and never over a red check', async () => {
    const of = (one: string, two = 'pending', evidence?: string) =>
      plan([step('s1', S1, one, evidence), step('s2', S2, two)]);
    const run = await plannedRun([
      turn(of('in_progress')),
      turn(of('completed', 'in_progress')),
      turn(WRONG(1)),
      turn(check('AC-1')),
      turn(of('completed', 'in_progress', '$checkpoint')),
      turn(GOOD),
      turn(check('AC-1')),
      turn(
        plan([step('s1', S1, 'completed', '$evidence'), step('s2', S2, 'completed', '$evidence')]),
      ),
      turn(of('completed', 'in_progress', '$evidence')),
      turn(done),
    ]);
    expect(run.outcome).toBe('delivered');
    expect(run.state.refusals).toEqual({ 'no-evidence': 1, unresolved: 1, 'several-completed': 1 });
    const [item] = run.state.plan?.items ?? [];
    expect(item).toMatchObject({ id: 's1', status: 'completed' });
    expect(run.state.evidence.find(({ id }) => id === item?.evidence)).toMatchObject({
      result: 'pass',
    });
  });

  it('A5 A13 a blocked step stays open beside one that names the blocker; replacing most of the plan needs a reason', async () => {
    const blocked = [
      step('s1', S1),
      step('s3', 'find what blocks s1', 'in_progress'),
      step('s2', S2),
    ];
    const anew = [step('n1', 'begin elsewhere', 'in_progress'), step('n2', 'and end there')];
    const run = await plannedRun([
      turn(plan([step('s1', S1, 'in_progress'), step('s2', S2)])),
      turn(plan(blocked)),
      turn(plan(anew)),
      turn(plan(anew, 'src/greet.js is not where names come from')),
      turn(GOOD),
      turn(done),
    ]);
    expect(run.outcome).toBe('delivered');
    expect(run.of('plan-written').map(({ replan }) => replan)).toEqual([false, false, true]);
    expect(run.state.refusals).toEqual({ 'replan-needs-reason': 1 });
    expect(run.of('plan-written')[1]?.plan.items[0]).toMatchObject({ id: 's1', status: 'pending' });
    // D4: the contract is what it was.
    expect(run.state.contract?.version).toBe(1);
    expect(run.state.plan).toMatchObject({
      acceptanceChanged: false,
      reasonForReplan: 'src/greet.js is not where names come from',
    });
  });
});
