import { z } from 'zod';
import { SandboxPolicy } from './checkpoint.ts';
import { CompletionStatement } from './completion.ts';
import { eventType } from './event-type.ts';
import { Digest, GitSha } from './scalars.ts';

/** Commits, their verification, and what people are shown of them. */
export const PUBLISH_EVENTS = [
  eventType('commit-created', {
    sha: GitSha,
    tree: GitSha,
    parent: GitSha,
    contractHash: Digest,
    changedPaths: z.array(z.string()),
    tamperSignals: z.array(z.string()),
    secrets: z.array(z.string()).describe('rule and place of each finding, never the secret'),
  }),
  eventType('head-moved', {
    sha: GitSha.describe('a commit on our branch that we never announced'),
  }),
  eventType('head-adopted', {
    sha: GitSha,
    tree: GitSha,
    changedPaths: z.array(z.string()),
    by: z.string(),
  }),
  eventType('verification-finished', {
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
  eventType('publish-intended', {
    sha: GitSha,
    lease: GitSha.nullable().describe('null: the branch must not exist'),
  }),
  eventType('branch-pushed', { sha: GitSha }),
  eventType('push-refused', { sha: GitSha, remoteHead: GitSha.nullable(), reason: z.string() }),
  eventType('pull-request-opened', {
    number: z.int().positive(),
    head: GitSha,
    adopted: z.boolean(),
  }),
  eventType('completion-recorded', { statement: CompletionStatement, digest: Digest }),
  eventType('record-published', { digest: Digest, head: GitSha }),
  eventType('delivery-withdrawn', { reason: z.string() }),
] as const;
