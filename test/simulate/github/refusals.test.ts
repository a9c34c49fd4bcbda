import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EmbeddedGitHub } from '../../../src/simulate/github/embedded-github.ts';
import type { TokenPermissions } from '../../../src/simulate/github/records.ts';
import { startAcme } from './support/acme.ts';
import { faultsOfAnswer } from './support/openapi.ts';

let gh: EmbeddedGitHub;
let lockedIssue: number;
let deletedIssue: number;
let movedIssue: number;
let outsidersComment: number;
let head: string;
let foreignRun: number;

beforeAll(async () => {
  const apps = [{ id: 7, slug: 'contractor', permissions: { checks: 'write' } as const }];
  gh = await startAcme({ apps });
  const ada = gh.as('ada');
  lockedIssue = await ada.openIssue({ title: 'Locked' });
  await ada.lock(lockedIssue);
  deletedIssue = await ada.openIssue({ title: 'Deleted' });
  await ada.deleteIssue(deletedIssue);
  movedIssue = await ada.openIssue({ title: 'Moved' });
  await ada.transferIssue(movedIssue, 'acme/other');
  outsidersComment = await gh.as('out').comment(1, 'Me too');
  head = await ada.pushFiles('feature', { 'a.txt': 'a\n' });
  await ada.pushFiles('same', {}, 'Nothing', { onto: 'main' });
  await ada.moveBranch('same', 'main');
  await ada.openPull({ title: 'Feature', head: 'feature', base: 'main' });
  const made = await ask(
    'POST',
    '/check-runs',
    { name: 'x', head_sha: head },
    gh.token({ actor: 'contractor' }),
  );
  foreignRun = (made.body as unknown as { id: number }).id;
});

afterAll(() => gh[Symbol.asyncDispose]());

async function ask(method: string, path: string, body: unknown, token: string | undefined) {
  const url = path.startsWith('/user') ? path : `/repos/acme/users${path}`;
  const answer = await fetch(`${gh.apiUrl}${url}`, {
    method,
    redirect: 'manual',
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    url,
    body: text === '' ? undefined : (JSON.parse(text) as Refused),
  };
}

interface Refused {
  readonly message: string;
  readonly errors?: readonly Record<string, unknown>[];
}

/** Who asks: a person, or a workflow's token with these permissions. */
type Who = string | TokenPermissions | undefined;

function tokenOf(who: Who): string | undefined {
  if (who === undefined || who === 'nonsense') return who;
  return gh.token(typeof who === 'string' ? { actor: who } : { permissions: who });
}

interface Case {
  readonly what: string;
  readonly who: Who;
  readonly call: () => readonly [method: string, path: string, body?: unknown];
  readonly status: number;
  readonly says: string | RegExp;
}

const all: TokenPermissions = {
  checks: 'write',
  contents: 'write',
  issues: 'write',
  pull_requests: 'write',
  statuses: 'write',
};
const integration = 'Resource not accessible by integration';
const pull = (change: object) =>
  ['POST', '/pulls', { title: 'T', head: 'feature', base: 'main', ...change }] as const;
const run = (change: object) =>
  ['POST', '/check-runs', { name: 'ci', head_sha: head, ...change }] as const;

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
    call: () => pull({}),
    status: 403,
    says: integration,
  },
  {
    what: 'a check run without checks: write',
    who: { contents: 'write' },
    call: () => run({}),
    status: 403,
    says: integration,
  },
  {
    what: 'a ref without contents: write',
    who: { issues: 'write' },
    call: () => ['POST', '/git/refs', { ref: 'refs/heads/x', sha: head }],
    status: 403,
    says: integration,
  },
  {
    what: 'a status without statuses: write',
    who: { contents: 'write' },
    call: () => ['POST', `/statuses/${head}`, { state: 'success' }],
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
    call: () => ['PATCH', `/issues/comments/${outsidersComment}`, { body: 'x' }],
    status: 403,
    says: /admin rights/,
  },
  {
    what: "deleting another's comment with read",
    who: 'rea',
    call: () => ['DELETE', `/issues/comments/${outsidersComment}`],
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
    call: () => run({}),
    status: 403,
    says: 'You must authenticate via a GitHub App.',
  },
  {
    what: 'a ref by somebody with read',
    who: 'rea',
    call: () => ['POST', '/git/refs', { ref: 'refs/heads/x', sha: head }],
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
    call: () => ['POST', `/issues/${lockedIssue}/comments`, { body: 'x' }],
    status: 403,
    says: /issue is locked/,
  },
];

