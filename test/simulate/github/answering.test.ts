import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EmbeddedGitHub } from '../../../src/simulate/github/embedded-github.ts';
import { client, repo, startAcme } from './support/acme.ts';

let gh: EmbeddedGitHub;
let now: number;

beforeEach(async () => {
  now = Date.parse('2026-01-01T00:00:00.900Z');
  gh = await startAcme({ now: () => new Date(now), rateLimit: 50 });
});

afterEach(() => gh[Symbol.asyncDispose]());

const first = { ...repo, issue_number: 1 };

async function comments(count: number): Promise<void> {
  for (let i = 1; i <= count; i += 1) await gh.as('ada').comment(1, `Comment ${i}`);
}

describe('pages', () => {
  it('links to the other pages, and never gives more than 100', async () => {
    await comments(120);
    const bot = client(gh, gh.token());
    const page = await bot.issues.listComments({ ...first, per_page: 1000 });
    expect(page.data).toHaveLength(100);
    expect(page.headers.link).toMatch(/page=2>; rel="next".*page=2>; rel="last"/);
    const last = await bot.issues.listComments({ ...first, per_page: 50, page: 3 });
    expect(last.data).toHaveLength(20);
    expect(last.headers.link).toMatch(/page=2>; rel="prev".*page=1>; rel="first"/);
    expect(await bot.paginate(bot.issues.listComments, first)).toHaveLength(120);
  });

  it('has 30 entries by default, and an empty page after the last', async () => {
    await comments(31);
    const bot = client(gh, gh.token());
    expect((await bot.issues.listComments(first)).data).toHaveLength(30);
    expect((await bot.issues.listComments({ ...first, page: 9 })).data).toEqual([]);
  });
});

describe('since', () => {
  it('keeps what was updated at that second or later, an edit too', async () => {
    const old = await gh.as('ada').comment(1, 'Old');
    now += 10_000;
    const since = '2026-01-01T00:00:10Z';
    const fresh = await gh.as('ada').comment(1, 'Fresh');
    const bot = client(gh, gh.token());
    const ids = async () =>
      (await bot.issues.listComments({ ...first, since })).data.map(({ id }) => id);
    expect(await ids()).toEqual([fresh]);
    await gh.as('ada').editComment(old, 'Old, edited');
    expect(await ids()).toEqual([old, fresh]);
    expect((await bot.issues.listForRepo({ ...repo, since })).data).toHaveLength(1);
  });
});

describe('the repository’s issues', () => {
  it('are chosen by label, assignee and state, the newest first', async () => {
    const ada = gh.as('ada');
    const labelled = await ada.openIssue({ title: 'Labelled', labels: ['go'] });
    const assigned = await ada.openIssue({ title: 'Assigned', labels: ['go'], assignees: ['wil'] });
    const closed = await ada.openIssue({ title: 'Closed', labels: ['go'] });
    await ada.close(closed);
    const bot = client(gh, gh.token());
    const numbers = async (filter: object) =>
      (await bot.issues.listForRepo({ ...repo, ...filter })).data.map(({ number }) => number);
    expect(await numbers({ labels: 'GO' })).toEqual([assigned, labelled]);
    expect(await numbers({ labels: 'go', assignee: 'none' })).toEqual([labelled]);
    expect(await numbers({ labels: 'go', assignee: 'wil' })).toEqual([assigned]);
    expect(await numbers({ labels: 'go', state: 'closed' })).toEqual([closed]);
    expect(await numbers({ state: 'all', direction: 'asc' })).toEqual([
      1,
      labelled,
      assigned,
      closed,
    ]);
  });
});

describe('timestamps', () => {
  it('have whole seconds: two edits in one second look the same', async () => {
    const id = await gh.as('ada').comment(1, 'a');
    const [comment] = gh.comments(1);
    now += 50;
    await gh.as('ada').editComment(id, 'b');
    expect(comment).toMatchObject({
      createdAt: '2026-01-01T00:00:00Z',
      updatedAt: '2026-01-01T00:00:00Z',
    });
  });
});

