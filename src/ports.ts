/**
 * Everything the use cases need from outside, in the words of the domain. Adapters implement these;
 * entry/compose.ts chooses which; the exploration test and the simulator put others in their place.
 */
import type { z } from 'zod';
import type { RefusedConnection } from './core/rules/sandbox/refused-connections.ts';
import type { Actor } from './core/schema/actor.ts';
import type { CommandCheck } from './core/schema/check.ts';
import type { Exclusion, SandboxPolicy } from './core/schema/checkpoint.ts';
import type { Contract, Environment } from './core/schema/contract.ts';
import type { EventOf, LedgerEntry } from './core/schema/event.ts';
import type { CheckObservation, Evidence } from './core/schema/evidence.ts';
import type { Handback } from './core/schema/handback.ts';
import type { PlanningMode } from './core/schema/mode-choice.ts';
import type { Observation } from './core/schema/observation.ts';
import type { Plan } from './core/schema/plan.ts';
import type { Usage } from './core/schema/usage.ts';

/** The only source of time (design §2: the core has no clock). */
export interface Clock {
  now(): Date;
  /** Lets time pass: before looking again at something that takes a moment to show. */
  wait(milliseconds: number): Promise<void>;
}

/** What a check run on a commit shows: `stale` can be set by GitHub alone, hence `action_required`. */
export interface CheckRun {
  sha: string;
  conclusion: 'success' | 'failure' | 'neutral' | 'action_required';
  title: string;
  summary: string;
}

/** The issue tracker: GitHub. Reads are complete or refused, never truncated. */
export interface Tracker {
  /** One look at the issue, its comments, our branch and pull request, and the roles of everybody who wrote there. */
  observe(
    issue: number,
    look: {
      baseBranch: string | null;
      branch: string;
      marker: string;
      /** Whose roles to ask besides those who wrote: the sender of a trigger. */
      ask?: readonly Actor[];
    },
  ): Promise<Observation>;
  /** Head branch of a pull request of this repository; null when it comes from a fork or does not exist. */
  headBranch(pullRequest: number): Promise<string | null>;
  /** A file of the base branch, or null. For configuration, before anything is cloned. */
  readFile(path: string, ref: string | null): Promise<string | null>;
  /** What the token may not write of what a delivery needs, like `checks: write`; empty when nothing is missing. */
  missingRights(): Promise<string[]>;
  /** Open issues that carry the label or our marker label: what a schedule looks at. */
  openTasks(label: string): Promise<number[]>;
  createComment(issue: number, body: string): Promise<number>;
  updateComment(id: number, body: string): Promise<void>;
  /** Opens a pull request, or finds that one with our marker is open on the head branch already. */
  openPullRequest(pull: PullRequestDraft): Promise<{ number: number; adopted: boolean }>;
  /** Changes the body if, and only if, the pull request’s head is still `expectedHead`; false when it is not. */
  updatePullRequest(
    number: number,
    change: { title: string; body: string; expectedHead: string },
  ): Promise<boolean>;
  setDraft(number: number, draft: boolean): Promise<void>;
  /** Creates or replaces our one check run on a commit. */
  publishCheckRun(run: CheckRun): Promise<void>;
  react(source: string, reaction: 'eyes' | '+1' | 'confused' | 'rocket'): Promise<void>;
  setStateLabel(issue: number, label: string | null): Promise<void>;
}

export interface PullRequestDraft {
  head: string;
  base: string;
  title: string;
  body: string;
  marker: string;
}

/** What the ledger’s commit carries besides the events, so that git alone is enough to read a task’s history. */
export type LedgerDocuments = Record<string, string>;

/** Append-only events of one issue. */
export interface Ledger {
  load(issue: number): Promise<{ entries: LedgerEntry[]; tip: string | null }>;
  /** Appends after `tip`. @throws CatalogueError `ledger-moved` when somebody else appended first: reload, decide anew. */
  append(
    issue: number,
    tip: string | null,
    entries: LedgerEntry[],
    documents: LedgerDocuments,
  ): Promise<string>;
}

/** A directory with the files of one commit. Disposing removes it. */
export interface Checkout extends AsyncDisposable {
  readonly path: string;
  readonly sha: string;
}

