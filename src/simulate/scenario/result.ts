import type { Checkpoint } from '../../core/schema/checkpoint.ts';
import type { CompletionFile } from '../../core/schema/completion-file.ts';
import type { Amendment, Contract } from '../../core/schema/contract.ts';
import type { Conversation } from '../../core/schema/conversation.ts';
import type { Disposition } from '../../core/schema/disposition.ts';
import type { LedgerEntry } from '../../core/schema/event.ts';
import type { Evidence } from '../../core/schema/evidence.ts';
import type { Handback } from '../../core/schema/handback.ts';
import type { Plan } from '../../core/schema/plan.ts';
import type { Usage } from '../../core/schema/usage.ts';
import type { LoggedRequest } from '../github/request-log.ts';
import type { LookEnd } from './messages.ts';

/** A text on the issue or the pull request. */
export interface ThreadComment {
  by: string;
  body: string;
  at: string;
}

export interface SeenPull {
  number: number;
  title: string;
  body: string;
  state: 'open' | 'closed' | 'merged';
  draft: boolean;
  head: string;
  base: string;
  comments: ThreadComment[];
}

/** Something a person did, or that was made to go wrong. */
export interface Happening {
  at: string;
  moment: string;
  what: string;
  /** What GitHub refused it with. */
  refused: string | null;
}

/** What came of a scenario: all that `contractor simulate --json` prints. */
export interface ScenarioResult {
  scenario: string;
  /** True when every expectation holds; where there are none, when nothing went wrong in running it. */
  asExpected: boolean;
  expectations: { what: string; holds: boolean; expected: unknown; actual: unknown }[];
  /** Moments that never came, acts that were refused, a product that broke. */
  problems: string[];
  outcome: LookEnd['outcome'] | 'killed';
  reason: string;
  handback: Handback | null;
  /** How each run of the ledger ended. */
  ends: { outcome: LookEnd['outcome']; reason: string }[];
  contracts: { version: number; hash: string; contract: Contract }[];
  amendments: Amendment[];
  dispositions: Disposition[];
  plans: Plan[];
  checkpoints: Checkpoint[];
  evidence: Evidence[];
  pullRequest: SeenPull | null;
  checkRun: { sha: string; conclusion: string | null; title: string | null } | null;
  record: CompletionFile | null;
  /** Head of the branch of the task. */
  head: string | null;
  /** Between the contract’s base and that head. */
  change: { paths: string[]; patch: string } | null;
  /** The conversation, the task’s own comment among it. */
  thread: { title: string; body: string; author: string; comments: ThreadComment[] };
  /** The task’s own comment. */
  comment: string | null;
  events: LedgerEntry[];
  happenings: Happening[];
  looks: {
    run: string;
    wokenBy: string;
    killed: boolean;
    ends: LookEnd[];
    ignored: string | null;
    failure: { code: string; message: string; remedy: string } | null;
    durationMs: number;
  }[];
  apiCalls: LoggedRequest[];
  modelCalls: {
    purpose: string;
    turn: number | null;
    usage: { prompt_tokens: number; cached_tokens: number; completion_tokens: number };
  }[];
  /** What the task cost by its ledger, and the prompt cache’s proof. */
  effort: { turns: number; usage: Usage; conversation: Conversation };
  sandbox: { asked: string | null; reached: string | null };
  timings: { totalMs: number; lookMs: number };
}