const issues: Case[] = [
  {
    what: 'an issue that is not there',
    who: all,
    call: () => ['GET', '/issues/999'],
    status: 404,
    says: 'Not Found',
  },
  {
    what: 'a deleted issue',
    who: all,
    call: () => ['GET', `/issues/${deletedIssue}`],
    status: 410,
    says: /deleted/,
  },
  {
    what: 'a transferred issue',
    who: all,
    call: () => ['GET', `/issues/${movedIssue}`],
    status: 301,
    says: /Moved/,
  },
  {
    what: 'an empty comment',
    who: all,
    call: () => ['POST', '/issues/1/comments', { body: ' ' }],
    status: 422,
    says: 'Validation Failed',
  },
  {
    what: 'a comment of 65,537 characters',
    who: all,
    call: () => ['POST', '/issues/1/comments', { body: 'x'.repeat(65_537) }],
    status: 422,
    says: 'Validation Failed',
  },
  {
    what: 'an issue body of 65,537 characters',
    who: all,
    call: () => ['POST', '/issues', { title: 'T', body: 'x'.repeat(65_537) }],
    status: 422,
    says: 'Validation Failed',
  },
  {
    what: 'an issue without a title',
    who: all,
    call: () => ['POST', '/issues', {}],
    status: 422,
    says: 'Validation Failed',
  },
  {
    what: 'a title of 257 characters',
    who: all,
    call: () => ['PATCH', '/issues/1', { title: 'x'.repeat(257) }],
    status: 422,
    says: 'Validation Failed',
  },
  {
    what: 'an unknown state',
    who: all,
    call: () => ['PATCH', '/issues/1', { state: 'done' }],
    status: 422,
    says: 'Validation Failed',
  },
  {
    what: 'a label of 51 characters',
    who: all,
    call: () => ['POST', '/issues/1/labels', { labels: ['x'.repeat(51)] }],
    status: 422,
    says: 'Validation Failed',
  },
  {
    what: 'removing a label that is not on it',
    who: all,
    call: () => ['DELETE', '/issues/1/labels/none'],
    status: 404,
    says: 'Not Found',
  },
  {
    what: 'a label with no colour',
    who: all,
    call: () => ['POST', '/labels', { name: 'x', color: 'red' }],
    status: 422,
    says: 'Validation Failed',
  },
  {
    what: 'an unknown reaction',
    who: all,
    call: () => ['POST', '/issues/1/reactions', { content: 'meh' }],
    status: 422,
    says: 'Validation Failed',
  },
  {
    what: 'a body that is no JSON',
    who: all,
    call: () => ['PUT', '/issues/1/lock', 'text'],
    status: 400,
    says: /JSON/,
  },
];

const pullsAndChecks: Case[] = [
  {
    what: 'a missing head',
    who: all,
    call: () => pull({ head: 'nope' }),
    status: 422,
    says: 'Validation Failed',
  },
  {
    what: 'a missing base',
    who: all,
    call: () => pull({ base: 'nope' }),
    status: 422,
    says: 'Validation Failed',
  },
  {
    what: 'no commits between',
    who: all,
    call: () => pull({ head: 'same' }),
    status: 422,
    says: 'Validation Failed',
  },
  {
    what: 'a second pull request for the branch',
    who: all,
    call: () => pull({}),
    status: 422,
    says: 'Validation Failed',
  },
  {
    what: 'a pull request that is an issue',
    who: all,
    call: () => ['GET', '/pulls/1'],
    status: 404,
    says: 'Not Found',
  },
  {
    what: 'a review of a line outside the diff',
    who: all,
    call: () => [
      'POST',
      '/pulls/5/comments',
      { body: 'x', path: 'a.txt', line: 9, commit_id: head },
    ],
    status: 422,
    says: 'Validation Failed',
  },
  {
    what: 'approving one’s own',
    who: 'ada',
    call: () => ['POST', '/pulls/5/reviews', { event: 'APPROVE' }],
    status: 422,
    says: 'Unprocessable Entity',
  },
  {
    what: 'a reviewer without access',
    who: all,
    call: () => ['POST', '/pulls/5/requested_reviewers', { reviewers: ['out'] }],
    status: 422,
    says: /not a collaborator/,
  },
  {
    what: 'merging another head',
    who: 'ada',
    call: () => ['PUT', '/pulls/5/merge', { sha: '1'.repeat(40) }],
    status: 409,
    says: /modified/,
  },
  {
    what: 'a check on no commit',
    who: all,
    call: () => run({ head_sha: '1'.repeat(40) }),
    status: 422,
    says: /No commit found/,
  },
  {
    what: 'the conclusion stale',
    who: all,
    call: () => run({ conclusion: 'stale' }),
    status: 422,
    says: /stale is not/,
  },
  {
    what: 'completed without a conclusion',
    who: all,
    call: () => run({ status: 'completed' }),
    status: 422,
    says: /conclusion/,
  },
  {
    what: 'a summary of 65,536 characters',
    who: all,
    call: () => run({ output: { title: 'T', summary: 'x'.repeat(65_536) } }),
    status: 422,
    says: /65535/,
  },
  {
    what: '51 annotations',
    who: all,
    call: () => run({ output: { title: 'T', summary: '', annotations: Array(51).fill({}) } }),
    status: 422,
    says: /50/,
  },
  {
    what: "another app's check run",
    who: all,
    call: () => ['PATCH', `/check-runs/${foreignRun}`, { status: 'queued' }],
    status: 403,
    says: /created it/,
  },
  {
    what: 'a ref that exists',
    who: all,
    call: () => ['POST', '/git/refs', { ref: 'refs/heads/main', sha: head }],
    status: 422,
    says: 'Reference already exists',
  },
  {
    what: 'a ref without refs/',
    who: all,
    call: () => ['POST', '/git/refs', { ref: 'main', sha: head }],
    status: 422,
    says: /start with 'refs\/'/,
  },
  {
    what: 'a ref to nothing',
    who: all,
    call: () => ['POST', '/git/refs', { ref: 'refs/heads/x', sha: '1'.repeat(40) }],
    status: 422,
    says: 'Object does not exist',
  },
  {
    what: 'moving a ref back',
    who: all,
    call: () => ['PATCH', '/git/refs/heads/feature', { sha: parentOfHead() }],
    status: 422,
    says: 'Update is not a fast forward',
  },
  {
    what: 'moving a ref that is not there',
    who: all,
    call: () => ['PATCH', '/git/refs/heads/nope', { sha: head }],
    status: 422,
    says: 'Reference does not exist',
  },
];

