import type { SandboxPolicy } from '../schema/checkpoint.ts';
import type { Amendment, Contract } from '../schema/contract.ts';
import type { Conversation } from '../schema/conversation.ts';
import type { Disposition } from '../schema/disposition.ts';
import type { Evidence } from '../schema/evidence.ts';
import type { Handback, Outcome } from '../schema/handback.ts';
import type { ModeChoice } from '../schema/mode-choice.ts';
import type { Plan } from '../schema/plan.ts';
import type { Digest, GitSha } from '../schema/scalars.ts';
import type { GraphNode } from '../schema/task-graph.ts';
import type { Usage } from '../schema/usage.ts';

/** Where a task stands, as people see it: at work, ended in an outcome, or settled. */
export type ViewState =
  | 'drafting'
  | 'preparing'
  | 'working'
  | 'verifying'
  | 'delivering'
  | Outcome
  | 'merged'
  | 'closed';

/** What is shown of a task, whatever the face: comment, check run, job summary, status. */
export interface TaskView {
  /** Like `https://github.com/owner/repository`, without a trailing slash. */
  repositoryUrl: string;
  /** owner/repository#number */
  taskId: string;
  issue: number;
  state: ViewState;
  /** One sentence: why it stands there. Empty for none. */
  reason: string;
  contract: Contract | null;
  contractHash: Digest | null;
  /** `rules`, or the model’s id. */
  drafter: string;
  /** What drafting fell back from, hidden text that was left out, dropped quotes. */
  notes: readonly string[];
  /** What people asked in this run: answered below. */
  answers: readonly TaskAnswer[];
  /** A plan that waits for a person’s word, with its steps that cannot be undone. */
  planApproval: { hash: Digest; steps: readonly string[] } | null;
  approval: { needed: boolean; reasons: readonly string[]; by: readonly string[] };
  /** How the contract in force is worked on, with why; null before work. */
  mode: ModeChoice | null;
  /** What the harness refused the agent, counted by code. */
  refusals: Readonly<Record<string, number>>;
  /** What the agent was reminded of, counted. */
  reminders: Readonly<Record<string, number>>;
  /** What agent and checks run in; null before anything ran. */
  sandbox: SandboxPolicy | null;
  plan: Plan | null;
  /** A plan that is only shown, or a planner’s answer that is none, as plain text; null otherwise. */
  planPreview: string | null;
  /** Mermaid source of the task graph, when there is one. */
  graph: string | null;
  /** Its nodes as they stand, in natural order; none without a graph. */
  nodes: readonly NodeView[];
  /** What its nodes changed, held against what they declared. */
  graphNotes: string[];
  amendments: readonly Amendment[];
  dispositions: readonly Disposition[];
  /** In the order it was recorded. */
  evidence: readonly Evidence[];
  handback: Handback | null;
  pullRequest: number | null;
  /** Commit that is delivered, or would be. */
  head: GitSha | null;
  usage: Usage;
  turns: number;
  conversation: Conversation;
  ledgerTip: Digest | null;
}

/** One node of the task graph, as people are told of it. */
export type NodeView = Pick<GraphNode, 'id' | 'purpose' | 'state' | 'attempts'> & {
  /** What it waits for, why it is blocked or failed, or what proves it; empty for nothing to say. */
  why: string;
};

/** One answer that our comment gives. */
export interface TaskAnswer {
  topic: 'status' | 'help' | 'preview' | 'plan' | 'unknown' | 'refused';
  text: string;
  to: string;
}

interface StateWords {
  icon: string;
  title: string;
  /** Heading of the check run and the comment; `vN` is added where there is a contract. */
  next: string;
}

/** Words for each state, and what a person can do then. */
export const STATE_WORDS: Record<ViewState, StateWords> = {
  drafting: { icon: '📝', title: 'Drafting the contract', next: '' },
  preparing: { icon: '🧰', title: 'Running the checks on the base commit', next: '' },
  working: { icon: '🔧', title: 'At work', next: 'Comment any time: every comment is reconciled.' },
  verifying: { icon: '🔎', title: 'Verifying the commit', next: '' },
  delivering: { icon: '📦', title: 'Opening the pull request', next: '' },
  delivered: { icon: '✅', title: 'Delivered', next: 'Review the pull request.' },
  'awaiting-approval': {
    icon: '✋',
    title: 'Waiting for approval',
    next: 'Approve the contract, or amend it.',
  },
  'handed-back': { icon: '↩️', title: 'Handed back', next: 'A decision is needed, see below.' },
  stuck: { icon: '🪤', title: 'Stuck', next: 'Amend the contract, or write `/contract resume`.' },
  'over-budget': {
    icon: '⏱️',
    title: 'Over budget',
    next: 'Raise `budgets` in .github/contractor.yml, then write `/contract resume`.',
  },
  stale: { icon: '🕰️', title: 'Stale', next: 'The requirements moved; it is reconciled next.' },
  stopped: { icon: '🛑', title: 'Stopped', next: 'Write `/contract resume` to go on.' },
  'infra-failed': {
    icon: '🔌',
    title: 'Interrupted by infrastructure',
    next: 'The next look continues; nothing is lost.',
  },
  merged: { icon: '🎉', title: 'Merged', next: '' },
  closed: { icon: '🚪', title: 'Closed', next: '' },
};

/** `✅ Delivered · contract v2` */
export function headline(view: TaskView): string {
  const { icon, title } = STATE_WORDS[view.state];
  return `${icon} ${title}${view.contract ? ` · contract v${view.contract.version}` : ''}`;
}

/** Enough of a digest for people to tell two apart; `/contract approve` takes it. */
export function shortDigest(digest: Digest | null): string {
  return digest === null ? '—' : digest.slice(0, 12);
}

export function shortSha(sha: GitSha | null): string {
  return sha === null ? '—' : sha.slice(0, 7);
}

/** Where the ledger of the task is kept, as a code span. */
export function ledgerRef(issue: number): string {
  return `\`refs/contractor/${issue}/ledger\``;
}
