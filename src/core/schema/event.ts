import { z } from 'zod';
import { Actor } from './actor.ts';
import { Checkpoint, CheckpointId, SandboxPolicy } from './checkpoint.ts';
import { CompletionStatement } from './completion.ts';
import { Amendment, Contract } from './contract.ts';
import { Disposition } from './disposition.ts';
import { BaselineVerdict, Evidence } from './evidence.ts';
import { Handback, Outcome } from './handback.ts';
import { ModeChoice } from './mode-choice.ts';
import { Trigger } from './observation.ts';
import { Plan } from './plan.ts';
import { PlannerPlan, StepId } from './planner-plan.ts';
import { Digest, GitSha, Timestamp } from './scalars.ts';
import { Snapshot, Source, SourceId } from './snapshot.ts';
import { GraphEvent } from './task-graph.ts';
import { Usage } from './usage.ts';

const event = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.object({ type: z.literal(type), ...shape });

export { Usage };

/**
 * Everything that can have happened to a task. Facts in the past tense, append-only; state is a fold over them.
 * Adding a type is fine; changing one needs an upcaster (docs/ledger.md), old ledgers stay readable for ever.
 */
export const Event = z.discriminatedUnion('type', [
  event('run-claimed', {
    epoch: z.int().positive().describe('numbered lease: an older epoch can no longer append'),
    trigger: Trigger,
    by: Actor.nullable().describe('person whose authority carries the run; null for the console'),
  }),
  event('comment-intended', {
    nonce: z.string().min(8).describe('stands in our comment’s marker'),
  }),
  event('comment-posted', { id: z.int().positive(), nonce: z.string() }),
  event('comment-lost', {
    id: z.int().positive(),
    how: z.enum(['edited', 'deleted']),
    by: Actor.nullable().describe('who edited it; GitHub does not tell who deleted one'),
  }),
  event('snapshot-taken', { snapshot: Snapshot }),
  event('source-reconciled', { dispositions: z.array(Disposition), snapshot: Snapshot }),
  event('contract-drafted', {
    contract: Contract,
    contractHash: Digest,
    drafter: z.string().describe('rules, or the model’s id'),
    notes: z
      .array(z.string())
      .describe('what the drafter fell back from, hidden text, dropped quotes'),
  }),
  event('source-adopted', {
    source: Source.describe('somebody’s text without authority, as it stood when it was adopted'),
    by: Actor,
  }),
  event('preview-requested', {
    by: Actor.nullable(),
    depth: z.enum(['contract', 'plan']).describe('what to show; nothing is executed'),
    task: z
      .string()
      .max(2000)
      .nullable()
      .default(null)
      .describe('what the planner is asked besides the contract'),
  }),
  event('answer-given', {
    topic: z.enum(['status', 'help', 'preview', 'plan', 'unknown', 'refused']),
    text: z.string().max(500).describe('one line; empty where the comment itself answers'),
    to: z.string().describe('login of who asked'),
    source: SourceId,
  }),
  event('replan-requested', { by: Actor, reason: z.string().max(2000), source: SourceId }),
  event('verification-requested', { by: Actor }),
  event('plan-approval-requested', {
    planHash: Digest.describe('of the steps’ ids and words, whatever their progress'),
    steps: z.array(z.string()).describe('those that cannot be undone, and why'),
  }),
  event('plan-approved', { planHash: Digest, by: Actor }),
  event('contract-amended', { contract: Contract, contractHash: Digest, amendment: Amendment }),
  event('approval-requested', { contractHash: Digest, reasons: z.array(z.string()) }),
  event('contract-approved', { contractHash: Digest, by: Actor }),
  event('question-decided', { question: z.string(), choice: z.string(), by: Actor }),
  event('stop-requested', { by: Actor.nullable(), reason: z.string() }),
  event('resume-requested', { by: Actor.nullable() }),
  event('environment-prepared', {
    baseSha: GitSha,
    contractHash: Digest,
    digest: Digest.describe(
      'of set-up commands, lockfiles and toolchain: part of every evidence key',
    ),
    log: z.string().max(4000),
    sandbox: SandboxPolicy,
  }),
  event('baseline-recorded', {
    baseSha: GitSha,
    contractHash: Digest,
    verdicts: z.array(
      z.object({
        criterionId: z.string(),
        checkId: z.string(),
        verdict: BaselineVerdict,
        note: z.string(),
      }),
    ),
    evidence: z.array(Evidence),
  }),
  event('mode-chosen', { contractHash: Digest, choice: ModeChoice }),
  event('plan-armed', {
    by: Actor,
    task: z
      .string()
      .max(2000)
      .nullable()
      .describe('what the planner is asked besides the contract'),
    agent: z.enum(['agent', 'coder']).describe('coder: every step is for a coder'),
  }),
  event('planner-planned', {
    contractHash: Digest,
    contractVersion: z.int().positive(),
    start: GitSha.describe('the commit it was planned on'),
    plan: PlannerPlan,
    strategy: z.enum(['plan-and-execute', 'task-graph']).describe('how it is executed'),
    why: z.string().max(500).describe('of the strategy'),
    planner: z.string().describe('the planning model’s id'),
    warnings: z.array(z.string().max(500)),
    reason: z.string().max(2000).nullable().describe('of a replan; null for the first plan'),
    usage: Usage,
  }),
  event('plan-unusable', {
    contractHash: Digest,
    warning: z.string().max(2000),
    raw: z.string().max(4000).describe('what the planner said, cut'),
  }),
  event('step-solved', {
    id: StepId.describe('of the planner’s plan'),
    ok: z.boolean(),
    output: z.string().max(20_000).describe('what the agent said of it, or why it failed'),
    evidence: z
      .string()
      .nullable()
      .describe('id of the checkpoint it left; null when it changed nothing'),
  }),
  event('graph-moved', {
    change: GraphEvent,
    merged: z
      .object({ start: GitSha, tree: GitSha })
      .nullable()
      .describe('the merged tree from here on, and the commit it is worked from; null: unchanged'),
    output: z.string().max(20_000).nullable().describe('what the agent of a passed node said'),
  }),
  event('merged-moved', {
    merged: z
      .object({ start: GitSha, tree: GitSha })
      .describe('what the graph’s nodes came to, on the commit that work starts from now'),
    lost: z.boolean().describe('nothing of what they did is in it'),
    reason: z.string().max(500),
  }),
  event('plan-written', { plan: Plan, replan: z.boolean() }),
  event('refused', {
    what: z.enum(['plan-write', 'read', 'edit', 'run', 'completion', 'handback', 'tool']),
    code: z.string(),
    message: z.string().max(2000),
  }),
  event('reminded', {
    about: z.enum([
      'unmatched-edit',
      'action-repeated',
      'contradiction',
      'new-subtask',
      'requirements-changed',
      'text-only',
      'empty-answer',
      'cut-off',
    ]),
    message: z.string().max(2000).describe('what the agent is told before its next turn'),
  }),
  event('turn-taken', {
    turn: z.int().positive(),
    step: z.string().describe('"step k of n", or "no plan"'),
    tools: z.array(z.string().max(300)),
    usage: Usage,
    part: z
      .string()
      .optional()
      .describe('step of a planner’s plan that it worked on; else the task'),
    digests: z
      .array(z.string())
      .optional()
      .describe('SHA-256 of each tool’s result, in the order of `tools`'),
    prompt: z
      .object({
        durableBytes: z
          .int()
          .nonnegative()
          .describe('tools, system part and history, without the reminder'),
        prefix: z
          .enum(['first', 'held', 'compaction', 'broken'])
          .describe(
            'whether what the request before held is, byte for byte, the beginning of this',
          ),
        firstDifference: z
          .int()
          .nonnegative()
          .nullable()
          .describe('byte at which it stopped being so; null when it held, or had nothing before'),
      })
      .optional()
      .describe('the prompt cache’s proof; absent for agents whose requests we do not see'),
    timing: z
      .object({
        lookMs: z.number().nonnegative().describe('looking at the issue between two turns'),
        modelMs: z.number().nonnegative(),
        toolsMs: z.number().nonnegative().describe('tools, checks and checkpoints'),
        overheadMs: z.number().nonnegative().describe('all else: the harness itself'),
      })
      .optional(),
  }),
  event('model-troubled', {
    turn: z.int().positive().describe('the turn it happened in'),
    kind: z.string().max(40).describe('rate-limited, server-error, context-overflow …'),
    retries: z.int().nonnegative().describe('times the call was made again'),
    passed: z.boolean().describe('an answer came in the end'),
    detail: z.string().max(600),
  }),
  event('model-asked', {
    purpose: z.string().max(40).describe('draft, amend, plan or review'),
    model: z.string().max(200),
    usage: Usage,
  }),
  event('context-compacted', {
    turn: z.int().positive().describe('the turn whose request was the first that is shorter'),
    reason: z
      .enum(['window', 'overflow'])
      .describe('it would not have fitted, or the provider said that it did not'),
    droppedTurns: z.int().nonnegative().describe('turns that are told in one line each from now'),
    keptTurns: z.int().nonnegative(),
    tokensBefore: z.int().nonnegative().describe('estimated'),
    tokensAfter: z.int().nonnegative().describe('estimated'),
  }),
  event('checkpoint-recorded', { checkpoint: Checkpoint }),
  event('checkpoints-kept', {
    kept: z
      .array(CheckpointId)
      .describe('pushed to refs/contractor/<issue>/checkpoints/<n>: another machine can go on'),
    refused: z
      .array(z.object({ id: CheckpointId, findings: z.array(z.string()) }))
      .describe('not pushed, for what looks like a secret: rule and place of each finding'),
    dropped: z.array(CheckpointId).describe('refs that were removed, since newer ones serve'),
    failure: z.string().max(500).nullable().describe('why nothing could be pushed'),
  }),
  event('work-resumed', {
    checkpoint: CheckpointId.describe('what the worktree was restored to, on a machine without it'),
    tree: GitSha,
    notUsed: z
      .array(z.object({ id: CheckpointId, reason: z.string() }))
      .describe('newer checkpoints, and why none of them serves'),
    stale: z.array(z.string()).describe('what no longer proves anything, and why'),
    discardsEvidence: z.boolean().describe('no earlier evidence is carried over'),
  }),
  event('evidence-recorded', { evidence: Evidence }),
  event('evidence-reinstated', { evidence: Evidence, reason: z.string() }),
  event('commit-created', {
    sha: GitSha,
    tree: GitSha,
    parent: GitSha,
    contractHash: Digest,
    changedPaths: z.array(z.string()),
    tamperSignals: z.array(z.string()),
    secrets: z.array(z.string()).describe('rule and place of each finding, never the secret'),
  }),
  event('head-moved', { sha: GitSha.describe('a commit on our branch that we never announced') }),
  event('head-adopted', {
    sha: GitSha,
    tree: GitSha,
    changedPaths: z.array(z.string()),
    by: z.string(),
  }),
  event('verification-finished', {
    sha: GitSha,
    contractHash: Digest,
    passed: z.boolean(),
    summary: z.string(),
    sandbox: SandboxPolicy.optional().describe('that its checks ran in'),
    counts: z
      .literal(false)
      .optional()
      .describe('false: red for no fault of the work, so it is no attempt at a repair'),
    keys: z
      .record(z.string(), Digest)
      .optional()
      .describe(
        'evidence keys on this commit, by criterion and check (`AC-1 CK-2`); absent when no check ran',
      ),
  }),
  event('publish-intended', {
    sha: GitSha,
    lease: GitSha.nullable().describe('null: the branch must not exist'),
  }),
  event('branch-pushed', { sha: GitSha }),
  event('push-refused', { sha: GitSha, remoteHead: GitSha.nullable(), reason: z.string() }),
  event('pull-request-opened', { number: z.int().positive(), head: GitSha, adopted: z.boolean() }),
  event('completion-recorded', { statement: CompletionStatement, digest: Digest }),
  event('record-published', { digest: Digest, head: GitSha }),
  event('delivery-withdrawn', { reason: z.string() }),
  event('run-ended', {
    outcome: Outcome,
    reason: z.string().max(4000),
    handback: Handback.nullable(),
  }),
  event('task-settled', { how: z.enum(['merged', 'closed']) }),
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
