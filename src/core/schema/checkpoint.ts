import { z } from 'zod';
import { GitSha, Timestamp } from './scalars.ts';

/** Something in the worktree that a checkpoint does not hold. Named, so that nobody believes otherwise. */
export const Exclusion = z.object({
  path: z.string().describe('path as text; bytes that are no UTF-8 are shown as \\xNN'),
  kind: z.enum([
    'ignored',
    'nested-repository',
    'submodule',
    'lfs-pointer',
    'too-large',
    'special-file',
    'unreadable',
    'empty-directory',
  ]),
  bytes: z.int().nonnegative().nullable(),
});
export type Exclusion = z.infer<typeof Exclusion>;

/** Which isolation was asked for and which was observed (design §6, levels in docs/sandbox.md). */
export const SandboxPolicy = z.object({
  asked: z.enum(['S0', 'S1', 'S2', 'S3']),
  reached: z.enum(['S0', 'S1', 'S2', 'S3']),
  mechanism: z.enum(['none', 'bubblewrap']),
  network: z.enum(['none', 'allow-list', 'open']),
  hosts: z
    .array(z.string())
    .optional()
    .describe('the allow-list: hosts that configuration grants; absent: none'),
  probes: z
    .record(z.string(), z.boolean())
    .describe('what was tried from inside, and whether it held'),
});
export type SandboxPolicy = z.infer<typeof SandboxPolicy>;

export const CheckpointId = z.string().regex(/^CP-[1-9]\d*$/);

/** A recoverable state, with its identity, its scope and what it leaves out (seeds/3’s cp-17). */
export const Checkpoint = z.object({
  id: CheckpointId,
  at: Timestamp,
  contractVersion: z.int().positive(),
  planVersion: z.int().nonnegative().describe('0 before a plan was written'),
  baseSha: GitSha,
  headSha: GitSha.describe('commit the worktree was made from'),
  tree: GitSha.describe('tree of the whole worktree, held by the shadow repository'),
  workspaceId: z.string(),
  cause: z.string().max(300).describe('tool call or moment that led to it'),
  changed: z.array(z.string()).describe('paths that differ from the checkpoint before'),
  completedNodes: z.array(z.string()),
  openAssumptions: z.array(z.string()),
  verification: z.array(
    z.object({ evidenceId: z.string(), result: z.string(), sha: GitSha.nullable() }),
  ),
  exclusions: z.array(Exclusion),
  liveProcesses: z.array(z.string()),
  externalEffects: z.array(z.string()),
  nextNode: z.string().nullable(),
  sandbox: SandboxPolicy,
});
export type Checkpoint = z.infer<typeof Checkpoint>;
