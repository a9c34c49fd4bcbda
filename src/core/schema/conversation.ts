import { z } from 'zod';

/** How the conversations with the working model went: the prompt cache’s proof and the provider’s troubles. */
export const Conversation = z.object({
  compared: z
    .int()
    .nonnegative()
    .describe('requests whose durable prefix was compared with that of the one before'),
  held: z.int().nonnegative().describe('of these, where it held byte for byte'),
  firstDifference: z
    .int()
    .nonnegative()
    .nullable()
    .describe(
      'byte that differed, the last time that nothing explains it; null: it never happened',
    ),
  compactions: z
    .int()
    .nonnegative()
    .describe('times that the history was compacted; each breaks the cache once, as is known'),
  retries: z.int().nonnegative().describe('model calls that were made again'),
  troubles: z
    .record(z.string(), z.int().nonnegative())
    .describe('troubles with the provider, counted by kind'),
  overheadMs: z
    .number()
    .nonnegative()
    .default(0)
    .describe('what the harness itself took, turns of all runs together, milliseconds'),
  overheadInRunMs: z
    .number()
    .nonnegative()
    .default(0)
    .describe('of these, in the run that is active or was last'),
});
export type Conversation = z.infer<typeof Conversation>;

export const NO_CONVERSATION: Conversation = {
  compared: 0,
  held: 0,
  firstDifference: null,
  compactions: 0,
  retries: 0,
  troubles: {},
  overheadMs: 0,
  overheadInRunMs: 0,
};
