import { createTracker, type TrackerOptions } from '../../../../src/adapters/github/tracker.ts';
import type { Tracker } from '../../../../src/ports.ts';
import {
  type EmbeddedGitHub,
  startEmbeddedGitHub,
} from '../../../../src/simulate/github/embedded-github.ts';
import type { EmbeddedGitHubSeed } from '../../../../src/simulate/github/seed.ts';

export const BRANCH = 'contractor/issue-1';
export const MARKER = '<!-- contractor:{"task":"acme/users#1"';
export const LOOK = { baseBranch: null, branch: BRANCH, marker: MARKER };

const SEED: EmbeddedGitHubSeed = {
  repository: { owner: 'acme', name: 'users' },
  files: { 'README.md': '# Users\n', '.github/contractor.yml': 'approval: never\n' },
  people: [
    { login: 'ada', permission: 'admin' },
    { login: 'wes', permission: 'write' },
    { login: 'tri', permission: 'triage' },
    { login: 'rea', permission: 'read' },
    { login: 'out', permission: 'none' },
  ],
  issues: [{ title: 'List users', body: 'As JSON, please.', author: 'ada' }],
};

/** A body of ours: the marker line, then words. */
export function marked(text: string, nonce = 'n1'): string {
  return `${MARKER},"nonce":"${nonce}"} -->\n${text}`;
}

/** An embedded GitHub with one issue, #1. */
export function startGitHub(seed: Partial<EmbeddedGitHubSeed> = {}): Promise<EmbeddedGitHub> {
  return startEmbeddedGitHub({ ...SEED, ...seed });
}

/** The tracker as a workflow’s own token has it, or another; waiting takes no time. */
export function trackerOf(github: EmbeddedGitHub, options: Partial<TrackerOptions> = {}): Tracker {
  return createTracker({
    token: github.token(),
    apiUrl: github.apiUrl,
    graphqlUrl: github.graphqlUrl,
    owner: 'acme',
    repo: 'users',
    clock: { now: () => new Date() },
    secondMs: 1,
    ...options,
  });
}

/** A branch of the task with one commit on it. Returns the commit. */
export function pushBranch(github: EmbeddedGitHub, branch = BRANCH, text = 'x'): Promise<string> {
  return github.as('ada').pushFiles(branch, { 'src/users.js': text });
}
