import type { Amendment, Contract } from '../schema/contract.ts';
import type { Disposition } from '../schema/disposition.ts';
import type { EventOf } from '../schema/event.ts';
import type { Evidence } from '../schema/evidence.ts';
import type { Handback } from '../schema/handback.ts';

/** The one thing to do next. Each changes at most one thing outside the ledger. */
export type Effect =
  | { type: 'rest' }
  | { type: 'post-comment'; nonce: string }
  | { type: 'draft' }
  | { type: 'amend'; sources: Disposition[] }
  | { type: 'plan' }
  | { type: 'prepare' }
  | { type: 'work' }
  | { type: 'verify'; sha: string }
  | { type: 'adopt'; sha: string }
  | { type: 'push'; sha: string; lease: string | null }
  | { type: 'open-pull-request' }
  | { type: 'publish-record' }
  | { type: 'withdraw'; reason: string };

/** What performing an effect found out; the next command carries it. */
export type Report =
  | { type: 'commented'; id: number; nonce: string }
  | { type: 'drafted'; contract: Contract; contractHash: string; drafter: string; notes: string[] }
  | { type: 'amended'; contract: Contract; contractHash: string; amendment: Amendment }
  | { type: 'reclassified'; dispositions: Disposition[] }
  | { type: 'planned'; detail: string }
  | { type: 'undecided'; disposition: Disposition; handback?: Handback }
  | {
      type: 'prepared';
      environment: EventOf<'environment-prepared'>;
      baseline: EventOf<'baseline-recorded'>;
    }
  | { type: 'worked'; commit: EventOf<'commit-created'> }
  /** `sha`: the commit that is red and was not changed; none when nothing was ever made. */
  | { type: 'work-empty'; detail: string; sha?: string }
  | { type: 'work-interrupted' }
  | {
      type: 'work-ended';
      outcome: 'over-budget' | 'stuck' | 'infra-failed';
      reason: string;
      handback?: Handback;
    }
  | { type: 'handed-back'; handback: Handback }
  | {
      type: 'verified';
      evidence: Evidence[];
      reinstated: Evidence[];
      finished: EventOf<'verification-finished'>;
    }
  | { type: 'commit-lost'; sha: string }
  | { type: 'adopted'; head: EventOf<'head-adopted'> }
  | { type: 'pushed'; sha: string }
  | { type: 'push-refused'; sha: string; remoteHead: string | null; reason: string }
  | { type: 'pull-request'; number: number; head: string; adopted: boolean }
  | { type: 'record-shown'; digest: string; head: string }
  | { type: 'record-refused' }
  | { type: 'withdrawn'; reason: string }
  | { type: 'failed'; code: string; message: string; remedy: string; infrastructure: boolean };
