import type { Actor } from '../schema/actor.ts';
import type { Checkpoint, SandboxPolicy } from '../schema/checkpoint.ts';
import type { CompletionStatement } from '../schema/completion.ts';
import type { Amendment, Contract } from '../schema/contract.ts';
import { type Conversation, NO_CONVERSATION } from '../schema/conversation.ts';
import type { Disposition } from '../schema/disposition.ts';
import type { EventOf } from '../schema/event.ts';
import type { Evidence } from '../schema/evidence.ts';
import type { Handback, Outcome } from '../schema/handback.ts';
import type { ModeChoice } from '../schema/mode-choice.ts';
import type { Trigger } from '../schema/observation.ts';
import type { Plan } from '../schema/plan.ts';
import type { PlannerPlan } from '../schema/planner-plan.ts';
import type { Snapshot, Source } from '../schema/snapshot.ts';
import type { TaskGraph } from '../schema/task-graph.ts';
import type { Usage } from '../schema/usage.ts';

import { NO_WORK_FACTS, type WorkFacts } from './work-facts.ts';

/** The run that holds the task now. */
export interface ActiveRun {
  id: string;
  epoch: number;
  trigger: Trigger;
  /** Whose authority carries it; null for the console. */
  by: Actor | null;
  startedAt: string;
  /** Last sign of life: the lease counts from here. */
  lastAt: string;
}

/** A commit that may be delivered: ours, or a person’s that we found on the branch. */
export interface Candidate {
  sha: string;
  tree: string;
  contractHash: string;
  changedPaths: string[];
  tamperSignals: string[];
  /** Paths that the last commit taken over from a person changed: theirs to answer for, never undone. */
  takenOver: string[];
}

/** One version of the plan, in brief. */
export interface PlanVersion {
  version: number;
  replan: boolean;
  reason: string | null;
  /** The step it was at, like `step 2 of 5: …`. */
  step: string;
  /** Steps that are completed, by id. */
  finished: string[];
}

