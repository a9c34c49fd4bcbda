import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EmbeddedGitHub } from '../../../src/simulate/github/embedded-github.ts';
import { startAcme } from './support/acme.ts';
import { faultsOfAnswer, operationOf } from './support/openapi.ts';
import { type Exchange, tellStory } from './support/story.ts';
import { faultsOfPayload, webhookName } from './support/webhook-schemas.ts';

let gh: EmbeddedGitHub;
let exchanges: Exchange[];

beforeAll(async () => {
  gh = await startAcme({
    apps: [{ id: 7, slug: 'contractor', permissions: { issues: 'write', contents: 'write' } }],
  });
  exchanges = await tellStory(gh);
});

afterAll(() => gh[Symbol.asyncDispose]());

function answersOf(operation: string): Exchange[] {
  return exchanges.filter((e) => operationOf(e.method, e.path)?.operationId === operation);
}

const promised = [
  ...['actions/create-workflow-dispatch', 'meta/get', 'rate-limit/get'],
  ...[
    'checks/create',
    'checks/get',
    'checks/list-annotations',
    'checks/list-for-ref',
    'checks/update',
  ],
  ...[
    'git/create-ref',
    'git/delete-ref',
    'git/get-commit',
    'git/get-ref',
    'git/list-matching-refs',
  ],
  ...['git/update-ref', 'repos/compare-commits-with-basehead', 'repos/create-commit-status'],
  ...['issues/add-assignees', 'issues/add-labels', 'issues/check-user-can-be-assigned'],
  ...['issues/create', 'issues/create-comment', 'issues/create-label', 'issues/delete-comment'],
  ...['issues/get', 'issues/get-comment', 'issues/get-label', 'issues/list-assignees'],
  ...['issues/list-comments', 'issues/list-comments-for-repo', 'issues/list-events'],
  ...['issues/list-events-for-timeline', 'issues/list-for-repo', 'issues/list-labels-for-repo'],
  ...[
    'issues/list-labels-on-issue',
    'issues/lock',
    'issues/remove-assignees',
    'issues/remove-label',
  ],
  ...['issues/add-sub-issue', 'issues/list-sub-issues'],
  ...['issues/set-labels', 'issues/unlock', 'issues/update', 'issues/update-comment'],
  ...['pulls/check-if-merged', 'pulls/create', 'pulls/create-reply-for-review-comment'],
  ...['pulls/create-review', 'pulls/create-review-comment', 'pulls/delete-review-comment'],
  ...[
    'pulls/get',
    'pulls/get-review',
    'pulls/get-review-comment',
    'pulls/list',
    'pulls/list-commits',
  ],
  ...['pulls/list-files', 'pulls/list-requested-reviewers', 'pulls/list-review-comments'],
  ...['pulls/list-review-comments-for-repo', 'pulls/list-reviews', 'pulls/merge'],
  ...['pulls/request-reviewers', 'pulls/update', 'pulls/update-review-comment'],
  ...['reactions/create-for-issue', 'reactions/create-for-issue-comment'],
  ...['reactions/create-for-pull-request-review-comment', 'reactions/delete-for-issue-comment'],
  ...['reactions/list-for-issue', 'reactions/list-for-issue-comment'],
  ...['reactions/list-for-pull-request-review-comment', 'repos/create-dispatch-event', 'repos/get'],
  ...['repos/get-branch', 'repos/get-collaborator-permission-level'],
  ...['repos/get-combined-status-for-ref', 'repos/get-commit', 'repos/get-content'],
  ...['repos/list-branches', 'repos/list-collaborators', 'repos/list-commit-statuses-for-ref'],
  ...['repos/list-commits', 'users/get-authenticated', 'users/get-by-username'],
];

describe('REST answers against GitHub’s OpenAPI description', () => {
  it.each(promised)('%s', (operation) => {
    const answers = answersOf(operation);
    expect(answers.length).toBeGreaterThan(0);
    expect(answers.flatMap((e) => faultsOfAnswer(e.method, e.path, e.status, e.body))).toEqual([]);
  });

  it('covers every call the story makes', () => {
    const used = new Set(exchanges.map((e) => operationOf(e.method, e.path)?.operationId));
    expect([...used].filter((operation) => !promised.includes(operation ?? ''))).toEqual([]);
  });

  it.each([
    ['a missing field', 'issues/get', ({ title, ...rest }: Body) => rest],
    ['a wrong type', 'issues/get', (body: Body) => ({ ...body, number: '2' })],
    ['a wrong type deep inside', 'pulls/get', (body: Body) => ({ ...body, head: { ref: 1 } })],
    ['null for what is never null', 'checks/get', (body: Body) => ({ ...body, name: null })],
    ['an unknown word', 'checks/get', (body: Body) => ({ ...body, status: 'asleep' })],
    ['a list for an object', 'git/get-ref', (body: Body) => [body]],
  ])('would notice %s in %s', (_, operation, broken) => {
    const [answer] = answersOf(operation);
    if (!answer) throw new Error(`the story has no ${operation}`);
    const body = broken(answer.body as Body);
    expect(faultsOfAnswer(answer.method, answer.path, answer.status, body)).not.toEqual([]);
  });
});

type Body = Record<string, unknown>;

const emitted = [
  ...['check_run$completed', 'check_run$created', 'create$event', 'delete$event', 'push$event'],
  ...['issue_comment$created', 'issue_comment$deleted', 'issue_comment$edited', 'issues$assigned'],
  ...['issues$closed', 'issues$deleted', 'issues$edited', 'issues$labeled', 'issues$locked'],
  ...['issues$opened', 'issues$reopened', 'issues$unassigned', 'issues$unlabeled'],
  ...['issues$transferred', 'sub_issues$parent_issue_added', 'sub_issues$sub_issue_added'],
  ...['issues$unlocked', 'label$created', 'member$added', 'member$edited', 'member$removed'],
  ...['pull_request$assigned', 'pull_request$closed', 'pull_request$converted_to_draft'],
  ...['pull_request$edited', 'pull_request$labeled', 'pull_request$locked', 'pull_request$opened'],
  ...['pull_request$ready_for_review', 'pull_request$reopened', 'pull_request$review_requested'],
  ...['pull_request$synchronize', 'pull_request$unassigned', 'pull_request$unlabeled'],
  ...[
    'pull_request$unlocked',
    'pull_request_review$submitted',
    'pull_request_review_comment$created',
  ],
  ...['pull_request_review_comment$deleted', 'pull_request_review_comment$edited'],
  ...['pull_request_review_thread$resolved', 'pull_request_review_thread$unresolved'],
];

describe('webhook payloads against GitHub’s schemas', () => {
  it.each(emitted)('%s', (name) => {
    const deliveries = gh.deliveries.filter((delivery) => webhookName(delivery) === name);
    expect(deliveries.length).toBeGreaterThan(0);
    expect(deliveries.flatMap(faultsOfPayload)).toEqual([]);
  });

  it('covers every webhook the story sends', () => {
    const sent = new Set(gh.deliveries.map(webhookName));
    expect([...sent].filter((name) => !emitted.includes(name))).toEqual([]);
  });

  it('would notice a missing field, a wrong type and an invented field', () => {
    const edited = gh.deliveries.find((d) => webhookName(d) === 'issue_comment$edited');
    if (!edited) throw new Error('the story edits no comment');
    const { changes, ...without } = edited.payload;
    for (const payload of [
      without,
      { ...edited.payload, changes: { body: 1 } },
      { ...edited.payload, x: 1 },
    ]) {
      expect(faultsOfPayload({ event: 'issue_comment', payload })).not.toEqual([]);
    }
  });
});
