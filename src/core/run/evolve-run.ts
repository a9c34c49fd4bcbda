import type { Disposition } from '../schema/disposition.ts';
import { inNewRun } from './conversation.ts';
import type { Handlers } from './evolve-handlers.ts';
import { blockedByThemselves } from './evolve-planned.ts';
import type { TaskState } from './state.ts';
import { NO_WORK_FACTS } from './work-facts.ts';

/** Runs, what people say to them, and our comment. */
export const RUN_HANDLERS: Handlers<
  | 'run-claimed'
  | 'stop-requested'
  | 'resume-requested'
  | 'question-decided'
  | 'run-ended'
  | 'task-settled'
  | 'comment-intended'
  | 'comment-posted'
  | 'comment-lost'
  | 'answer-given'
> = {
  'run-claimed': (state, event, entry) => ({
    run: {
      id: entry.run,
      epoch: event.epoch,
      trigger: event.trigger,
      by: event.by ?? state.owner,
      startedAt: entry.at,
      lastAt: entry.at,
    },
    epoch: event.epoch,
    turnsInRun: 0,
    conversation: inNewRun(state.conversation),
    owner: event.by ?? state.owner,
    ...(RESTARTS.has(event.trigger.kind) ? { hold: null, preview: null } : {}),
    answers: [],
    ended: null,
    stop: null,
  }),
  'stop-requested': (_, event) => ({ stop: { by: event.by, reason: event.reason } }),
  'resume-requested': (state, { nodes }) => ({
    ...released(state),
    handedBackNodes: state.handedBackNodes.filter((id) => nodes?.includes(id) ?? true),
  }),
  'question-decided': released,
  'run-ended': (state, event, entry) => ({
    run: null,
    ended: { outcome: event.outcome, reason: event.reason, handback: event.handback, at: entry.at },
    hold: HOLDING.has(event.outcome)
      ? { outcome: event.outcome, reason: event.reason, handback: event.handback }
      : null,
    failures: event.outcome === 'infra-failed' ? state.failures + 1 : 0,
    handedBackNodes: HANDS_BACK.has(event.outcome) ? blockedByThemselves(state.graph) : [],
    lastWork: null,
  }),
  'task-settled': (_, event) => ({ settled: event.how, run: null }),
  'comment-intended': (_, event, { at }) => ({ comment: { nonce: event.nonce, id: null, at } }),
  'comment-posted': (state, event, { at }) => ({
    comment: { nonce: event.nonce, id: event.id, at },
    ownComments: [...state.ownComments, event.id],
  }),
  'comment-lost': (state, event, { at }) => ({
    comment: event.how === 'deleted' ? null : state.comment,
    restored: [...state.restored, { how: event.how, by: event.by, at }],
  }),
  'answer-given': (state, { type: _, ...answer }) => ({
    answers: [...state.answers.filter((a) => a.topic !== answer.topic), answer],
  }),
};

/** A person who asks again, explicitly, lifts a hold. */
const RESTARTS = new Set(['labeled', 'assigned', 'dispatch', 'console']);

/** Ends that wait for a person. */
const HOLDING = new Set(['handed-back', 'stuck', 'over-budget', 'stopped', 'awaiting-approval']);

/** Ends that told people which nodes are blocked. */
const HANDS_BACK = new Set(['handed-back', 'stuck']);

/** A person’s word to go on: what held is lifted, what was counted against the work starts anew. */
function released(state: TaskState): Partial<TaskState> {
  return {
    hold: null,
    stop: null,
    preview: null,
    repairs: 0,
    replansWithoutProgress: 0,
    workFacts: NO_WORK_FACTS,
    pending: state.pending.filter(isAmendment),
    publish: { ...state.publish, refusals: 0 },
  };
}

const isAmendment = (d: Disposition): boolean => d.outcome === 'amendment';
