import { z } from 'zod';
import { CONTRACT_EVENTS } from './event-contract.ts';
import { PUBLISH_EVENTS } from './event-publish.ts';
import { REQUEST_EVENTS } from './event-request.ts';
import { RUN_EVENTS } from './event-run.ts';
import { WORK_EVENTS } from './event-work.ts';
import { Digest, Timestamp } from './scalars.ts';

/**
 * Everything that can have happened to a task. Facts in the past tense, append-only; state is a fold over them.
 * Adding a type is fine; changing one needs an upcaster (docs/ledger.md), old ledgers stay readable for ever.
 */
export const Event = z.discriminatedUnion('type', [
  ...RUN_EVENTS,
  ...REQUEST_EVENTS,
  ...CONTRACT_EVENTS,
  ...WORK_EVENTS,
  ...PUBLISH_EVENTS,
]);
export type Event = z.infer<typeof Event>;
export type EventOf<T extends Event['type']> = Extract<Event, { type: T }>;

/** One line of the ledger. */
export const LedgerEntry = z.object({
  schemaVersion: z.literal(1),
  seq: z.int().positive().describe('1, 2, 3 … without a gap'),
  previous: Digest.nullable().describe('digest of the entry before; null for the first'),
  at: Timestamp,
  run: z.string().describe('run that appended it'),
  epoch: z.int().nonnegative(),
  event: Event,
});
export type LedgerEntry = z.infer<typeof LedgerEntry>;
