import { addUsage } from '../rules/limits/model-price.ts';
import { stepLine } from '../rules/planning/plan/plan-progress.ts';
import { mergeDispositions, pendingAfter } from '../rules/reconcile/dispositions.ts';
import type { Disposition } from '../schema/disposition.ts';
import type { Event, EventOf, LedgerEntry } from '../schema/event.ts';
import { EVERY_CONTRACT } from './approval.ts';
import { afterTrouble, afterTurn } from './conversation.ts';
import {
  armedAfterChoice,
  blockedByThemselves,
  graphMoved,
  mergedAfterPush,
  mergedMoved,
  plannerPlanned,
  planUnusable,
  stepSolved,
} from './evolve-planned.ts';
import { initialState, type PlanVersion, type TaskState } from './state.ts';
import {
  factsAfterCheckpoint,
  factsAfterEvidence,
  factsAfterPlan,
  factsAfterTurn,
  NO_WORK_FACTS,
} from './work-facts.ts';

type Handlers = {
  [T in Event['type']]: (
    state: TaskState,
    event: EventOf<T>,
    entry: EntryFacts,
  ) => Partial<TaskState>;
};

/** What evolve needs of the entry around an event. */
export type EntryFacts = Pick<LedgerEntry, 'run' | 'at'>;

/** Applies one event. Pure: no clock, no check; what stands in the ledger has happened. */
export function evolve(state: TaskState, event: Event, entry: EntryFacts): TaskState {
  const apply = HANDLERS[event.type] as (
    s: TaskState,
    e: Event,
    x: EntryFacts,
  ) => Partial<TaskState>;
  const next = { ...state, length: state.length + 1, ...apply(state, event, entry) };
  return next.run && next.run.id === entry.run
    ? { ...next, run: { ...next.run, lastAt: entry.at } }
    : next;
}

/** The state after all entries. */
export function fold(entries: readonly LedgerEntry[], from: TaskState = initialState()): TaskState {
  let state = from;
  for (const entry of entries) state = evolve(state, entry.event, entry);
  return state;
}

