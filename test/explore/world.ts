import type { LedgerEntry } from '../../src/core/schema/event.ts';

/** A commit of the modelled repository. */
export interface ModelCommit {
  parent: string | null;
  tree: string;
  by: 'base' | 'bot' | 'human';
  /** The run that made it, as its trailer says. */
  run: string | null;
}

/** All that GitHub holds, as one immutable value: a step replaces what it changes, so that a state is a reference. */
export interface World {
  /** Whether all processes share one clone, or what a process did not push dies with it. */
  machines: 'one' | 'own';
  /** Logical hours; every new process starts an hour later, so that any lease has run out. */
  hour: number;
  issue: 'open' | 'closed';
  /** What GitHub says of the person who asked for the task. */
  role: 'write' | 'read';
  /** People’s first, each by its id. */
  comments: readonly { id: number; author: 'maintainer' | 'outsider' | 'bot'; body: string }[];
  ledger: readonly LedgerEntry[];
  branch: string | null;
  commits: Readonly<Record<string, ModelCommit>>;
  pulls: readonly {
    number: number;
    state: 'open' | 'closed';
    draft: boolean;
    body: string;
    describes: string | null;
    /** Digest of the record in its body. */
    cursor: string | null;
  }[];
  checkRuns: Readonly<Record<string, string>>;
  /** Commits that the check runner really ran on. */
  verified: readonly string[];
  /** What must never happen and did. */
  violations: readonly string[];
}

export const BASE = 'b'.repeat(40);

export const MAINTAINER = { id: 1, login: 'maintainer', kind: 'person' } as const;
export const OUTSIDER = { id: 2, login: 'outsider', kind: 'person' } as const;
export const BOT = { id: 3, login: 'github-actions[bot]', kind: 'app' } as const;

export function firstWorld(machines: World['machines']): World {
  return {
    machines,
    hour: 0,
    issue: 'open',
    role: 'write',
    comments: [],
    ledger: [],
    branch: null,
    commits: { [BASE]: { parent: null, tree: 'tree of base', by: 'base', run: null } },
    pulls: [],
    checkRuns: {},
    verified: [],
    violations: [],
  };
}

/**
 * True when checks really ran on this commit. Where commits die with their machine, one that is made again may stand on
 * what passed on the one that was lost, if it has the same tree: the evidence says so, and why it still holds.
 */
export function isVerified({ machines, commits, verified }: World, sha: string): boolean {
  if (verified.includes(sha)) return true;
  const tree = commits[sha]?.tree;
  return machines === 'own' && verified.some((other) => commits[other]?.tree === tree);
}

/** True when `sha` is `of` or one of its ancestors. */
export function contains(world: World, of: string | null, sha: string): boolean {
  for (let at = of; at !== null; at = world.commits[at]?.parent ?? null)
    if (at === sha) return true;
  return false;
}
