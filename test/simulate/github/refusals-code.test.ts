import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { all, type Call, type Case, type Facts, Refusing } from './support/refusing.ts';

let refusing: Refusing;

beforeAll(async () => {
  refusing = await Refusing.start();
});

afterAll(() => refusing.gh[Symbol.asyncDispose]());

const pull = (change: object): Call => [
  'POST',
  '/pulls',
  { title: 'T', head: 'feature', base: 'main', ...change },
];
const run = ({ head }: Facts, change: object): Call => [
  'POST',
  '/check-runs',
  { name: 'ci', head_sha: head, ...change },
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
    call: (at) => [
      'POST',
      '/pulls/5/comments',
      { body: 'x', path: 'a.txt', line: 9, commit_id: at.head },
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
    call: (at) => run(at, { head_sha: '1'.repeat(40) }),
    status: 422,
    says: /No commit found/,
  },
  {
    what: 'the conclusion stale',
    who: all,
    call: (at) => run(at, { conclusion: 'stale' }),
    status: 422,
    says: /stale is not/,
  },
  {
    what: 'completed without a conclusion',
    who: all,
    call: (at) => run(at, { status: 'completed' }),
    status: 422,
    says: /conclusion/,
  },
  {
    what: 'a summary of 65,536 characters',
    who: all,
    call: (at) => run(at, { output: { title: 'T', summary: 'x'.repeat(65_536) } }),
    status: 422,
    says: /65535/,
  },
  {
    what: '51 annotations',
    who: all,
    call: (at) => run(at, { output: { title: 'T', summary: '', annotations: Array(51).fill({}) } }),
    status: 422,
    says: /50/,
  },
  {
    what: "another app's check run",
    who: all,
    call: (at) => ['PATCH', `/check-runs/${at.foreignRun}`, { status: 'queued' }],
    status: 403,
    says: /created it/,
  },
  {
    what: 'a ref that exists',
    who: all,
    call: (at) => ['POST', '/git/refs', { ref: 'refs/heads/main', sha: at.head }],
    status: 422,
    says: 'Reference already exists',
  },
  {
    what: 'a ref without refs/',
    who: all,
    call: (at) => ['POST', '/git/refs', { ref: 'main', sha: at.head }],
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
    call: (at) => ['PATCH', '/git/refs/heads/feature', { sha: at.base }],
    status: 422,
    says: 'Update is not a fast forward',
  },
  {
    what: 'moving a ref that is not there',
    who: all,
    call: (at) => ['PATCH', '/git/refs/heads/nope', { sha: at.head }],
    status: 422,
    says: 'Reference does not exist',
  },
];

describe('refuses, like GitHub', () => {
  it.each(pullsAndChecks)('$what → $status', (refused) => refusing.check(refused));
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
  ] as const)('%j', async (call, error) => {
    const answer = await refusing.ask(all, call);
    expect(answer.body.errors).toEqual([error]);
  });
});