/** One path that differs between two trees. `mode` is git’s, of the new side; null when deleted. */
export interface PathChange {
  path: string;
  status: 'added' | 'modified' | 'deleted' | 'type-changed';
  mode: string | null;
}

/** The merged tree, or the paths that both sides changed differently. */
export type MergedTree = { tree: string } | { conflicts: string[] };

export type PushResult =
  | { pushed: true }
  | { pushed: false; remoteHead: string | null; reason: string };

/** Our own clone, which no agent can write, and the directories made from it. */
export interface Workspace {
  /** Brings a branch’s newest commit; null when the branch does not exist. */
  fetch(branch: string): Promise<string | null>;
  /** All files of a commit with mode, blob id and path. */
  list(sha: string): Promise<{ path: string; mode: string; blob: string }[]>;
  /** The file’s text at a commit, null when absent. */
  read(sha: string, path: string): Promise<string | null>;
  treeOf(sha: string): Promise<string>;
  /**
   * The directory the agent works in. The same id finds it again after a crash; `sha` is what a fresh one starts from.
   * @throws CatalogueError `worktree-busy` while another process has it
   */
  openWorktree(id: string, sha: string): Promise<Worktree>;
  /** Removes the worktrees whose id begins so and that no process holds: a dead one left them. `sha` as above. */
  discardWorktrees(prefix: string, sha: string): Promise<void>;
  /** A clean, disposable checkout of exactly that commit or tree. */
  checkout(sha: string): Promise<Checkout>;
  /** Writes the files of a commit or tree into a directory that is missing or empty. */
  writeOut(treeish: string, directory: string): Promise<void>;
  /** A commit object of a checkpointed tree, not pushed anywhere. Same input, same id. */
  commit(commit: { tree: string; parent: string; message: string; at: string }): Promise<string>;
  changes(from: string, to: string): Promise<PathChange[]>;
  /** Takes over into `ours` what `theirs` changed since `base`, all three being trees or commits. */
  merge(trees: { base: string; ours: string; theirs: string }): Promise<MergedTree>;
  patch(from: string, to: string): Promise<string>;
  /**
   * Pushes checkpoints to `refs/contractor/<issue>/checkpoints/<number>` in one go, and removes others. One that holds
   * what looks like a secret stays here, and so does one whose tree is not on this machine.
   */
  keepCheckpoints(
    issue: number,
    checkpoints: readonly CheckpointToKeep[],
    drop: readonly number[],
  ): Promise<KeptCheckpoints>;
  /**
   * Sees to it that a checkpoint’s tree is here: from this disk, or from one of the refs of these numbers, if that
   * holds exactly this tree. False when it is nowhere.
   */
  bringCheckpoint(issue: number, wanted: { tree: string; numbers: number[] }): Promise<boolean>;
  /** Pushes one commit to a branch if the remote is still at `lease` (null: must not exist). */
  push(push: { branch: string; sha: string; lease: string | null }): Promise<PushResult>;
}

/** `parent` is the commit its worktree was made from; `at` is when it was recorded. */
export interface CheckpointToKeep {
  number: number;
  tree: string;
  parent: string;
  at: string;
}

export interface KeptCheckpoints {
  kept: number[];
  /** Rule and place of each finding, never the secret. */
  refused: { number: number; findings: string[] }[];
  /** Neither pushed nor refused: another machine has them, or had. */
  missing: number[];
}

/** The agent’s directory, with its checkpoints. */
export interface Worktree {
  readonly id: string;
  readonly path: string;
  readonly baseSha: string;
  /**
   * Records the whole directory in the shadow repository and makes the tree known to the workspace. `quick` may take what
   * a watcher heard nothing of for unchanged; what is decided on is recorded without.
   */
  checkpoint(how?: {
    quick: boolean;
  }): Promise<{ tree: string; changed: string[]; exclusions: Exclusion[] }>;
  /** Whether the directory has been in exactly this state since it was made on this machine. */
  held(tree: string): Promise<boolean>;
  /** HOME of what runs here, kept as long as the directory. */
  readonly home: string;
  /**
   * Lets `install` bring in what the repository needs, once for each key. What appears is left out of every checkpoint,
   * as if it were ignored; the files of the present state are put back as they were.
   */
  setUp(key: string, install: () => Promise<void>): Promise<void>;
  /** Brings the directory back to a checkpointed tree. Ignored files stay. */
  restore(tree: string): Promise<PathChange[]>;
  remove(): Promise<void>;
  /** Lets another process of this machine open it; until then, or until this process ends, it is ours alone. */
  release(): Promise<void>;
}

