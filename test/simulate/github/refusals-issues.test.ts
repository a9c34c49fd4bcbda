import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { all, type Call, type Case, Refusing, type Who } from './support/refusing.ts';

let refusing: Refusing;

beforeAll(async () => {
  refusing = await Refusing.start();
});

afterAll(() => refusing.gh[Symbol.asyncDispose]());

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
    call: (at) => ['GET', `/issues/${at.deletedIssue}`],
    status: 410,
    says: /deleted/,
  },
  {
    what: 'a transferred issue',
    who: all,
    call: (at) => ['GET', `/issues/${at.movedIssue}`],
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

describe('refuses, like GitHub', () => {
  it.each(issues)('$what → $status', (refused) => refusing.check(refused));
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
  ] as [string, Who, Call, number][])('%s', async (_, who, call, status) => {
    expect((await refusing.ask(who, call)).status).toBe(status);
  });
});
