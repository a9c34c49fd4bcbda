import type { Report } from '../../core/run/effect.ts';
import type { Contract } from '../../core/schema/contract.ts';
import type { Finding, WorkReport, Worktree } from '../../ports.ts';
import type { Context } from '../context.ts';

/** One piece of work: the contract, where it is done, and what is known before it begins. */
export interface Job {
  context: Context;
  contract: Contract;
  /** The task’s worktree: what stands in it at the end is what is committed. */
  worktree: Worktree;
  /** The commit it started from. */
  start: string;
  instructions: string;
  /** What the last verification found red. */
  findings: Finding[];
  /** What was done before this process came, for the agent; null for nothing. */
  before: string | null;
}

/** How a piece of work ended: what the agent says, and what the harness decided over its head. */
export interface JobEnd {
  report: WorkReport;
  verdict: Report | null;
}