let base = '';
beforeAll(async () => {
  base = (await gh.refs()).get('refs/heads/main') ?? '';
});
const parentOfHead = () => base;

describe.each([
  ['who may ask', authentication],
  ['what people may do', people],
  ['issues and comments', issues],
  ['pull requests, checks and refs', pullsAndChecks],
])('refuses, like GitHub: %s', (_, cases) => {
  it.each(cases)('$what → $status', async ({ who, call, status, says }) => {
    const [method, path, body] = call();
    const before = JSON.stringify([gh.issues(), gh.comments(1), gh.deliveries.length]);
    const answer = await ask(method, path, body, tokenOf(who));
    expect(answer.status).toBe(status);
    expect(answer.body?.message).toMatch(says);
    expect(JSON.stringify([gh.issues(), gh.comments(1), gh.deliveries.length])).toBe(before);
    const faults = faultsOfAnswer(method, answer.url, status, answer.body);
    expect(faults.filter((fault) => !/not described|no body/.test(fault))).toEqual([]);
  });
});

describe('says what is wrong in errors', () => {
  it.each([
    [
      ['POST', '/issues/1/comments', { body: '' }],
      {
        resource: 'IssueComment',
        code: 'unprocessable',
        field: 'data',
        message: 'Body cannot be blank',
      },
    ],
    [pull({ head: 'nope' }), { resource: 'PullRequest', code: 'invalid', field: 'head' }],
    [
      pull({ head: 'same' }),
      { resource: 'PullRequest', code: 'custom', message: 'No commits between main and same' },
    ],
    [
      pull({}),
      {
        resource: 'PullRequest',
        code: 'custom',
        message: 'A pull request already exists for acme:feature.',
      },
    ],
  ] as const)('%j', async ([method, path, body], error) => {
    const answer = await ask(method, path, body, tokenOf(all));
    expect(answer.body?.errors).toEqual([error]);
  });
});

describe('accepts what only looks wrong', () => {
  it.each([
    [
      'exactly 65,536 characters',
      all,
      ['POST', '/issues/1/comments', { body: 'x'.repeat(65_536) }],
      201,
    ],
    ['65,536 emoji', all, ['POST', '/issues/1/comments', { body: '😀'.repeat(65_536) }], 201],
    [
      'a summary of 65,535 characters',
      all,
      ['POST', '/issues/1/comments', { body: 'x'.repeat(65_535) }],
      201,
    ],
    [
      'a comment on a locked issue with write',
      'wil',
      ['POST', '/issues/2/comments', { body: 'x' }],
      201,
    ],
    ['the own comment of an outsider', 'out', ['POST', '/issues/1/comments', { body: 'x' }], 201],
    [
      'an outsider’s assignee, silently left out',
      all,
      ['POST', '/issues/1/assignees', { assignees: ['out'] }],
      201,
    ],
    ['a known label by triage', 'tri', ['PATCH', '/issues/1', { state: 'open' }], 200],
    ['reading by nobody', undefined, ['GET', '/issues/1'], 200],
  ] as [string, Who, [string, string, unknown?], number][])('%s', async (_, who, call, status) => {
    const [method, path, body] = call;
    expect((await ask(method, path, body, tokenOf(who))).status).toBe(status);
  });
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
