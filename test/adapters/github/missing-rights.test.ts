import { describe, expect, it } from 'vitest';
import { startGitHub, trackerOf } from './support/github.ts';

const ALL = {
  contents: 'write',
  issues: 'write',
  'pull-requests': 'write',
  checks: 'write',
} as const;

describe('what the token may not write is found before any work', () => {
  it.each([
    [{}, []],
    [{ checks: 'read' }, ['checks: write']],
    [{ 'pull-requests': 'read' }, ['pull-requests: write']],
    [{ checks: undefined, 'pull-requests': undefined }, ['checks: write', 'pull-requests: write']],
  ] as const)('with %j missing is %j, and nothing is created', async (change, missing) => {
    await using github = await startGitHub();
    const permissions = Object.fromEntries(
      Object.entries({ ...ALL, ...change })
        .filter(([, access]) => access !== undefined)
        .map(([name, access]) => [name.replace('-', '_'), access]),
    );
    const token = github.token({ permissions });
    expect(await trackerOf(github, { token }).missingRights()).toEqual(missing);
    expect(github.pulls()).toEqual([]);
  });

  it('asks until nothing is missing, and then no more', async () => {
    await using github = await startGitHub();
    const tracker = trackerOf(github);
    await tracker.missingRights();
    const asked = github.requests.length;
    expect(await tracker.missingRights()).toEqual([]);
    expect(github.requests).toHaveLength(asked);
  });

  it('says of a person’s token what it can never have', async () => {
    await using github = await startGitHub();
    const tracker = trackerOf(github, { token: github.token({ actor: 'ada' }) });
    const [missing, ...more] = await tracker.missingRights();
    expect(missing).toMatch(/checks: write.*only a workflow’s or an App’s token/);
    expect(more).toEqual([]);
  });

  it('takes a rate limit for no missing right', async () => {
    await using github = await startGitHub();
    const match = { method: 'POST', path: '/check-runs' };
    github.faults.inject({ match, kind: 'secondary', times: 50 });
    await expect(trackerOf(github).missingRights()).rejects.toMatchObject({ infrastructure: true });
  });
});
