import { z } from 'zod';
import { Actor } from './actor.ts';
import { SandboxPolicy } from './checkpoint.ts';
import { Amendment, Contract } from './contract.ts';
import { eventType } from './event-type.ts';
import { BaselineVerdict, Evidence } from './evidence.ts';
import { Digest, GitSha } from './scalars.ts';

/** The contract, who agreed to it, and the base it was measured on. */
export const CONTRACT_EVENTS = [
  eventType('contract-drafted', {
    contract: Contract,
    contractHash: Digest,
    drafter: z.string().describe('rules, or the model’s id'),
    notes: z
      .array(z.string())
      .describe('what the drafter fell back from, hidden text, dropped quotes'),
  }),
  eventType('contract-amended', { contract: Contract, contractHash: Digest, amendment: Amendment }),
  eventType('approval-requested', { contractHash: Digest, reasons: z.array(z.string()) }),
  eventType('contract-approved', { contractHash: Digest, by: Actor }),
  eventType('plan-approval-requested', {
    planHash: Digest.describe('of the steps’ ids and words, whatever their progress'),
    steps: z.array(z.string()).describe('those that cannot be undone, and why'),
  }),
  eventType('plan-approved', { planHash: Digest, by: Actor }),
  eventType('environment-prepared', {
    baseSha: GitSha,
    contractHash: Digest,
    digest: Digest.describe(
      'of set-up commands, lockfiles and toolchain: part of every evidence key',
    ),
    log: z.string().max(4000),
    sandbox: SandboxPolicy,
  }),
  eventType('baseline-recorded', {
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
] as const;
