import { expect, it } from 'vitest';
import { stepLine } from '../../../../../src/core/rules/planning/plan/plan-progress.ts';
import { Plan, type PlanItem } from '../../../../../src/core/schema/plan.ts';

const item = (id: string, status: PlanItem['status'], parent: string | null = null) => ({
  id,
  content: `do ${id}`,
  status,
  evidence: status === 'completed' ? 'EV-1' : null,
  parent,
});
const plan = (...items: PlanItem[]): Plan => Plan.parse({ version: 1, contractVersion: 1, items });

it.each([
  ['no plan', null, 'no plan'],
  ['an empty plan', plan(), 'no plan'],
  [
    'one in progress',
    plan(item('a', 'completed'), item('b', 'in_progress'), item('c', 'pending')),
    'step 2 of 3: do b',
  ],
  [
    'none begun',
    plan(item('a', 'completed'), item('b', 'pending')),
    'step 2 of 2: do b (not begun)',
  ],
  [
    'cancelled steps are not counted',
    plan(item('a', 'cancelled'), item('b', 'in_progress')),
    'step 1 of 1: do b',
  ],
  [
    'a phase is counted by its substeps',
    plan(item('p', 'pending'), item('q', 'completed', 'p'), item('r', 'in_progress', 'p')),
    'step 2 of 2: do r',
  ],
  ['all done', plan(item('a', 'completed'), item('b', 'completed')), 'all 2 steps completed'],
])('B1 says where the work stands: %s', (_name, current, line) => {
  expect(stepLine(current)).toBe(line);
});
