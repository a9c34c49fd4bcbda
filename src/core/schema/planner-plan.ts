import { z } from 'zod';

/** Id of a step or node: ASCII, so that two ids that look the same are the same. */
export const StepId = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_-]{0,30}$/, 'an id like E1: a letter, then letters and digits')
  .describe('like E1; stable within the plan');

/** A planner writes 200 at most; what is above that is for the nodes that mend a red whole. */
export const MOST_STEPS = 400;

const Globs = z.array(z.string().min(1).max(500)).max(100);

/** One step as a planner writes it. The field names are those of the documented plan format (seeds/2). */
export const PlannerStep = z.object({
  id: StepId,
  agent: z.string().min(1).max(60).describe('which agent does it, like coder'),
  task: z.string().min(1).max(8000).describe('what to do; #E1 stands for the output of step E1'),
  deps: z.array(z.string().max(60)).max(MOST_STEPS).default([]).describe('steps that come first'),
  writes: Globs.nullable()
    .default(null)
    .describe('globs it may change; [] only inspects, null says nothing'),
  inputs: z.array(z.string().max(500)).max(50).default([]),
  expected_outputs: z.array(z.string().max(500)).max(50).default([]),
  verification: z
    .array(z.string().max(60))
    .max(50)
    .default([])
    .describe('ids of the contract’s criteria that gate it'),
  questions: z
    .array(z.string().regex(/^Q-\d+$/))
    .max(50)
    .default([])
    .describe('open questions of the contract that must be decided before it starts'),
  invalidates_if: Globs.default([]).describe('globs whose change makes its result stale'),
});
export type PlannerStep = z.infer<typeof PlannerStep>;

/** A plan made before execution begins (seeds/2). A hypothesis: it is checked before anything runs. */
export const PlannerPlan = z.object({
  task_summary: z.string().max(2000).default(''),
  steps: z.array(PlannerStep).min(1).max(MOST_STEPS),
  parallel_groups: z
    .array(z.array(z.string().max(60)).max(200))
    .max(200)
    .nullable()
    .default(null)
    .describe('a hint: where it contradicts deps, deps win'),
});
export type PlannerPlan = z.infer<typeof PlannerPlan>;
