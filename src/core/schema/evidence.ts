import { z } from 'zod';
import { Digest, GitSha, Timestamp } from './scalars.ts';

/** What one check run observed, before it is tied to a criterion. */
export const CheckObservation = z.object({
  checkId: z.string(),
  result: z.enum(['pass', 'fail']),
  summary: z.string().max(2000).describe('one line for people: why it passed or failed'),
  exitCode: z.int().nullable().describe('null when no process decided it, or it was killed'),
  testsExecuted: z.int().nonnegative().nullable().describe('null when the output tells no count'),
  durationMs: z.number().nonnegative(),
  logDigest: Digest.describe('of the whole output'),
  logTail: z.string().max(20_000).describe('last lines of the output, secrets masked'),
  toolchain: z.string().max(500).describe('program and version that ran it'),
  treeChanged: z.boolean().describe('the checkout changed while the check ran: the result is void'),
});
export type CheckObservation = z.infer<typeof CheckObservation>;

/** The result of one check, bound by its key to what it verified (design §7). */
export const Evidence = z.object({
  id: z.string().regex(/^EV-\d+$/),
  criterionId: z.string(),
  checkId: z.string(),
  key: Digest.describe('evidence key: an unchanged key keeps a pass valid on a later commit'),
  result: z.enum(['pass', 'fail', 'stale']),
  contractVersion: z.int().positive(),
  contractHash: Digest,
  stage: z.enum(['baseline', 'work', 'verify']),
  tree: GitSha.describe('tree it ran on'),
  verifiedSha: GitSha.nullable().describe(
    'commit it ran on; null for a tree that was never committed',
  ),
  validForSha: GitSha.nullable().describe('commit it is evidence for'),
  reason: z
    .string()
    .max(500)
    .describe('ran here, or the deterministic reason why earlier evidence still holds'),
  observation: CheckObservation,
  at: Timestamp,
});
export type Evidence = z.infer<typeof Evidence>;

/** What the base commit said before any edit (design §4, baseline). */
export const BaselineVerdict = z.enum([
  'fail-to-pass',
  'pass-to-pass',
  'vacuous',
  'broken-at-base',
  'cannot-run',
  'cannot-load',
  'flaky',
  'reviewed-later',
]);
export type BaselineVerdict = z.infer<typeof BaselineVerdict>;