export interface SandboxRun {
  argv: readonly string[];
  /** Absolute host path; the only writable one besides a private TMPDIR and HOME. */
  root: string;
  /** Relative to root. */
  cwd: string;
  timeoutSeconds: number;
  /** `granted`: the hosts of the configuration and `hosts`, through a filtering proxy; none when there are none. */
  network: 'none' | 'granted' | 'open';
  /** Hosts for this run besides: an agent’s own model endpoint. */
  hosts?: readonly string[];
  variables: Record<string, string>;
  /** More host paths to see read-only (tool caches). */
  readOnly?: readonly string[];
  /** Absolute host path kept as HOME from one run to the next; a fresh one, thrown away, when left out. */
  home?: string;
  /** Output beyond this is dropped from the middle; the digest is over all of it. Default 1 MB. */
  maximumOutputBytes?: number;
  signal?: AbortSignal;
}

export interface SandboxResult {
  exitCode: number | null;
  timedOut: boolean;
  output: string;
  outputDigest: string;
  durationMs: number;
  /** Connections the filtering proxy refused; none where there is no proxy. */
  refused?: readonly RefusedConnection[];
}

/** Where untrusted programs run: agent tools, set-up and checks. */
export interface Sandbox {
  /** Tries from inside what must not work, and says what was reached. @throws `sandbox-too-weak` below the level asked. */
  probe(): Promise<SandboxPolicy>;
  run(run: SandboxRun): Promise<SandboxResult>;
}

/** Finds credentials before anything is written or posted. */
export interface SecretScanner {
  /** Rule and place of each finding, never the secret itself. */
  scan(text: string, path: string): Promise<{ rule: string; place: string }[]>;
  mask(text: string): Promise<string>;
}

/** Sets a checkout up and runs the contract’s checks there, with the check definitions of the contract. */
export interface CheckRunner {
  /** Runs the set-up commands with network; returns what identifies the environment. @throws `setup-failed`. */
  prepare(checkout: Checkout, environment: Environment): Promise<{ digest: string; log: string }>;
  /** The same commands in the agent’s directory, before it works there: it can then run what the checks run. @throws `setup-failed`. */
  install(place: { path: string; home: string }, environment: Environment): Promise<void>;
  run(checkout: Checkout, check: CommandCheck, environment: Environment): Promise<CheckObservation>;
}

export type ModelPurpose = 'draft' | 'amend' | 'plan' | 'review';

/** A model asked for one structured answer. Prompts fence untrusted text as data. */
export interface Model {
  readonly id: string;
  /** @throws `model-unusable` when it refuses, times out or answers nonsense after one repair; with `usage` where it is known. */
  ask<T>(request: {
    purpose: ModelPurpose;
    system: string;
    prompt: string;
    schema: z.ZodType<T>;
    /** Reads the answer’s text instead of the schema; a problem is told to the model once, for a repair. */
    read?: (text: string) => { value: T } | { problem: string };
  }): Promise<{ answer: T; usage: Usage }>;
}

/** What the agent is told to do. */
export interface Assignment {
  contract: Contract;
  worktree: Worktree;
  /** AGENTS.md and its kin of the base commit, nearest directory last. */
  instructions: string;
  /** What must be mended, when this is a repair: the harness’s own output, never the agent’s claim. */
  findings: Finding[];
  plan: Plan | null;
  /** How it is planned: reactive work has no plan and no tool for one. Interleaved when left out. */
  mode?: PlanningMode;
  /** First turn number, when a run is continued. */
  turn: number;
  /** When this is one part of a planner’s plan; null or left out: the whole task. */
  part?: PlanPart | null;
}

