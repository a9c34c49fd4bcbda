import { z } from 'zod';
import { Actor } from './actor.ts';
import { Disposition } from './disposition.ts';
import { eventType } from './event-type.ts';
import { Snapshot, Source, SourceId } from './snapshot.ts';

/** What was read of the request, and what became of each text. */
export const REQUEST_EVENTS = [
  eventType('snapshot-taken', { snapshot: Snapshot }),
  eventType('source-reconciled', { dispositions: z.array(Disposition), snapshot: Snapshot }),
  eventType('source-adopted', {
    source: Source.describe('somebody’s text without authority, as it stood when it was adopted'),
    by: Actor,
  }),
  eventType('preview-requested', {
    by: Actor.nullable(),
    depth: z.enum(['contract', 'plan']).describe('what to show; nothing is executed'),
    task: z
      .string()
      .max(2000)
      .nullable()
      .default(null)
      .describe('what the planner is asked besides the contract'),
  }),
  eventType('replan-requested', { by: Actor, reason: z.string().max(2000), source: SourceId }),
  eventType('verification-requested', { by: Actor }),
] as const;
