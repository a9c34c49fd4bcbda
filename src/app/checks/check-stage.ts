import type { Check } from '../../core/schema/check.ts';
import type { Criterion } from '../../core/schema/contract.ts';
import type { Evidence } from '../../core/schema/evidence.ts';
import type { Digest } from '../../core/schema/scalars.ts';
import type { Checkout, PathChange } from '../../ports.ts';

/** Where and for what checks run. */
export interface CheckStage {
  stage: Evidence['stage'];
  tree: string;
  /** Commit the checkout is of; null for a tree that was never committed. */
  sha: string | null;
  checkout: Checkout;
  environmentDigest: string;
  changes: readonly PathChange[];
  /** The diff a reviewer sees; called only when a reviewer is asked. */
  patch: () => Promise<string>;
  /** Earlier evidence for this very check under this key, that may stand instead of a run. */
  reuse: (criterion: Criterion, check: Check, key: string) => Evidence | null;
  /** Numbers the first new evidence. */
  firstId: number;
}

/** What came of it: new evidence, and earlier evidence that still holds. */
export interface CheckRound {
  ran: Evidence[];
  reused: Evidence[];
  /** Evidence key of every check on this tree, by criterion and check: what earlier evidence must agree with to be carried. */
  keys: Record<string, Digest>;
}