/** One part of a plan that was made before the work (seeds/2): what to do now, and what came before. */
export type PlanPart =
  | {
      kind: 'step';
      id: string;
      /** With the outputs of earlier steps put in. */
      task: string;
      /** Globs it may change; empty: it only inspects. */
      writes: readonly string[];
      /** Why the last attempt at it failed. */
      feedback: string | null;
    }
  /** Every step ran: what came of them, for the one who finishes the task. */
  | { kind: 'finish'; report: string };

export interface Finding {
  criterionId: string;
  statement: string;
  summary: string;
  logTail: string;
}

export type ToolReply = { ok: true; text: string } | { ok: false; code: string; text: string };

/** What the harness answers to an agent at work. Implemented in app/; the agent’s own word never counts. */
export interface Harness {
  /** Called before each turn: looks at the issue, enforces budgets. `stop` ends the work; `note` is told to the agent. */
  beforeTurn(): Promise<{ go: true; note: string | null } | { go: false; reason: string }>;
  /** Ephemeral tail of the request: plan, "step k of n", red findings. Null for nothing. */
  reminder(): string | null;
  /** Asked before a file is read, searched, or changed, or a command is run; counts and may refuse. */
  permit(action: ToolAction): ToolReply;
  /** Called after each tool that may have changed files; `failed` when what was run did not succeed. */
  mutated(cause: string, failed?: boolean): Promise<{ checkpoint: string; changed: string[] }>;
  writePlan(items: unknown, reason: string | null): Promise<ToolReply>;
  /** Runs the contract’s checks for these criteria on the present tree and records the evidence. */
  verify(criterionIds: string[]): Promise<{ reply: string; evidence: Evidence[] }>;
  handBack(handback: Handback): Promise<ToolReply>;
  turnTaken(turn: TakenTurn): Promise<void>;
  /** What happened to the conversation itself: counted in the ledger, and shown. */
  noticed(notice: AgentNotice): void;
}

/** One turn as the agent saw it; what an agent cannot see of its model is left out. */
export interface TakenTurn {
  tools: string[];
  usage: Usage;
  /** Digest of each tool’s result, in the order of `tools`. */
  digests?: string[];
  prompt?: PromptFacts;
  timing?: TurnTiming;
}

/** How the request’s durable prefix compares with that of the request before (seeds/4): what a provider’s cache lives on. */
export type PromptFacts = NonNullable<EventOf<'turn-taken'>['prompt']>;
/** Where a turn’s time went, in milliseconds. */
export type TurnTiming = NonNullable<EventOf<'turn-taken'>['timing']>;

export type AgentNotice =
  | Omit<EventOf<'model-troubled'>, 'turn'>
  | Omit<EventOf<'context-compacted'>, 'turn'>
  | { type: 'no-tool-call'; about: 'text-only' | 'empty-answer' | 'cut-off' };

export type ToolAction =
  | { tool: 'read'; path: string }
  | { tool: 'search'; pattern: string }
  | { tool: 'edit'; path: string }
  | { tool: 'run'; argv: string[] };

/** How an agent’s work ended, as the harness saw it. `finished` is only a claim: verification decides. */
export interface WorkReport {
  end: 'finished' | 'interrupted' | 'out-of-turns' | 'handed-back' | 'model-failed';
  detail: string;
  turns: number;
  /** Of a failed model: what people are to do before it can go on; null or left out: the same may pass later. */
  remedy?: string | null;
}

export interface CodingAgent {
  readonly name: string;
  work(assignment: Assignment, harness: Harness): Promise<WorkReport>;
}

/** Progress for people and logs; never part of a decision. */
export interface Journal {
  note(line: { what: string; [field: string]: unknown }): void;
}

export interface Ports {
  clock: Clock;
  tracker: Tracker;
  ledger: Ledger;
  workspace: Workspace;
  sandbox: Sandbox;
  checks: CheckRunner;
  secrets: SecretScanner;
  /** Null when no model is configured: rules alone draft, and no agent can work. */
  models: Record<'draft' | 'plan' | 'review', Model | null>;
  agent: CodingAgent | null;
  journal: Journal;
}