const HANDLERS: Handlers = {
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
    owner: event.by ?? state.owner,
    ...(RESTARTS.has(event.trigger.kind) ? { hold: null, preview: null } : {}),
    answers: [],
    ended: null,
    stop: null,
  }),
  'comment-intended': (_, event, { at }) => ({ comment: { nonce: event.nonce, id: null, at } }),
  'comment-posted': (state, event, { at }) => ({
    comment: { nonce: event.nonce, id: event.id, at },
    ownComments: [...state.ownComments, event.id],
  }),
  'comment-lost': (state, event, { at }) => ({
    comment: event.how === 'deleted' ? null : state.comment,
    restored: [...state.restored, { how: event.how, by: event.by, at }],
  }),
  'snapshot-taken': (_, event) => ({ snapshot: event.snapshot }),
  'source-reconciled': (state, event) => ({
    snapshot: event.snapshot,
    dispositions: mergeDispositions(state.dispositions, event.dispositions),
    ...waiting(state, event.dispositions),
  }),
  'source-adopted': (state, { source, by }) => {
    // Whoever adopts the same words first carries them.
    const known = state.adoptions.find((a) => a.source.id === source.id);
    if (known?.source.contentHash === source.contentHash) return {};
    return { adoptions: [...state.adoptions.filter((a) => a !== known), { source, by }] };
  },
  'preview-requested': (_, { depth, task }) => ({
    preview: depth,
    previewTask: task,
    previewed: null,
    unusablePlan: null,
    hold: null,
  }),
  'answer-given': (state, { type: _, ...answer }) => ({
    answers: [...state.answers.filter((a) => a.topic !== answer.topic), answer],
  }),
  'replan-requested': (state, { type: _, ...request }) => ({
    replanRequests: [...state.replanRequests, request].slice(-10),
  }),
  'verification-requested': (state) => ({
    verification: null,
    evidenceFrom: state.evidence.length,
  }),
  'plan-approval-requested': (state, event) => ({
    planApproval: { ...state.planApproval, requested: event.planHash, steps: event.steps },
  }),
  'plan-approved': (state, event) => ({
    hold: null,
    planApproval: {
      requested: null,
      steps: [],
      approved: [
        ...state.planApproval.approved,
        { planHash: event.planHash, login: event.by.login },
      ],
    },
  }),
  'contract-drafted': (_, event, entry) => ({
    ...CONTRACT_CHANGED,
    contractSince: entry.at,
    contract: event.contract,
    contractHash: event.contractHash,
    drafter: event.drafter,
    notes: event.notes,
  }),
  'contract-amended': (state, event, entry) => {
    const settledBy = (d: Disposition) => d.source === event.amendment.source;
    const toVersion = (d: Disposition): Disposition =>
      settledBy(d) && d.outcome === 'amendment'
        ? { ...d, contractVersion: event.contract.version }
        : d;
    return {
      ...CONTRACT_CHANGED,
      contractSince: entry.at,
      contract: event.contract,
      contractHash: event.contractHash,
      amendments: [...state.amendments, event.amendment],
      pending: state.pending.filter((d) => !settledBy(d)),
      publish: { ...state.publish, intended: null },
      dispositions: state.dispositions.map(toVersion),
    };
  },
  'approval-requested': (state, event) => ({
    approval: { ...state.approval, requested: event.contractHash, reasons: event.reasons },
  }),
  'contract-approved': (state, event) => ({
    hold: null,
    approval: {
      requested: null,
      reasons: [],
      approved: [...state.approval.approved, event.contractHash],
      accepted: [
        ...state.approval.accepted,
        ...state.approval.reasons.filter((reason) => reason !== EVERY_CONTRACT),
      ],
      by: [...state.approval.by, { contractHash: event.contractHash, login: event.by.login }],
    },
  }),
  'question-decided': released,
  'stop-requested': (_, event) => ({ stop: { by: event.by, reason: event.reason } }),
  'resume-requested': released,
  'environment-prepared': (_, event) => ({
    environment: { baseSha: event.baseSha, digest: event.digest, sandbox: event.sandbox },
  }),
  'baseline-recorded': (state, event) => ({
    baseline: event,
    evidence: [...state.evidence, ...event.evidence],
  }),
  'mode-chosen': (state, { choice, contractHash }) => ({
    mode: { ...choice, contractHash },
    armed: armedAfterChoice(state, choice.mode),
  }),
  'plan-armed': (_, { task, agent }) => ({ armed: { task, agent } }),
  'planner-planned': plannerPlanned,
  'plan-unusable': planUnusable,
  'step-solved': stepSolved,
  'graph-moved': graphMoved,
  'merged-moved': mergedMoved,
  'plan-written': (state, event) => ({
    plan: event.plan,
    previewTask: null,
    planHistory: [...state.planHistory, planVersion(event)].slice(-50),
    replanRequests: event.replan || state.plan === null ? [] : state.replanRequests,
    replansWithoutProgress:
      finished(event.plan) > finished(state.plan)
        ? 0
        : state.replansWithoutProgress + (event.replan ? 1 : 0),
    workFacts: factsAfterPlan(state.workFacts, finished(event.plan) > finished(state.plan)),
  }),
  refused: (state, { code }) => ({
    refusals: { ...state.refusals, [code]: (state.refusals[code] ?? 0) + 1 },
  }),
  reminded: (state, { about }) => ({
    reminders: { ...state.reminders, [about]: (state.reminders[about] ?? 0) + 1 },
  }),
  'turn-taken': (state, event) => ({
    turns: state.turns + 1,
    turnsInRun: state.turnsInRun + 1,
    usage: addUsage(state.usage, event.usage),
    conversation: afterTurn(state.conversation, event),
    workFacts: factsAfterTurn(state.workFacts, event),
  }),
  'model-troubled': (state, event) => ({
    conversation: afterTrouble(state.conversation, event),
  }),
  'model-asked': (state, { usage }) => ({ usage: addUsage(state.usage, usage) }),
  'context-compacted': ({ conversation }) => ({
    conversation: { ...conversation, compactions: conversation.compactions + 1 },
  }),
  'checkpoint-recorded': (state, event) => ({
    checkpoints: [...state.checkpoints, event.checkpoint],
    workFacts: factsAfterCheckpoint(state.workFacts, event, state.plan),
  }),
  'checkpoints-kept': ({ keptCheckpoints: { onRemote, refused } }, event) => ({
    keptCheckpoints: {
      onRemote: [...onRemote, ...event.kept].filter((id) => !event.dropped.includes(id)),
      refused: [...refused, ...event.refused.map(({ id }) => id)],
    },
  }),
  'work-resumed': (state, event) =>
    event.discardsEvidence ? { evidenceFrom: state.evidence.length } : {},
  'evidence-recorded': (state, event) => ({
    evidence: [...state.evidence, event.evidence],
    workFacts: factsAfterEvidence(state.workFacts, event),
  }),
  'evidence-reinstated': (state, event) => ({ evidence: [...state.evidence, event.evidence] }),
  'commit-created': (state, event) => ({
    candidate: {
      sha: event.sha,
      tree: event.tree,
      contractHash: event.contractHash,
      changedPaths: event.changedPaths,
      tamperSignals: event.tamperSignals,
      takenOver: state.candidate?.takenOver ?? [],
    },
    verification: null,
    lastWork: null,
    workFacts: NO_WORK_FACTS,
  }),
  'head-moved': (state, event) => ({ publish: { ...state.publish, foreign: event.sha } }),
  'head-adopted': (state, event) => ({
    candidate: {
      sha: event.sha,
      tree: event.tree,
      contractHash: state.contractHash ?? '',
      changedPaths: event.changedPaths,
      tamperSignals: [],
      takenOver: event.changedPaths,
    },
    verification: null,
    publish: { ...state.publish, written: event.sha, intended: null, foreign: null },
  }),
  'verification-finished': (state, event) => ({
    verification: event,
    repairs: event.passed || event.counts === false ? state.repairs : state.repairs + 1,
    publish: event.passed ? state.publish : { ...state.publish, intended: null },
  }),
  'publish-intended': (state, event) => ({
    publish: {
      ...state.publish,
      intended: { sha: event.sha, lease: event.lease },
      announced: [...state.publish.announced, event.sha],
    },
  }),
  'branch-pushed': (state, event) => ({
    merged: mergedAfterPush(state, event.sha),
    publish: { ...state.publish, written: event.sha, intended: null, refusals: 0 },
  }),
  'push-refused': (state, event) => ({
    publish: {
      ...state.publish,
      intended: null,
      // It is not on the remote: what stands there instead is not ours because we wanted it to be.
      announced: state.publish.announced.filter((sha) => sha !== event.sha),
      refusals: state.publish.refusals + 1,
    },
  }),
  'pull-request-opened': (state, event) => ({
    publish: { ...state.publish, pullRequest: event.number },
  }),
  'completion-recorded': (state, event) => ({
    publish: { ...state.publish, record: { statement: event.statement, digest: event.digest } },
  }),
  'record-published': (state, event) => ({
    publish: { ...state.publish, shown: event.digest, withdrawn: false },
  }),
  'delivery-withdrawn': (state) => ({
    publish: { ...state.publish, shown: null, withdrawn: true },
  }),
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
};

/** A new contract: what was verified, planned or committed under the old one proves nothing by itself. */
const CONTRACT_CHANGED: Partial<TaskState> = {
  baseline: null,
  verification: null,
  hold: null,
  repairs: 0,
  lastWork: null,
  workFacts: NO_WORK_FACTS,
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

/** What waits now, with each text as it was before the change that waits. */
function waiting(
  state: TaskState,
  changes: readonly Disposition[],
): Pick<TaskState, 'pending' | 'before'> {
  const pending = pendingAfter(state.pending, changes);
  const before = pending.flatMap(({ source: id }) => {
    const kept = state.before.find((source) => source.id === id);
    return kept ?? state.snapshot?.sources.find((source) => source.id === id) ?? [];
  });
  return { pending, before };
}

const planVersion = ({ plan, replan }: EventOf<'plan-written'>): PlanVersion => ({
  version: plan.version,
  replan,
  reason: plan.reasonForReplan,
  step: stepLine(plan),
  finished: plan.items.flatMap((item) => (item.status === 'completed' ? item.id : [])),
});

const finished = (plan: TaskState['plan']): number =>
  plan?.items.filter((item) => item.status === 'completed').length ?? 0;
