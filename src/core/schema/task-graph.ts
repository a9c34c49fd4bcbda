import { z } from 'zod';
import { MOST_STEPS, StepId } from './planner-plan.ts';
import { Digest } from './scalars.ts';

/** What proves a node, run by the harness; the executor’s own word is none (C11). */
export const NodeGate = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('criterion'), id: z.string().regex(/^AC-\d+$/) }),
  z.object({ kind: z.literal('review'), question: z.string().min(1).max(1000) }),
]);
export type NodeGate = z.infer<typeof NodeGate>;

/** What a node is, before anything ran: the parts its inputs hash is over (seeds/3). */
export const NodeDefinition = z.object({
  id: StepId,
  purpose: z.string().min(1).max(8000),
  agent: z.string().min(1).max(60).default('coder'),
  inputs: z.array(z.string().max(500)).max(50).default([]).describe('what it needs, in words'),
  preconditions: z
    .array(StepId)
    .max(MOST_STEPS)
    .default([])
    .describe('nodes that must have passed'),
  questions: z
    .array(z.string().regex(/^Q-\d+$/))
    .default([])
    .describe('questions of the contract that must be decided before it starts'),
  expectedOutputs: z.array(z.string().max(500)).max(50).default([]),
  verification: z.array(NodeGate).max(50).default([]),
  invalidatesIf: z
    .array(z.string().min(1).max(500))
    .max(100)
    .default([])
    .describe('globs whose change makes its result stale'),
  writeSet: z
    .array(z.string().min(1).max(500))
    .max(100)
    .default([])
    .describe('globs it may change; empty: it only inspects'),
});
export type NodeDefinition = z.infer<typeof NodeDefinition>;

export const NodeState = z.enum([
  'pending',
  'ready',
  'running',
  'verifying',
  'passed',
  'failed',
  'blocked',
  'stale',
  'cancelled',
]);
export type NodeState = z.infer<typeof NodeState>;

export const BlockCause = z
  .enum(['precondition', 'question', 'attempts', 'conflict', 'handback'])
  .describe('the first two lift by themselves when what they wait for is there');
export type BlockCause = z.infer<typeof BlockCause>;

/** What a passed node left: kept while it is stale, so that it can be used again when nothing changed. */
const NodeResult = z.object({
  evidence: z.array(z.string()).min(1).describe('ids of what proves it'),
  inputsHash: Digest.describe('of everything it was worked from'),
  outputHash: Digest.describe('of what it produced'),
  changed: z.array(z.string()).default([]).describe('paths it changed (F5)'),
  untouched: z
    .array(z.string())
    .default([])
    .describe('globs of its write set that it changed nothing of'),
});

export const GraphNode = NodeDefinition.extend({
  state: NodeState,
  attempts: z.int().nonnegative().describe('attempts begun; numbers each one, never goes back'),
  failures: z.int().nonnegative().describe('attempts that failed since it was last unblocked'),
  feedback: z.string().nullable().describe('why the last attempt failed; goes with the next one'),
  block: z.object({ cause: BlockCause, reason: z.string() }).nullable(),
  inputsHash: Digest.nullable().describe('of the attempt that is running'),
  result: NodeResult.nullable(),
});
export type GraphNode = z.infer<typeof GraphNode>;

/** A plan whose nodes carry inputs, preconditions, outputs, verification, write set, invalidation. */
export const TaskGraph = z.object({
  version: z.int().nonnegative().describe('counts plans; 0 before the first'),
  cap: z.int().positive().describe('nodes at work at once'),
  maximumAttempts: z.int().positive(),
  openQuestions: z.array(z.string()),
  nodes: z.array(GraphNode).describe('in natural order of their ids'),
  final: z
    .object({
      passed: z.boolean(),
      fingerprint: Digest.describe('of the results that were merged'),
      evidence: z.array(z.string()),
      feedback: z.string().nullable(),
    })
    .nullable()
    .describe('the gate on the merged tree; null until it ran on the present results'),
});
export type TaskGraph = z.infer<typeof TaskGraph>;

const Reason = z.string().max(4000);
const node = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.object({ type: z.literal(type), id: StepId, ...shape });

/** Everything that can have happened to a graph. Facts in the past tense; the graph is a fold over them. */
export const GraphEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('graph-planned'),
    nodes: z.array(NodeDefinition).max(MOST_STEPS),
    cap: z.int().positive(),
    maximumAttempts: z.int().positive(),
    reason: Reason.nullable().describe('of a replan; null for the first plan'),
  }),
  z.object({ type: z.literal('questions-noted'), open: z.array(z.string()) }),
  node('node-started', { attempt: z.int().positive(), inputsHash: Digest }),
  node('node-executed', { attempt: z.int().positive() }),
  node('node-passed', { result: NodeResult }),
  node('node-reused', { reason: Reason }),
  node('node-failed', { feedback: Reason }),
  node('node-blocked', { cause: BlockCause, reason: Reason }),
  node('node-unblocked', { reason: Reason }),
  node('node-reset', { reason: Reason.describe('a crash, or what it works from changed') }),
  node('node-stale', {
    keep: z.boolean().describe('its result may be used again when its inputs hash is unchanged'),
    reason: Reason,
  }),
  node('node-cancelled', { reason: Reason }),
  node('precondition-waived', { precondition: StepId, reason: Reason }),
  z.object({
    type: z.literal('final-judged'),
    passed: z.boolean(),
    fingerprint: Digest,
    evidence: z.array(z.string()),
    feedback: Reason.nullable(),
  }),
]);
export type GraphEvent = z.infer<typeof GraphEvent>;
