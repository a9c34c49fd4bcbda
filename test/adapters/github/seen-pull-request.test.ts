import { expect, it } from 'vitest';
import type { PullRequestNode } from '../../../src/adapters/github/look-query.ts';
import { choosePullRequest } from '../../../src/adapters/github/seen-pull-request.ts';

const none = { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };
const pull = (
  number: number,
  state: PullRequestNode['state'],
  body = '<!-- contractor:m -->',
): PullRequestNode => ({
  number,
  state,
  body,
  isDraft: false,
  isCrossRepository: false,
  headRefOid: 'a'.repeat(40),
  comments: none,
  reviews: none,
});

it.each([
  ['none', [], null],
  ['an open one before a newer merged one', [pull(9, 'MERGED'), pull(4, 'OPEN')], 4],
  ['ours before a foreign one', [pull(9, 'OPEN', 'theirs'), pull(4, 'OPEN')], 4],
  ['a foreign open one before our closed one', [pull(9, 'OPEN', 'theirs'), pull(4, 'CLOSED')], 9],
  ['the newest of two finished ones', [pull(9, 'MERGED'), pull(4, 'CLOSED')], 9],
])('%s', (_title, pulls, number) => {
  const chosen = choosePullRequest(pulls, '<!-- contractor:m -->');
  expect(chosen?.number ?? null).toBe(number);
});
