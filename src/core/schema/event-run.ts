import { z } from 'zod';
import { Actor } from './actor.ts';
import { eventType } from './event-type.ts';
import { Handback, Outcome } from './handback.ts';
import { Trigger } from './observation.ts';
import { StepId } from './planner-plan.ts';
import { SourceId } from './snapshot.ts';

/** Runs, what people say to them, and our comment. */
export const RUN_EVENTS = [
  eventType('run-claimed', {
    epoch: z.int().positive().describe('numbered lease: an older epoch can no longer append'),
    trigger: Trigger,
    by: Actor.nullable().describe('person whose authority carries the run; null for the console'),
  }),
  eventType('stop-requested', { by: Actor.nullable(), reason: z.string() }),
  eventType('resume-requested', {
    by: Actor.nullable(),
    nodes: z
      .array(StepId)
      .optional()
      .describe('of the task graph’s waiting nodes, those that go on; left out: all'),
  }),
  eventType('question-decided', { question: z.string(), choice: z.string(), by: Actor }),
  eventType('run-ended', {
    outcome: Outcome,
    reason: z.string().max(4000),
    handback: Handback.nullable(),
  }),
  eventType('task-settled', { how: z.enum(['merged', 'closed']) }),
  eventType('comment-intended', {
    nonce: z.string().min(8).describe('stands in our comment’s marker'),
  }),
  eventType('comment-posted', { id: z.int().positive(), nonce: z.string() }),
  eventType('comment-lost', {
    id: z.int().positive(),
    how: z.enum(['edited', 'deleted']),
    by: Actor.nullable().describe('who edited it; GitHub does not tell who deleted one'),
  }),
  eventType('answer-given', {
    topic: z.enum(['status', 'help', 'preview', 'plan', 'unknown', 'refused']),
    text: z.string().max(500).describe('one line; empty where the comment itself answers'),
    to: z.string().describe('login of who asked'),
    source: SourceId,
  }),
] as const;
