import { z } from 'zod';
import { Disposition } from '../../core/schema/disposition.ts';
import { Event } from '../../core/schema/event.ts';
import { Outcome } from '../../core/schema/handback.ts';

const Words = z.array(z.string().min(1)).describe('texts that must occur');
const EventName = z.enum(Event.options.map((option) => option.shape.type.value));

/** What must have come of a scenario. What is left out is not judged. */
export const Expectation = z
  .strictObject({
    outcome: z.enum([...Outcome.options, 'settled', 'nothing-to-do']).optional(),
    outcomes: z
      .array(Outcome)
      .optional()
      .describe('how the runs ended, in order; those that were killed have no end'),
    reasonContains: Words.optional().describe('in the reason of the last end'),
    nothing: z
      .array(z.string())
      .optional()
      .describe('codes of looks that had nothing to do, in order; equal ones in a row once'),
    contractVersions: z.int().nonnegative().optional().describe('how many there are in the end'),
    dispositions: z
      .array(
        z.strictObject({
          by: z.string().optional(),
          change: Disposition.shape.change.optional(),
          outcome: Disposition.shape.outcome,
        }),
      )
      .optional()
      .describe('each must be among the dispositions; one disposition serves one of these'),
    criteria: z
      .record(z.string(), z.enum(['active', 'superseded', 'retired']))
      .optional()
      .describe('status of criteria in the last contract'),
    pullRequest: z
      .union([
        z.boolean(),
        z.strictObject({
          state: z.enum(['open', 'closed', 'merged']).optional(),
          draft: z.boolean().optional(),
          bodyContains: Words.optional(),
        }),
      ])
      .optional(),
    record: z
      .boolean()
      .optional()
      .describe('true: there is one, it is consistent, and describes the head of the branch'),
    checkRun: z
      .enum(['success', 'failure', 'neutral', 'action_required', 'none'])
      .optional()
      .describe('conclusion of our check run on the head of the branch'),
    files: z
      .record(
        z.string(),
        z.union([
          z.null(),
          z.strictObject({ contains: Words.optional(), lacks: Words.optional() }),
        ]),
      )
      .optional()
      .describe('files on the branch of the task; null: not there'),
    changed: z
      .array(z.string())
      .optional()
      .describe('exactly the paths that differ between base and delivered head'),
    commentContains: Words.optional().describe('in the task’s comment on the issue'),
    commentLacks: Words.optional(),
    comments: z.int().nonnegative().optional().describe('how many comments the bot wrote'),
    events: z.array(EventName).optional().describe('types that must occur in the ledger'),
    eventsLack: z.array(EventName).optional().describe('types that must not'),
    refusals: z.array(z.string()).optional().describe('codes of refusals that must occur'),
    repairs: z.int().nonnegative().optional().describe('red verifications, in all'),
    turns: z.int().nonnegative().optional().describe('turns the model was asked for'),
    prefixHeld: z
      .boolean()
      .optional()
      .describe(
        'whether each request began, byte for byte, with the durable part of the one before',
      ),
  })
  .describe('What must have come of it; what is left out is not judged');
export type Expectation = z.infer<typeof Expectation>;
