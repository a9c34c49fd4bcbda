import { z } from 'zod';
import { SandboxPolicy } from './checkpoint.ts';
import { Amendment } from './contract.ts';
import { Conversation } from './conversation.ts';
import { Disposition } from './disposition.ts';
import { Evidence } from './evidence.ts';
import { Digest, GitSha, Timestamp } from './scalars.ts';
import { Revision } from './snapshot.ts';
import { Usage } from './usage.ts';

/** How one criterion ended: verbatim sentence → criterion → check → key → log digest can be followed (F7). */
export const CriterionResult = z.object({
  criterionId: z.string(),
  statement: z.string(),
  quote: z.string().nullable(),
  result: z.enum(['PASS', 'FAIL']),
  evidence: z.array(Evidence),
});
export type CriterionResult = z.infer<typeof CriterionResult>;

/** The proof that the contract holds on one commit: every field seeds/3 says to record in production. */
export const Completion = z.object({
  schemaVersion: z.literal(1),
  taskId: z.string(),
  repository: z.string(),
  requirementsSource: z.string().describe('issue#number'),
  requirementsRevision: Revision.describe('what the record is reconciled to: its cursor'),
  workedFromRevision: Revision.describe('what the delivered commit was worked from'),
  contractVersion: z.int().positive(),
  contractHash: Digest,
  planVersion: z.int().nonnegative(),
  planSteps: z.array(z.object({ id: z.string(), status: z.string() })),
  baseSha: GitSha,
  integrationTarget: z.string(),
  finalHeadSha: GitSha,
  finalTree: GitSha,
  verificationHeadSha: GitSha,
  acceptance: z.array(CriterionResult),
  scopeReview: z.object({
    result: z.enum(['PASS', 'FAIL']),
    changedPaths: z.array(z.string()),
    outOfScope: z.array(z.string()),
    takenOver: z
      .array(z.string())
      .optional()
      .describe('outside the scope too, in a person’s commit that was taken over'),
  }),
  tamperSignals: z.array(z.string()),
  openAssumptions: z.array(z.string()),
  amendments: z.array(Amendment),
  dispositions: z.array(Disposition),
  unresolvedStopConditions: z.array(z.string()),
  stopDecisions: z.array(z.string()),
  checkpoints: z.array(z.object({ id: z.string(), tree: GitSha, cause: z.string() })),
  workspaceId: z.string(),
  sandbox: SandboxPolicy.nullable(),
  environmentDigest: Digest,
  cleanupState: z.enum(['complete', 'incomplete']),
  effort: z
    .object({ turns: z.int().nonnegative(), usage: Usage, conversation: Conversation })
    .optional()
    .describe('what it cost, and the prompt cache’s proof; absent in older records'),
  harnessVersion: z.string(),
  run: z.string(),
  ledgerTip: Digest.describe('hash of the last ledger entry before this record'),
  at: Timestamp,
});
export type Completion = z.infer<typeof Completion>;

export const COMPLETION_PREDICATE = 'https://contractor.dev/completion/v1';

/** The record as an in-toto Statement: subject is the delivered commit, predicate is the completion. */
export const CompletionStatement = z.object({
  _type: z.literal('https://in-toto.io/Statement/v1'),
  subject: z
    .array(z.object({ name: z.string(), digest: z.object({ gitCommit: GitSha, gitTree: GitSha }) }))
    .length(1),
  predicateType: z.literal(COMPLETION_PREDICATE),
  predicate: Completion,
});
export type CompletionStatement = z.infer<typeof CompletionStatement>;
