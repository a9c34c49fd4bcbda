import { describe, expect, it } from 'vitest';
import { createTracker } from '../../../src/adapters/github/tracker.ts';
import type { FaultKind } from '../../../src/simulate/github/faults.ts';
import { BRANCH, MARKER, marked, pushBranch, startGitHub, trackerOf } from './support/github.ts';
import { scriptedServer } from './support/scripted-server.ts';

const draft = {
  head: BRANCH,
  base: 'main',
  title: 'List users',
  body: marked('B'),
  marker: MARKER,
};
const created = { method: 'POST', path: /\/pulls$/ };

describe('a pull request is opened once', () => {
  it.each<FaultKind>(['500-after', '500-before', 'drop-connection-after', 'secondary'])(
    'whatever happens to the answer: %s',
    async (kind) => {
      await using github = await startGitHub();
      await pushBranch(github);
      github.faults.inject({ match: created, kind });
      const { number } = await trackerOf(github).openPullRequest(draft);
      expect(github.pulls().map((pull) => pull.number)).toEqual([number]);
    },
  );

  it('publish protocol 2: one with our marker is adopted', async () => {
    await using github = await startGitHub();
    await pushBranch(github);
    const tracker = trackerOf(github);
    const first = await tracker.openPullRequest(draft);
    expect(first.adopted).toBe(false);
    expect(await tracker.openPullRequest(draft)).toEqual({ number: first.number, adopted: true });
  });

  it('two at the same moment end with one', async () => {
    await using github = await startGitHub();
    await pushBranch(github);
    const opened = await Promise.all(
      [trackerOf(github), trackerOf(github)].map((tracker) => tracker.openPullRequest(draft)),
    );
    expect(github.pulls()).toHaveLength(1);
    expect(new Set(opened.map(({ number }) => number)).size).toBe(1);
  });

  it('a foreign one on our branch is left alone', async () => {
    await using github = await startGitHub();
    await pushBranch(github);
    await github.as('ada').openPull({ title: 'Mine', head: BRANCH, base: 'main', body: 'mine' });
    const work = trackerOf(github).openPullRequest(draft);
    await expect(work).rejects.toMatchObject({ code: 'foreign-pull-request' });
    expect(github.pulls()).toMatchObject([{ title: 'Mine', body: 'mine' }]);
  });

  it('one that was closed is not adopted', async () => {
    await using github = await startGitHub();
    await pushBranch(github);
    const tracker = trackerOf(github);
    const first = await tracker.openPullRequest(draft);
    await github.as('ada').closePull(first.number);
    const second = await tracker.openPullRequest(draft);
    expect(second).toMatchObject({ adopted: false });
    expect(second.number).not.toBe(first.number);
  });

  it('a branch without commits of its own is refused, with GitHub’s words', async () => {
    await using github = await startGitHub();
    const { sha } = (
      await trackerOf(github).observe(1, { baseBranch: null, branch: BRANCH, marker: MARKER })
    ).base;
    await github.as('ada').pushFiles('other', { a: '1' });
    await github.as('ada').moveBranch('other', sha ?? '');
    const work = trackerOf(github).openPullRequest({ ...draft, head: 'other' });
    await expect(work).rejects.toThrow(/No commits between main and other/);
  });

  it('a repository that lets no workflow open pull requests says which setting', async () => {
    await using github = await startGitHub({
      repository: { owner: 'acme', name: 'users', actionsMayCreatePulls: false },
    });
    await pushBranch(github);
    const work = trackerOf(github).openPullRequest(draft);
    await expect(work).rejects.toThrow(/Settings → Actions/);
    await expect(work).rejects.toMatchObject({ code: 'token-read-only' });
  });
});

describe('publish protocol 7: the text changes only with the head it describes', () => {
  it('a head that moved leaves title and body as they are', async () => {
    await using github = await startGitHub();
    const head = await pushBranch(github);
    const tracker = trackerOf(github);
    const { number } = await tracker.openPullRequest(draft);
    const change = { title: 'T2', body: marked('B2') };
    expect(await tracker.updatePullRequest(number, { ...change, expectedHead: head })).toBe(true);
    await pushBranch(github, BRANCH, 'a person’s commit');
    const late = { title: 'T3', body: marked('B3'), expectedHead: head };
    expect(await tracker.updatePullRequest(number, late)).toBe(false);
    expect(github.pulls()).toMatchObject([change]);
  });

  it.each([
    ['moves', 'b', false],
    ['stays', 'a', true],
  ])('a head that %s while the text is written', async (_title, after, updated) => {
    const head = (letter: string) => ({ body: { head: { sha: letter.repeat(40) } } });
    await using server = await scriptedServer([head('a'), head('a'), head(after)]);
    const tracker = createTracker({
      token: 't',
      apiUrl: server.url,
      owner: 'acme',
      repo: 'users',
      clock: { now: () => new Date() },
    });
    const change = { title: 'T', body: 'B', expectedHead: 'a'.repeat(40) };
    expect(await tracker.updatePullRequest(7, change)).toBe(updated);
    expect(server.seen.map((line) => line.split(' ')[0])).toEqual(['GET', 'PATCH', 'GET']);
  });
});

it('becomes a draft and ready again; what it is already costs one request', async () => {
  await using github = await startGitHub();
  await pushBranch(github);
  const tracker = trackerOf(github);
  const { number } = await tracker.openPullRequest(draft);
  for (const wanted of [true, false]) {
    await tracker.setDraft(number, wanted);
    expect(github.pulls()).toMatchObject([{ pull: { draft: wanted } }]);
  }
  const before = github.requests.length;
  await tracker.setDraft(number, false);
  expect(github.requests.length - before).toBe(1);
});

it('knows the head branch of a pull request, and null where there is none', async () => {
  await using github = await startGitHub();
  await pushBranch(github);
  const tracker = trackerOf(github);
  const { number } = await tracker.openPullRequest(draft);
  expect(await tracker.headBranch(number)).toBe(BRANCH);
  expect(await tracker.headBranch(1)).toBeNull();
  expect(await tracker.headBranch(404)).toBeNull();
});