describe('headers', () => {
  it('answers 304 to who has the answer, free of charge', async () => {
    const headers = { authorization: `Bearer ${gh.token()}` };
    const url = `${gh.apiUrl}/repos/acme/users/issues/1`;
    const answer = await fetch(url, { headers });
    const etag = answer.headers.get('etag') ?? '';
    const again = await fetch(url, { headers: { ...headers, 'if-none-match': etag } });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    const left = answer.headers.get('x-ratelimit-remaining');
    expect(again.headers.get('x-ratelimit-remaining')).toBe(left);
    await gh.as('ada').editIssue(1, { body: 'Changed' });
    expect((await fetch(url, { headers: { ...headers, 'if-none-match': etag } })).status).toBe(200);
  });

  it('counts requests down on every answer, and refuses when none is left', async () => {
    const headers = { authorization: `Bearer ${gh.token()}` };
    const ask = () => fetch(`${gh.apiUrl}/repos/acme/users/issues/9`, { headers });
    expect((await ask()).headers.get('x-ratelimit-remaining')).toBe('49');
    for (let i = 0; i < 49; i += 1) await ask();
    const refused = await ask();
    expect(refused.status).toBe(403);
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(refused.headers.get('x-ratelimit-reset')).toBe(String(Math.floor(now / 1000) + 3600));
    now += 3_600_000;
    expect((await ask()).status).toBe(404);
  });
});

describe('faults', () => {
  const comment = async (token: string) => {
    const answer = await fetch(`${gh.apiUrl}/repos/acme/users/issues/1/comments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ body: 'Hello' }),
      signal: AbortSignal.timeout(1000),
    });
    return { status: answer.status, headers: answer.headers, body: await answer.json() };
  };
  const match = { method: 'POST', path: /\/comments$/ };

  it.each([
    ['500-before', 0, 500, undefined],
    ['500-after', 1, 500, undefined],
    ['403-rate', 0, 403, undefined],
    ['429', 0, 429, '7'],
    ['secondary', 0, 403, '7'],
  ] as const)('%s leaves %i comment', async (kind, stored, status, retryAfter) => {
    gh.faults.inject({ match, kind, retryAfterSeconds: 7 });
    const answer = await comment(gh.token());
    expect(answer.status).toBe(status);
    expect(answer.headers.get('retry-after') ?? undefined).toBe(retryAfter);
    expect(gh.comments(1)).toHaveLength(stored);
    expect((await comment(gh.token())).status).toBe(201);
  });

  it.each([
    ['drop-connection', 0],
    ['drop-connection-after', 1],
    ['timeout', 0],
  ] as const)('%s gives no answer and leaves %i comment', async (kind, stored) => {
    gh.faults.inject({ match, kind });
    await expect(comment(gh.token())).rejects.toThrow();
    expect(gh.comments(1)).toHaveLength(stored);
    expect((await comment(gh.token())).status).toBe(201);
  });

  it('hits as often as asked, and only what matches', async () => {
    gh.faults.inject({ match: { operation: 'Who' }, kind: '500-before', times: 2 });
    const bot = client(gh, gh.token());
    const who = () => bot.graphql('query Who { viewer { login } }');
    await expect(who()).rejects.toThrow();
    expect(await bot.graphql('query Other { viewer { login } }')).toMatchObject({ viewer: {} });
    await expect(who()).rejects.toThrow();
    await expect(who()).resolves.toEqual({ viewer: { login: 'github-actions[bot]' } });
  });

  it('hits git too', async () => {
    gh.faults.inject({ match: { path: 'info/refs' }, kind: '500-before' });
    const url = `${gh.cloneUrl}/info/refs?service=git-upload-pack`;
    expect((await fetch(url)).status).toBe(500);
    expect((await fetch(url)).status).toBe(200);
  });
});

it('writes down every request, with the operation and the actor', async () => {
  const bot = client(gh, gh.token());
  await bot.graphql('query Who { viewer { login } }');
  await bot.issues.get(first);
  await fetch(`${gh.apiUrl}/repos/acme/users/issues/1`, { headers: { authorization: 'token x' } });
  const actor = 'github-actions[bot]';
  const path = '/api/v3/repos/acme/users/issues/1';
  expect(gh.requests).toMatchObject([
    { method: 'POST', path: '/api/graphql', operation: 'Who', status: 200, actor },
    { method: 'GET', path, status: 200, actor },
    { method: 'GET', path, status: 401, actor: 'anonymous' },
  ]);
});