/** Everything known about one task: a fold over its ledger. Facts only; what to do about them is next.ts. */
export interface TaskState {
  /** Entries folded so far. */
  length: number;
  run: ActiveRun | null;
  /** Highest epoch ever claimed. */
  epoch: number;
  /** How the last run ended; null while one is active, or before the first. */
  ended: { outcome: Outcome; reason: string; handback: Handback | null; at: string } | null;
  /** Whose authority started the task; carried over to later runs. */
  owner: Actor | null;
  /** An end that a mere comment does not lift: it takes a decision, an amendment, an approval or a restart. */
  hold: { outcome: Outcome; reason: string; handback: Handback | null } | null;
  /** Runs in a row that infrastructure failed. */
  failures: number;
  settled: 'merged' | 'closed' | null;
  /** Our comment, and when it was announced or posted. */
  comment: { nonce: string; id: number | null; at: string } | null;
  /** Times that somebody edited or deleted our comment by hand, and it was put back. */
  restored: { how: 'edited' | 'deleted'; by: Actor | null; at: string }[];
  ownComments: number[];
  snapshot: Snapshot | null;
  dispositions: Disposition[];
  /** Changed sources that still need an amendment or a decision. */
  pending: Disposition[];
  /** What waits, as it was before its change: a deleted text can be read nowhere else. */
  before: Source[];
  /** Texts without authority that somebody with authority adopted, as they stood. */
  adoptions: { source: Source; by: Actor }[];
  /** How much is to be shown without executing anything; null for real work. */
  preview: 'contract' | 'plan' | null;
  /** What was asked in this run and is answered in our comment. */
  answers: Omit<EventOf<'answer-given'>, 'type'>[];
  /** What people said against the plan; until there is a newer one. */
  replanRequests: Omit<EventOf<'replan-requested'>, 'type'>[];
  planApproval: {
    requested: string | null;
    steps: string[];
    approved: { planHash: string; login: string }[];
  };
  /** Evidence before this position is not carried over: a person asked to verify again. */
  evidenceFrom: number;
  contract: Contract | null;
  contractHash: string | null;
  /** When the contract in force was appended: what was written before it cannot mean it. */
  contractSince: string | null;
  drafter: string;
  notes: string[];
  amendments: Amendment[];
  approval: {
    requested: string | null;
    reasons: string[];
    /** Hashes of the contracts that were approved. */
    approved: string[];
    /** Contracts that were approved when their baseline was known: nothing of it is left to ask about. */
    approvedBaseline: string[];
    /** Reasons a person has accepted once: the same reason does not ask again for a later version. */
    accepted: string[];
    by: { contractHash: string; login: string }[];
  };
  stop: { by: Actor | null; reason: string } | null;
  environment: { baseSha: string; digest: string; sandbox: SandboxPolicy } | null;
  baseline: EventOf<'baseline-recorded'> | null;
  /** How the contract named is worked on. */
  mode: (ModeChoice & { contractHash: string }) | null;
  plan: Plan | null;
  /** A person asked for a plan before the next work; used up when the mode is chosen (C8). */
  armed: { task: string | null; agent: 'agent' | 'coder' } | null;
  /** What the planner is asked besides the contract when a plan is only to be shown. */
  previewTask: string | null;
  /** What the planner planned last, with what came of its steps. */
  planned:
    | (Omit<EventOf<'planner-planned'>, 'type' | 'usage'> & {
        outcomes: { id: string; ok: boolean; output: string; evidence: string | null }[];
      })
    | null;
  /** A plan that is only shown, beside the one that stands. */
  previewed: PlannerPlan | null;
  /** The planner’s last answer that was no plan; null when the last one was. */
  unusablePlan: Omit<EventOf<'plan-unusable'>, 'type'> | null;
  graph: TaskGraph | null;
  /** Hash of the contract that the graph was last laid out for. */
  graphFor: string | null;
  /** The merged results of the graph’s nodes, and the commit they were worked from. */
  merged: { start: string; tree: string } | null;
  /** What failed attempts at nodes left, by node: the tree, and the merged tree it was made from. */
  leftovers: Readonly<Record<string, { base: string; tree: string }>>;
  /** Nodes that were blocked when a run handed back: whoever lets the work go on means these. */
  handedBackNodes: string[];
  /** Every plan so far, oldest first: what a person reads when the work is stuck. */
  planHistory: PlanVersion[];
  /** What the agent was reminded of, counted by what it was about. */
  reminders: Record<string, number>;
  replansWithoutProgress: number;
  /** What the work at hand has come to; a process that takes over counts on from here. */
  workFacts: WorkFacts;
  conversation: Conversation;
  /** What the harness refused the agent, counted by code. */
  refusals: Record<string, number>;
  checkpoints: Checkpoint[];
  /** Of these, by id: on the remote now, and held back because of what looks like a secret. */
  keptCheckpoints: { onRemote: string[]; refused: string[] };
  evidence: Evidence[];
  candidate: Candidate | null;
  verification: EventOf<'verification-finished'> | null;
  /** Red verifications and empty attempts under the contract in force. */
  repairs: number;
  publish: {
    /** The push that was announced and is not known to have happened. */
    intended: { sha: string; lease: string | null } | null;
    /** Every commit we ever announced: what the remote shows of these is ours. */
    announced: string[];
    /** The last commit on the branch that we wrote or adopted: the lease of the next push. */
    written: string | null;
    /** A person’s commit on the branch that is not verified yet. */
    foreign: string | null;
    /** Pushes in a row that the remote refused. */
    refusals: number;
    pullRequest: number | null;
    record: { statement: CompletionStatement; digest: string } | null;
    /** Digest of the record that people see on the pull request. */
    shown: string | null;
    withdrawn: boolean;
  };
  usage: Usage;
  turns: number;
  /** Of these, in the run that is active or was last. */
  turnsInRun: number;
  /** Outcome of the last piece of work that made no candidate. */
  lastWork: string | null;
}

const NO_USAGE: Usage = { inputTokens: 0, cachedTokens: 0, outputTokens: 0, usd: 0 };

/** A task nobody has touched. */
export function initialState(): TaskState {
  return {
    length: 0,
    run: null,
    epoch: 0,
    ended: null,
    owner: null,
    hold: null,
    failures: 0,
    settled: null,
    comment: null,
    restored: [],
    ownComments: [],
    snapshot: null,
    dispositions: [],
    pending: [],
    before: [],
    adoptions: [],
    preview: null,
    answers: [],
    replanRequests: [],
    planApproval: { requested: null, steps: [], approved: [] },
    evidenceFrom: 0,
    contract: null,
    contractHash: null,
    contractSince: null,
    drafter: '',
    notes: [],
    amendments: [],
    approval: {
      requested: null,
      reasons: [],
      approved: [],
      approvedBaseline: [],
      accepted: [],
      by: [],
    },
    stop: null,
    environment: null,
    baseline: null,
    mode: null,
    plan: null,
    armed: null,
    previewTask: null,
    planned: null,
    previewed: null,
    unusablePlan: null,
    graph: null,
    graphFor: null,
    merged: null,
    leftovers: {},
    handedBackNodes: [],
    planHistory: [],
    reminders: {},
    replansWithoutProgress: 0,
    workFacts: NO_WORK_FACTS,
    conversation: NO_CONVERSATION,
    refusals: {},
    checkpoints: [],
    keptCheckpoints: { onRemote: [], refused: [] },
    evidence: [],
    candidate: null,
    verification: null,
    repairs: 0,
    publish: {
      intended: null,
      announced: [],
      written: null,
      foreign: null,
      refusals: 0,
      pullRequest: null,
      record: null,
      shown: null,
      withdrawn: false,
    },
    usage: NO_USAGE,
    turns: 0,
    turnsInRun: 0,
    lastWork: null,
  };
}
