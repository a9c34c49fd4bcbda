import { expect, it } from 'vitest';
import type { CheckRun } from '../../../src/ports.ts';
import type { FaultKind } from '../../../src/simulate/github/faults.ts';
import { pushBranch, startGitHub, trackerOf } from './support/github.ts';

const run = (sha: string, more: Partial<CheckRun> = {}): CheckRun => ({
  sha,
  conclusion: 'success',
  title: 'Complete',
  summary: 'All criteria hold.',
  ...more,
});

it('there is one check run a commit, replaced in place', async () => {
  await using github = await startGitHub();
  const sha = await pushBranch(github);
  const tracker = trackerOf(github);
  await tracker.publishCheckRun(run(sha));
  await tracker.publishCheckRun(run(sha, { conclusion: 'action_required', title: 'Stale' }));
  expect(github.checkRuns(sha)).toMatchObject([
    { name: 'Contractor', status: 'completed', conclusion: 'action_required', title: 'Stale' },
  ]);
});

it.each<FaultKind>(['500-after', '500-before', 'drop-connection-after'])(
  'and so it is when the answer is lost: %s',
  async (kind) => {
    await using github = await startGitHub();
    const sha = await pushBranch(github);
    github.faults.inject({ match: { method: 'POST', path: '/check-runs' }, kind });
    await trackerOf(github).publishCheckRun(run(sha));
    expect(github.checkRuns(sha)).toHaveLength(1);
  },
);

it.each([65_534, 65_535, 65_536, 200_000])(
  'a summary of %i characters is taken',
  async (length) => {
    await using github = await startGitHub();
    const sha = await pushBranch(github);
    await trackerOf(github).publishCheckRun(run(sha, { summary: '😀'.repeat(length / 2) }));
    const [published] = github.checkRuns(sha);
    expect(published?.summary?.isWellFormed()).toBe(true);
    expect(published?.summary?.length).toBeLessThanOrEqual(65_535);
  },
);

it('a token without `checks: write` is told so', async () => {
  await using github = await startGitHub();
  const sha = await pushBranch(github);
  const token = github.token({ actor: 'ada' });
  const work = trackerOf(github, { token }).publishCheckRun(run(sha));
  await expect(work).rejects.toMatchObject({ code: 'token-read-only' });
});
