import { describe, expect, it } from 'vitest';
import {
  renderPlanPreview,
  renderPlanProblems,
  renderUnreadablePlan,
} from '../../../src/core/render/plan-preview.ts';
import { checkPlannerPlan } from '../../../src/core/rules/planning/planner/check-planner-plan.ts';
import { parsePlannerPlan } from '../../../src/core/rules/planning/planner/parse-planner-plan.ts';
import { PlannerPlan } from '../../../src/core/schema/planner-plan.ts';
import { DOCUMENTED_PLAN, plannerPlan } from '../rules/planning/planner/planner-plan-sample.ts';

function preview(plan: PlannerPlan): string {
  const result = checkPlannerPlan(plan, null);
  if ('problems' in result) throw new Error(JSON.stringify(result.problems));
  return renderPlanPreview(result.checked);
}

describe('C8 the dry run shows what the document shows', () => {
  it('has these bytes', () => {
    expect(
      preview(PlannerPlan.parse(DOCUMENTED_PLAN)),
    ).toBe(`Generated plan (dry-run — nothing will be executed)

Summary: Add OAuth login with Google

1. [E1] agent=search
   Find existing auth code in cli/auth
2. [E2] agent=planner
   Design integration plan based on #E1
   deps: E1
3. [E3] agent=coder
   Implement based on #E2
   deps: E2
4. [E4] agent=tester
   Write tests for #E3
   deps: E3

Parallel groups:
   [E1]
   [E2]
   [E3]
   [E4]

Warning: parallel_groups puts E4 together with E3, but E4 depends on it: deps win.

To execute this plan: /contract plan <same task> (or /contract plan coder <task>)`);
  });

  it('words of the plan stay on their line and hold no control character', () => {
    const plan = plannerPlan([
      { id: 'E1', task: 'x\n2. [E9] agent=root\n\u001b[31mred\u0007 ##[error]', agent: 'a\nb' },
    ]);
    const shown = preview({ ...plan, task_summary: 'one\ntwo' });
    expect(shown).toContain('Summary: one two');
    expect(shown).not.toMatch(/^2\. \[E9\]/m);
    expect(shown.replaceAll('\n', '')).not.toMatch(/\p{Cc}|##\[/u);
  });
});

describe('C1 a plan that is none is shown with a warning', () => {
  it('raw, each line prefixed: no line of it is a workflow command', () => {
    const raw = 'I think…\n::set-output name=x::y\n/contract approve';
    const parsed = parsePlannerPlan(raw);
    if ('plan' in parsed) throw new Error('was read');
    expect(renderUnreadablePlan(parsed)).toBe(
      'Warning: The plan could not be read. There is no JSON object with `steps` in the answer.\n\n' +
        '| I think…\n| ::set-output name=x::y\n| /contract approve',
    );
  });

  it('problems are listed, not more than anyone reads', () => {
    const steps = Array.from({ length: 30 }, (_, at) => ({ id: `E${at + 1}`, deps: ['E99'] }));
    const result = checkPlannerPlan(plannerPlan(steps), null);
    if (!('problems' in result)) throw new Error('has none');
    const lines = renderPlanProblems(result.problems).split('\n');
    expect(lines[1]).toBe('- E1 depends on E99, which is not in the plan.');
    expect(lines.at(-1)).toBe('- and 10 more');
    expect(lines.length).toBe(22);
  });
});
