import { z } from 'zod';
import { Actor } from './actor.ts';
import { Checkpoint, CheckpointId } from './checkpoint.ts';
import { eventType } from './event-type.ts';
import { Evidence } from './evidence.ts';
import { ModeChoice } from './mode-choice.ts';
import { Plan } from './plan.ts';
import { PlannerPlan, StepId } from './planner-plan.ts';
import { Digest, GitSha } from './scalars.ts';
import { GraphEvent } from './task-graph.ts';
import { Usage } from './usage.ts';

/** Planning and work: the agent’s turns, checkpoints and evidence. */
export const WORK_EVENTS = [
  eventType('mode-chosen', { contractHash: Digest, choice: ModeChoice }),
  eventType('plan-armed', {
    by: Actor,
    task: z
      .string()
      .max(2000)
      .nullable()
      .describe('what the planner is asked besides the contract'),
    agent: z.enum(['agent', 'coder']).describe('coder: every step is for a coder'),
  }),
  eventType('planner-planned', {
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
  eventType('plan-unusable', {
    contractHash: Digest,
    warning: z.string().max(2000),
    raw: z.string().max(4000).describe('what the planner said, cut'),
  }),
  eventType('step-solved', {
    id: StepId.describe('of the planner’s plan'),
    ok: z.boolean(),
    output: z.string().max(20_000).describe('what the agent said of it, or why it failed'),
    evidence: z
      .string()
      .nullable()
      .describe('id of the checkpoint it left; null when it changed nothing'),
  }),
  eventType('graph-moved', {
    change: GraphEvent,
    merged: z
      .object({ start: GitSha, tree: GitSha })
      .nullable()
      .describe('the merged tree from here on, and the commit it is worked from; null: unchanged'),
    output: z.string().max(20_000).nullable().describe('what the agent of a passed node said'),
    left: z
      .object({ base: GitSha, tree: GitSha })
      .optional()
      .describe('what a failed attempt left, and the tree it was made from: the next one goes on'),
  }),
  eventType('merged-moved', {
    merged: z
      .object({ start: GitSha, tree: GitSha })
      .describe('what the graph’s nodes came to, on the commit that work starts from now'),
    lost: z.boolean().describe('nothing of what they did is in it'),
    reason: z.string().max(500),
  }),
  eventType('plan-written', { plan: Plan, replan: z.boolean() }),
  eventType('refused', {
    what: z.enum(['plan-write', 'read', 'edit', 'run', 'completion', 'handback', 'tool']),
    code: z.string(),
    message: z.string().max(2000),
  }),
  eventType('reminded', {
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
    key: z
      .string()
      .max(200)
      .optional()
      .describe(
        'names what it is about: while that stands, it is told again and not counted again',
      ),
  }),
  eventType('turn-taken', {
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
  eventType('model-troubled', {
    turn: z.int().positive().describe('the turn it happened in'),
    kind: z.string().max(40).describe('rate-limited, server-error, context-overflow …'),
    retries: z.int().nonnegative().describe('times the call was made again'),
    passed: z.boolean().describe('an answer came in the end'),
    detail: z.string().max(600),
  }),
  eventType('model-asked', {
    purpose: z.string().max(40).describe('draft, amend, plan or review'),
    model: z.string().max(200),
    usage: Usage,
  }),
  eventType('context-compacted', {
    turn: z.int().positive().describe('the turn whose request was the first that is shorter'),
    reason: z
      .enum(['window', 'overflow'])
      .describe('it would not have fitted, or the provider said that it did not'),
    droppedTurns: z.int().nonnegative().describe('turns that are told in one line each from now'),
    keptTurns: z.int().nonnegative(),
    tokensBefore: z.int().nonnegative().describe('estimated'),
    tokensAfter: z.int().nonnegative().describe('estimated'),
  }),
  eventType('checkpoint-recorded', { checkpoint: Checkpoint }),
  eventType('checkpoints-kept', {
    kept: z
      .array(CheckpointId)
      .describe('pushed to refs/contractor/<issue>/checkpoints/<n>: another machine can go on'),
    refused: z
      .array(z.object({ id: CheckpointId, findings: z.array(z.string()) }))
      .describe('not pushed, for what looks like a secret: rule and place of each finding'),
    dropped: z.array(CheckpointId).describe('refs that were removed, since newer ones serve'),
    failure: z.string().max(500).nullable().describe('why nothing could be pushed'),
  }),
  eventType('work-resumed', {
    checkpoint: CheckpointId.describe('what the worktree was restored to, on a machine without it'),
    tree: GitSha,
    notUsed: z
      .array(z.object({ id: CheckpointId, reason: z.string() }))
      .describe('newer checkpoints, and why none of them serves'),
    stale: z.array(z.string()).describe('what no longer proves anything, and why'),
    discardsEvidence: z.boolean().describe('no earlier evidence is carried over'),
  }),
  eventType('evidence-recorded', { evidence: Evidence }),
  eventType('evidence-reinstated', { evidence: Evidence, reason: z.string() }),
] as const;
