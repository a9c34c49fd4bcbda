import { z } from 'zod';
import { Timestamp } from './scalars.ts';

const Ms = z.number().nonnegative();

/** One line of the turn log (turns.jsonl): what one turn of the agent did, on which step, and what it cost. */
export const TurnLine = z.object({
  format: z.literal(1).describe('of this line; fields may be added under the same number'),
  at: Timestamp.describe('when the turn ended'),
  run: z.string(),
  turn: z.int().positive().describe('counted over all runs of the task'),
  step: z.string().describe('"step k of n: …", "all n steps completed" or "no plan"'),
  part: z
    .string()
    .nullable()
    .describe('step of a planner’s plan that it worked on; null: the task'),
  tools: z.array(
    z.object({
      call: z.string().describe('tool and what it was called with, in brief'),
      code: z.string().nullable().describe('why it was refused or failed; null when it did not'),
      digest: z.string().nullable().describe('SHA-256 of the result the model was shown'),
    }),
  ),
  tokens: z.object({
    input: z.int().nonnegative().describe('cached ones included'),
    cached: z.int().nonnegative(),
    output: z.int().nonnegative(),
  }),
  usd: z.number().nonnegative().describe('estimate for this turn'),
  spentUsd: z.number().nonnegative().describe('estimate for the task up to here, all models'),
  prefix: z
    .enum(['first', 'held', 'compaction', 'broken'])
    .nullable()
    .describe('of the prompt cache; null for agents whose requests we do not see'),
  firstDifference: z.int().nonnegative().nullable().describe('byte at which the prefix broke'),
  ms: z
    .object({ look: Ms, model: Ms, tools: Ms, overhead: Ms })
    .nullable()
    .describe('where the time went; overhead is the harness itself'),
});
export type TurnLine = z.infer<typeof TurnLine>;
