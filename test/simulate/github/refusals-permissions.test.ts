import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAcme } from './support/acme.ts';
import { all, type Call, type Case, type Facts, Refusing } from './support/refusing.ts';

let refusing: Refusing;

beforeAll(async () => {
  refusing = await Refusing.start();
});

afterAll(() => refusing.gh[Symbol.asyncDispose]());

const integration = 'Resource not accessible by integration';
const pull: Call = ['POST', '/pulls', { title: 'T', head: 'feature', base: 'main' }];
const run = ({ head }: Facts, change: object): Call => [
  'POST',
  '/check-runs',
  { name: 'ci', head_sha: head, ...change },
];

const authentication: Case[] = [
  {
    what: 'an unknown token',
    who: 'nonsense',
    call: () => ['GET', ''],
    status: 401,
    says: 'Bad credentials',
  },
  {
    what: 'a comment by nobody',
    who: undefined,
    call: () => ['POST', '/issues/1/comments', { body: 'x' }],
    status: 401,
    says: 'Requires authentication',
  },
  {
    what: 'who am I, by nobody',
    who: undefined,
    call: () => ['GET', '/user'],
    status: 401,
    says: 'Requires authentication',
  },
  {
    what: 'who am I, by a workflow',
    who: all,
    call: () => ['GET', '/user'],
    status: 403,
    says: integration,
  },
  {
    what: 'a comment without issues: write',
    who: { issues: 'read' },
    call: () => ['POST', '/issues/1/comments', { body: 'x' }],
    status: 403,
    says: integration,
  },
  {
    what: 'a pull request without pull_requests: write',
    who: { contents: 'write' },
    call: () => pull,
    status: 403,
    says: integration,
  },
  {
    what: 'a check run without checks: write',
    who: { contents: 'write' },
    call: (at) => run(at, {}),
    status: 403,
    says: integration,
  },
  {
    what: 'a ref without contents: write',
    who: { issues: 'write' },
    call: (at) => ['POST', '/git/refs', { ref: 'refs/heads/x', sha: at.head }],
    status: 403,
    says: integration,
  },
  {
    what: 'a status without statuses: write',
    who: { contents: 'write' },
    call: (at) => ['POST', `/statuses/${at.head}`, { state: 'success' }],
    status: 403,
    says: integration,
  },
  {
    what: 'a label on a pull request with issues: write alone',
    who: { issues: 'write' },
    call: () => ['POST', '/issues/5/labels', { labels: ['x'] }],
    status: 403,
    says: integration,
  },
];

const people: Case[] = [
  {
    what: 'a label by an outsider',
    who: 'out',
    call: () => ['POST', '/issues/1/labels', { labels: ['x'] }],
    status: 403,
    says: /admin rights/,
  },
  {
    what: 'a new label by triage',
    who: 'tri',
    call: () => ['POST', '/issues/1/labels', { labels: ['brand new'] }],
    status: 403,
    says: /admin rights/,
  },
  {
    what: "editing another's comment with triage",
    who: 'tri',
    call: (at) => ['PATCH', `/issues/comments/${at.outsidersComment}`, { body: 'x' }],
    status: 403,
    says: /admin rights/,
  },
  {
    what: "deleting another's comment with read",
    who: 'rea',
    call: (at) => ['DELETE', `/issues/comments/${at.outsidersComment}`],
    status: 403,
    says: /admin rights/,
  },
  {
    what: "closing another's issue with read",
    who: 'rea',
    call: () => ['PATCH', '/issues/1', { state: 'closed' }],
    status: 403,
    says: /admin rights/,
  },
  {
    what: "editing another's issue with triage",
    who: 'tri',
    call: () => ['PATCH', '/issues/1', { title: 'Mine' }],
    status: 403,
    says: /admin rights/,
  },
  {
    what: 'a check run by a person',
    who: 'ada',
    call: (at) => run(at, {}),
    status: 403,
    says: 'You must authenticate via a GitHub App.',
  },
  {
    what: 'a ref by somebody with read',
    who: 'rea',
    call: (at) => ['POST', '/git/refs', { ref: 'refs/heads/x', sha: at.head }],
    status: 404,
    says: 'Not Found',
  },
  {
    what: 'roles asked for with read',
    who: 'rea',
    call: () => ['GET', '/collaborators/ada/permission'],
    status: 403,
    says: /push access/,
  },
  {
    what: 'the role of somebody unknown',
    who: all,
    call: () => ['GET', '/collaborators/nobody/permission'],
    status: 404,
    says: 'Not Found',
  },
  {
    what: 'a comment on a locked issue',
    who: 'tri',
    call: (at) => ['POST', `/issues/${at.lockedIssue}/comments`, { body: 'x' }],
    status: 403,
    says: /issue is locked/,
  },
];

describe('refuses, like GitHub', () => {
  it.each([...authentication, ...people])('$what → $status', (refused) => refusing.check(refused));
});

it('hides a private repository from whoever may not read it', async () => {
  const repository = { owner: 'acme', name: 'users', private: true };
  await using hidden = await startAcme({
    repository,
    issues: [{ title: 'Secret', author: 'ada' }],
  });
  const status = async (headers: Record<string, string>, path = '') =>
    (await fetch(`${hidden.apiUrl}/repos/acme/users${path}`, { headers })).status;
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  expect(await status({})).toBe(404);
  expect(await status(bearer(hidden.token({ actor: 'out' })))).toBe(404);
  expect(await status(bearer(hidden.token({ actor: 'rea' })))).toBe(200);
  const narrow = bearer(hidden.token({ permissions: { contents: 'read' } }));
  expect(await status(narrow)).toBe(200);
  expect(await status(narrow, '/issues/1')).toBe(403);
});

it('lets GitHub Actions open no pull request where the setting forbids it', async () => {
  const repository = { owner: 'acme', name: 'users', actionsMayCreatePulls: false };
  await using strict = await startAcme({ repository });
  await strict.as('wil').pushFiles('feature', { 'a.txt': 'a\n' });
  const answer = await fetch(`${strict.apiUrl}/repos/acme/users/pulls`, {
    method: 'POST',
    headers: { authorization: `Bearer ${strict.token()}` },
    body: JSON.stringify({ title: 'T', head: 'feature', base: 'main' }),
  });
  expect(answer.status).toBe(403);
  expect(await answer.json()).toMatchObject({
    message: expect.stringMatching(/not permitted to create/),
  });
});
