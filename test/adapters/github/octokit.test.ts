import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { catalogueError } from '../../../src/adapters/github/errors.ts';
import { createClient, type GitHubClient } from '../../../src/adapters/github/octokit.ts';
import type { RequestLine } from '../../../src/adapters/github/watched-fetch.ts';
import { type Answer, scriptedServer } from './support/scripted-server.ts';

const TOKEN = 'ghs_0123456789abcdef0123456789abcdef0123';
const repo = { owner: 'acme', repo: 'users' };

const issues = (client: GitHubClient) => client.request('GET /repos/{owner}/{repo}/issues', repo);
const comment = (client: GitHubClient) =>
  client.request('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', {
    ...repo,
    issue_number: 1,
    body: 'hello',
  });
const reaction = (client: GitHubClient) =>
  client.request('POST /repos/{owner}/{repo}/issues/{issue_number}/reactions', {
    ...repo,
    issue_number: 1,
    content: 'eyes',
  });
const edit = (client: GitHubClient) =>
  client.request('PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}', {
    ...repo,
    comment_id: 1,
    body: 'x',
  });
const query = (client: GitHubClient) => client.graphql('query A { viewer { login } }', {});

async function against(answers: Answer[], work: (client: GitHubClient) => Promise<unknown>) {
  await using server = await scriptedServer(answers);
  const log: RequestLine[] = [];
  const client = createClient({
    token: TOKEN,
    apiUrl: `${server.url}/api/v3`,
    clock: { now: () => new Date() },
    requestLog: (line) => log.push(line),
    maximumWaitSeconds: 60,
    secondMs: 1,
  });
  const outcome = await work(client).then(
    () => 'answered' as const,
    (error: unknown) => error,
  );
  return { outcome, seen: server.seen, log };
}

const ok: Answer = { body: { data: {} } };
const broken: Answer = { status: 502 };
const limited = (seconds: number): Answer => ({
  status: 429,
  headers: { 'retry-after': String(seconds) },
  body: { message: 'You have exceeded a secondary rate limit.' },
});
const unnamed = (seconds: number): Answer => ({
  ...limited(seconds),
  body: { message: 'Too many requests.' },
});
const spent = (inSeconds: number): Answer => ({
  status: 403,
  headers: {
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': String(Math.floor(Date.now() / 1000) + inSeconds),
  },
  body: { message: 'API rate limit exceeded for installation.' },
});

describe('faults (design §11)', () => {
  it.each<[string, (client: GitHubClient) => Promise<unknown>, Answer[], number]>([
    ['a read is sent again after a 502', issues, [broken, ok], 2],
    ['a read is sent again after a lost connection', issues, [{ drop: true }, ok], 2],
    ['a query is sent again after a 502', query, [broken, ok], 2],
    ['a query is sent again after a lost connection', query, [{ drop: true }, ok], 2],
    ['a change that may happen twice is sent again', edit, [broken, ok], 2],
    ['a reaction is one, however often it is sent', reaction, [broken, ok], 2],
    ['a read waits for a secondary limit', issues, [limited(2), ok], 2],
    ['a query waits for a secondary limit', query, [limited(2), ok], 2],
    ['a POST waits too: what a limit refused had no effect', comment, [limited(2), ok], 2],
    ['a read waits for a limit that is not worded as one', issues, [unnamed(2), ok], 2],
    ['a read waits for a primary limit that ends soon', issues, [spent(5), ok], 2],
  ])('%s', async (_title, work, answers, requests) => {
    const { outcome, seen } = await against(answers, work);
    expect(outcome).toBe('answered');
    expect(seen).toHaveLength(requests);
  });

  it.each<[string, (client: GitHubClient) => Promise<unknown>, Answer[], number]>([
    ['a POST is sent once: a 502 may hide its effect', comment, [broken, ok], 1],
    ['a POST is sent once: so may a lost connection', comment, [{ drop: true }, ok], 1],
    [
      'nor is a POST that a limit held up and that then failed',
      comment,
      [limited(1), broken, ok],
      2,
    ],
    ['a read is not tried for ever', issues, [broken], 4],
    ['a wait beyond the bound is not waited for', issues, [limited(3600), ok], 1],
    ['nor a primary limit that ends in an hour', issues, [spent(3600), ok], 1],
    ['a limit that does not end is given up', issues, [limited(1)], 3],
    ['a refusal is not asked again', issues, [{ status: 403 }], 1],
  ])('%s', async (_title, work, answers, requests) => {
    const { outcome, seen } = await against(answers, work);
    expect(outcome).toBeInstanceOf(Error);
    expect(seen).toHaveLength(requests);
  });
});

it('one request’s rules do not reach the next: a PATCH after a POST is still sent again', async () => {
  const { outcome, seen } = await against([ok, broken, ok], async (client) => {
    await comment(client);
    await edit(client);
  });
  expect(outcome).toBe('answered');
  expect(seen).toHaveLength(3);
});

it('no error shows the token, however deep one looks', async () => {
  for (const answer of [{ drop: true }, { status: 401 }, { status: 404 }, broken, limited(900)]) {
    for (const work of [comment, query]) {
      const { outcome } = await against([answer], work);
      const error = catalogueError(outcome, 'trying');
      expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(TOKEN);
    }
  }
});

it('the log has a line for every attempt, without query string', async () => {
  const { log } = await against([{ drop: true }, broken, ok], issues);
  expect(log.map(({ method, path, status }) => [method, path, status])).toEqual([
    ['GET', '/api/v3/repos/acme/users/issues', null],
    ['GET', '/api/v3/repos/acme/users/issues', 502],
    ['GET', '/api/v3/repos/acme/users/issues', 200],
  ]);
});

it('GraphQL of an Enterprise Server is beside /api/v3', async () => {
  const { seen } = await against([ok], query);
  expect(seen).toEqual(['POST /api/graphql']);
});
