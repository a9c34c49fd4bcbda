import { z } from 'zod';
import { Actor } from './actor.ts';
import { Check } from './check.ts';
import { Digest, GitSha, Timestamp } from './scalars.ts';
import { Revision, SourceId } from './snapshot.ts';

/** Where a sentence of the contract comes from: the quote occurs verbatim in that source’s visible text. */
export const Quote = z.object({ source: SourceId, text: z.string().min(1).max(2000) });
export type Quote = z.infer<typeof Quote>;

/** One thing that must be true. Ids are stable for ever: superseded or retired, never reused. */
export const Criterion = z.object({
  id: z.string().regex(/^AC-\d+$/),
  statement: z.string().min(1).max(2000),
  source: Quote.nullable().describe('null: an assumption made explicit, confirmed by approval'),
  expectation: z
    .enum(['becomes-true', 'stays-true'])
    .describe('must fail on the base and pass on the result, or pass on both'),
  checks: z.array(Check),
  status: z.enum(['active', 'superseded', 'retired']),
  supersededBy: z.string().nullable().default(null),
  guard: z
    .boolean()
    .default(false)
    .describe('nobody asked for it: the repository’s own checks, which every task keeps green'),
});
export type Criterion = z.infer<typeof Criterion>;

/** seeds/3: an authority boundary. Each has a detector that halts work. */
export const StopRule = z.object({
  id: z.string().regex(/^SR-\d+$/),
  text: z.string().min(1).max(1000),
  detector: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('path-touched'), globs: z.array(z.string()).min(1) }),
    z.object({
      kind: z.literal('command-fails'),
      argv: z.array(z.string()).min(1),
      timeoutSeconds: z.int().positive().max(3600).default(300),
    }),
    z.object({ kind: z.literal('base-moved'), globs: z.array(z.string()).min(1) }),
    z.object({ kind: z.literal('review'), question: z.string().min(1) }),
    z
      .object({ kind: z.literal('open-question') })
      .describe('halts while a blocking question is undecided'),
  ]),
});
export type StopRule = z.infer<typeof StopRule>;

const ScopeEntry = z.object({
  text: z.string().min(1).max(1000),
  globs: z
    .array(z.string())
    .describe('paths it means; empty when it cannot be told from the words'),
});

export const OpenQuestion = z.object({
  id: z.string().regex(/^Q-\d+$/),
  text: z.string().min(1).max(2000),
  alternatives: z.array(z.string().max(500)).max(10),
  blocking: z.boolean().describe('only a product decision answers it: hand back before any work'),
  decision: z.object({ choice: z.string(), by: Actor, at: Timestamp }).nullable().default(null),
});
export type OpenQuestion = z.infer<typeof OpenQuestion>;

/** How the repository is set up before anything runs; discovered on the base commit (design §4). */
export const Environment = z.object({
  setup: z
    .array(
      z.object({
        argv: z.array(z.string()).min(1),
        cwd: z.string().default('.'),
        why: z.string(),
        timeoutSeconds: z.int().positive().max(3600).default(900),
      }),
    )
    .describe('run in order, with network for this step alone'),
  lockfiles: z.array(z.string()).describe('their content is part of every evidence key'),
  variables: z
    .record(z.string(), z.string())
    .default({})
    .describe('the whole environment a check sees besides PATH, HOME, TMPDIR, CI, LANG'),
});
export type Environment = z.infer<typeof Environment>;

/** Backstops, enforced outside the agent, fail closed (seeds/1: a smoke alarm, not a plan). */
export const Budgets = z.object({
  turns: z.int().positive().default(60).describe('model turns in one run'),
  minutes: z.number().positive().default(45).describe('wall time of one run'),
  usd: z.number().positive().default(10).describe('estimated model cost of one task'),
  tokens: z.int().positive().default(3_000_000).describe('model tokens of one task, in and out'),
  readsBeforeFirstEdit: z.int().positive().default(3).describe('seeds/1: three files, then edit'),
  repairs: z.int().nonnegative().default(3).describe('times a red verification may be repaired'),
  replans: z.int().positive().default(3).describe('replans without a finished step before stuck'),
});
export type Budgets = z.infer<typeof Budgets>;

/** What must be true when the task is complete. `contractHash` is the digest of this record’s canonical JSON. */
export const Contract = z.object({
  schemaVersion: z.literal(1),
  taskId: z.string().describe('owner/repository#number'),
  version: z.int().positive(),
  baseSha: GitSha.describe('commit the contract was drafted against'),
  integrationTarget: z.string().describe('branch the pull request goes to'),
  requirementsRevision: Revision,
  goal: z.string().min(1).max(4000),
  inScope: z.array(ScopeEntry),
  outOfScope: z.array(ScopeEntry),
  constraints: z.array(z.string().max(2000)),
  acceptance: z.array(Criterion),
  stopRules: z.array(StopRule),
  assumptions: z.array(z.string().max(2000)),
  openQuestions: z.array(OpenQuestion),
  environment: Environment,
  budgets: Budgets,
});
export type Contract = z.infer<typeof Contract>;

/** A change of the contract, with the authority that made it. */
export const Amendment = z.object({
  fromVersion: z.int().positive(),
  toVersion: z.int().positive(),
  by: Actor,
  source: SourceId.nullable().describe('null when a command on the console made it'),
  reason: z.string().max(4000),
  changes: z.array(
    z.object({
      what: z.string().describe('criterion id, or the field that changed'),
      old: z.string().nullable(),
      new: z.string().nullable(),
    }),
  ),
  previousHash: Digest,
});
export type Amendment = z.infer<typeof Amendment>;
