import { z } from 'zod';

/** How a task is planned (seeds/0): not at all, in a live plan, before any work, or before it as a graph. */
export const PlanningMode = z.enum(['reactive', 'interleaved', 'plan-and-execute', 'task-graph']);
export type PlanningMode = z.infer<typeof PlanningMode>;

/** When a planner makes a plan before any work (seeds/2). */
export const PlanFirst = z.strictObject({
  mode: z
    .enum(['off', 'auto', 'always'])
    .default('auto')
    .describe('off: never, not even by command; auto: from the threshold on'),
  threshold: z
    .number()
    .min(0)
    .max(10)
    .default(6)
    .describe('least complexity at which auto plans first'),
  strategy: z.enum(['taskgraph', 'plan-solve']).default('taskgraph'),
});
export type PlanFirst = z.infer<typeof PlanFirst>;

/** A score of 0 to 10 with what it is the sum of. */
const Score = z.object({
  score: z.number().min(0).max(10),
  signals: z.record(z.string(), z.number()),
});

/** The mode a contract is worked in, with why (A9). */
export const ModeChoice = z.object({
  mode: PlanningMode,
  asked: z.string().describe('by label or configuration; auto when by neither'),
  reasons: z.array(z.string()).min(1),
  scores: z.object({ wording: Score, reach: Score }),
  needsApproval: z
    .boolean()
    .describe('something in it cannot be taken back: nothing is done without a plan'),
});
export type ModeChoice = z.infer<typeof ModeChoice>;
