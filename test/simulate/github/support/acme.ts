import { Octokit } from '@octokit/rest';
import {
  type EmbeddedGitHub,
  startEmbeddedGitHub,
} from '../../../../src/simulate/github/embedded-github.ts';
import type { EmbeddedGitHubSeed } from '../../../../src/simulate/github/seed.ts';

export const repo = { owner: 'acme', repo: 'users' } as const;

/** A repository with one person of each role, and an issue by an outsider. */
export function startAcme(change: Partial<EmbeddedGitHubSeed> = {}): Promise<EmbeddedGitHub> {
  return startEmbeddedGitHub({
    repository: { owner: repo.owner, name: repo.repo },
    files: {
      'README.md': '# Users\n',
      'src/list.js': 'export const list = () => [];\n',
      '.github/workflows/ci.yml': 'on: [push, workflow_dispatch]\n',
    },
    people: [
      { login: 'ada', permission: 'admin' },
      { login: 'max', permission: 'maintain' },
      { login: 'wil', permission: 'write' },
      { login: 'tri', permission: 'triage' },
      { login: 'rea', permission: 'read' },
      { login: 'out', permission: 'none' },
    ],
    issues: [{ title: 'List users as JSON', body: 'Please add --json.', author: 'out' }],
    ...change,
  });
}

/** A client as the product makes it, without retries, and quiet. */
export function client(gh: EmbeddedGitHub, token: string | undefined, fetch = globalThis.fetch) {
  const quiet = () => undefined;
  return new Octokit({
    baseUrl: gh.apiUrl,
    ...(token !== undefined && { auth: token }),
    request: { fetch },
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
  });
}
