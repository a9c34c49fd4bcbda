/**
 * Tries the assumptions of docs/assumptions.md one by one on a scratch repository, over the real API, and cleans up.
 * Prints PASS, SKIP or FAIL for each id. Exit code 1 when one fails, 2 when it was not asked rightly.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Octokit } from '@octokit/rest';
import { ASSUMPTIONS, type Assumption, quiet } from './live-smoke/assumptions.ts';
import { createFixture, type Fixture } from './live-smoke/fixture.ts';

const USAGE = `Usage: GITHUB_TOKEN=… node scripts/live-smoke.ts --repository owner/name --yes

  --repository  a repository you can spare: issues, a pull request, branches and refs are made there and taken away
  --yes         that it may be written to
  --only        ids to try, separated by commas; all when left out
  --api-url     REST root (default: GITHUB_API_URL, else https://api.github.com)

The token needs contents, issues and pull requests: write. Check runs can be written by an App's token only.`;

/** https://docs.github.com/rest/using-the-rest-api/best-practices-for-using-the-rest-api */
const BETWEEN_WRITES_MS = 1000;

const { values } = parseArgs({
  options: {
    repository: { type: 'string' },
    yes: { type: 'boolean', default: false },
    only: { type: 'string' },
    'api-url': { type: 'string' },
  },
});
const [, owner, repo] = /^([\w.-]+)\/([\w.-]+)$/.exec(values.repository ?? '') ?? [];
const token = process.env.GITHUB_TOKEN ?? process.env.GH_TOKEN;
if (!owner || !repo || !values.yes || !token) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  process.exitCode = await smoke(owner, repo, token);
}

async function smoke(owner: string, repo: string, auth: string): Promise<number> {
  const baseUrl = values['api-url'] ?? process.env.GITHUB_API_URL ?? 'https://api.github.com';
  const octokit = new Octokit({ auth, baseUrl, log: quiet, userAgent: 'contractor-live-smoke' });
  octokit.hook.before('request', async ({ method }) => {
    const { hostname } = new URL(baseUrl);
    if (method !== 'GET' && hostname !== '127.0.0.1') await sleep(BETWEEN_WRITES_MS);
  });
  const fixture = createFixture(octokit, { owner, repo, token: auth });
  const only = values.only?.split(',');
  const chosen = ASSUMPTIONS.filter(({ id }) => only === undefined || only.includes(id));
  let failed = 0;
  try {
    for (const assumption of chosen) if (!(await tried(assumption, fixture))) failed += 1;
  } finally {
    const left = await fixture.cleanUp();
    if (left.length > 0) console.error(`Could not be taken away: ${left.join(', ')}`);
  }
  console.log(`${chosen.length} tried, ${failed} failed.`);
  return failed > 0 || chosen.length === 0 ? 1 : 0;
}

async function tried(assumption: Assumption, fixture: Fixture): Promise<boolean> {
  const { id, belief } = assumption;
  try {
    const verdict = await assumption.try(fixture);
    if (verdict === null) console.log(`PASS  ${id}  ${belief}`);
    else console.log(`SKIP  ${id}  ${belief}: ${verdict.skipped}`);
    return true;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    console.log(`FAIL  ${id}  ${belief}: ${why.split('\n')[0]}`);
    return false;
  }
}
