import { describe, expect, it } from 'vitest';
import type { FaultKind } from '../../../src/simulate/github/faults.ts';
import { marked, startGitHub, trackerOf } from './support/github.ts';

describe('a comment is posted once (design §11: 5xx after success)', () => {
  it.each<[FaultKind, number]>([
    ['500-after', 1],
    ['500-before', 1],
    ['500-before', 2],
    ['drop-connection', 1],
    ['drop-connection-after', 1],
    ['secondary', 1],
    ['429', 1],
  ])('%s, %i time(s)', async (kind, times) => {
    await using github = await startGitHub();
    github.faults.inject({ match: { method: 'POST', path: '/comments' }, kind, times });
    const id = await trackerOf(github).createComment(1, marked('hello'));
    expect(github.comments(1).map((comment) => comment.id)).toEqual([id]);
  });

  it('somebody else’s copy of the marker is not taken for ours', async () => {
    await using github = await startGitHub();
    const copy = await github.as('out').comment(1, marked('hello'));
    github.faults.inject({ match: { method: 'POST', path: '/comments' }, kind: '500-before' });
    const id = await trackerOf(github).createComment(1, marked('hello'));
    expect(github.comments(1).map((comment) => comment.id)).toEqual([copy, id]);
  });

  it('a comment of ours with another nonce is not taken for this one', async () => {
    await using github = await startGitHub();
    const tracker = trackerOf(github);
    const earlier = await tracker.createComment(1, marked('hello', 'n0'));
    github.faults.inject({ match: { method: 'POST', path: '/comments' }, kind: '500-before' });
    const id = await tracker.createComment(1, marked('hello', 'n1'));
    expect(id).not.toBe(earlier);
    expect(github.comments(1)).toHaveLength(2);
  });

  it('what stays broken is a failure of GitHub, after three attempts and no more', async () => {
    await using github = await startGitHub();
    const match = { method: 'POST', path: '/comments' };
    github.faults.inject({ match, kind: '500-before', times: 50 });
    const work = trackerOf(github).createComment(1, marked('hello'));
    await expect(work).rejects.toMatchObject({ code: 'github-failed', infrastructure: true });
    expect(github.requests.filter(({ path }) => path.endsWith('/comments'))).toHaveLength(3);
    expect(github.comments(1)).toHaveLength(0);
  });
});

it('a comment is edited in place', async () => {
  await using github = await startGitHub();
  const tracker = trackerOf(github);
  const id = await tracker.createComment(1, marked('one'));
  github.faults.inject({ match: { method: 'PATCH' }, kind: '500-after' });
  await tracker.updateComment(id, marked('two'));
  expect(github.comments(1).map(({ body }) => body)).toEqual([marked('two')]);
});

it('a token that may only read is told so', async () => {
  await using github = await startGitHub();
  const token = github.token({ permissions: { issues: 'read', contents: 'read' } });
  const work = trackerOf(github, { token }).createComment(1, 'x');
  await expect(work).rejects.toMatchObject({ code: 'token-read-only' });
});
