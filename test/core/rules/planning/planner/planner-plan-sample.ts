import { PlannerPlan } from '../../../../../src/core/schema/planner-plan.ts';

/** The documented plan (seeds/2), with the contradiction it holds: E4 depends on E3 and stands beside it. */
export const DOCUMENTED_PLAN = {
  task_summary: 'Add OAuth login with Google',
  steps: [
    { id: 'E1', agent: 'search', task: 'Find existing auth code in cli/auth' },
    { id: 'E2', agent: 'planner', task: 'Design integration plan based on #E1', deps: ['E1'] },
    { id: 'E3', agent: 'coder', task: 'Implement based on #E2', deps: ['E2'] },
    { id: 'E4', agent: 'tester', task: 'Write tests for #E3', deps: ['E3'] },
  ],
  parallel_groups: [['E1'], ['E2'], ['E3', 'E4']],
};

interface WrittenStep {
  id: string;
  deps?: string[];
  task?: string;
  agent?: string;
}

/** A plan of these steps, in this order. */
export function plannerPlan(steps: WrittenStep[], groups: string[][] | null = null): PlannerPlan {
  return PlannerPlan.parse({
    task_summary: 'a plan',
    steps: steps.map((step) => ({ agent: 'coder', task: `do ${step.id}`, ...step })),
    parallel_groups: groups,
  });
}
