import type { EmitterWebhookEventName } from '@octokit/webhooks';
import examples from '@octokit/webhooks-examples';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CatalogueError } from '../../../../src/core/catalogue-error.ts';
import { type Wake, webhookTrigger } from '../../../../src/core/rules/request/webhook-trigger.ts';
import { Trigger } from '../../../../src/core/schema/observation.ts';

const at = '2026-03-01T10:00:00Z';
const context = { at, branchPrefix: 'contractor/' };
const ada = { id: 7, login: 'ada', type: 'User' };
const sender = { id: 7, login: 'ada', kind: 'person' };

const woken = (event: string, payload: object): Wake => {
  const wake = webhookTrigger(event, { sender: ada, ...payload }, context);
  if ('nothing' in wake) throw new Error(wake.nothing);
  return wake;
};

const pullRequest = (ref: string, repo: { id: number } | null = { id: 1 }) => ({
  repository: { id: 1 },
  pull_request: { head: { ref, repo } },
});
const ours = pullRequest('contractor/issue-12');

describe('the issue and the kind of a wake', () => {
  const issue = { number: 12 };
  const comment = { id: 99 };
  it.each<[string, object, object]>([
    ['issues', { action: 'assigned', issue, assignee: { login: 'bot' } }, { kind: 'assigned' }],
    ['issues', { action: 'labeled', issue, label: { name: 'contractor' } }, { kind: 'labeled' }],
    ['issues', { action: 'opened', issue }, { kind: 'edited' }],
    ['issues', { action: 'edited', issue }, { kind: 'edited' }],
    ['issues', { action: 'closed', issue }, { kind: 'edited' }],
    ['issues', { action: 'deleted', issue }, { kind: 'edited' }],
    ['issues', { action: 'unassigned', issue, assignee: { login: 'bot' } }, { kind: 'edited' }],
    ['issue_comment', { action: 'created', issue, comment }, { source: 'comment:issue:99' }],
    ['issue_comment', { action: 'edited', issue, comment }, { kind: 'comment' }],
    ['issue_comment', { action: 'deleted', issue, comment }, { kind: 'edited' }],
    ['pull_request', { action: 'closed', ...ours }, { kind: 'pull-request', source: null }],
    ['pull_request', { action: 'synchronize', ...ours }, { kind: 'pull-request' }],
    [
      'pull_request_review',
      { action: 'submitted', review: { id: 5 }, ...ours },
      { kind: 'comment', source: 'comment:review-summary:5' },
    ],
    [
      'pull_request_review_comment',
      { action: 'created', comment, ...ours },
      { kind: 'comment', source: 'comment:review:99' },
    ],
    ['workflow_dispatch', { inputs: { issue: '12' } }, { kind: 'dispatch' }],
    ['workflow_dispatch', { inputs: { issue: ' #12 ' } }, { kind: 'dispatch' }],
    ['repository_dispatch', { client_payload: { issue: 12 } }, { kind: 'dispatch' }],
  ])('%s %j', (event, payload, expected) => {
    const { target, trigger } = woken(event, payload);
    expect(target).toEqual({ issue: 12 });
    expect(trigger).toMatchObject({ sender, at, ...expected });
    expect(() => Trigger.parse(trigger)).not.toThrow();
  });

  it('a comment on a pull request names the pull request, for the payload has no branch', () => {
    const issue = { number: 30, pull_request: {} };
    const wake = woken('issue_comment', { action: 'created', issue, comment: { id: 4 } });
    expect(wake.target).toEqual({ pullRequest: 30 });
    expect(wake.trigger.source).toBe('comment:pull-request:4');
  });

  it.each([
    ['schedule', { schedule: '*/15 * * * *' }],
    ['workflow_dispatch', { inputs: null }],
    ['workflow_dispatch', { inputs: { issue: '' } }],
    ['repository_dispatch', { client_payload: {} }],
  ])('%s %j looks at all open tasks', (event, payload) => {
    expect(woken(event, payload).target).toBe('all');
  });

  it('a schedule has no sender, so nobody’s authority', () => {
    expect(woken('schedule', {}).trigger.sender).toBeNull();
  });
});

describe('what a label or an assignment was', () => {
  const issue = { number: 1 };
  it('a labeled event carries its label, an assigned event its assignee', () => {
    const labeled = woken('issues', { action: 'labeled', issue, label: { name: 'go' } });
    expect([labeled.label, labeled.assignee]).toEqual(['go', null]);
    const assigned = woken('issues', { action: 'assigned', issue, assignee: { login: 'bot' } });
    expect([assigned.label, assigned.assignee]).toEqual([null, 'bot']);
  });

  it('a label that was taken off starts nothing', () => {
    const taken = woken('issues', { action: 'unlabeled', issue, label: { name: 'go' } });
    expect(taken.label).toBeNull();
  });

  it('threat 3: the sender of a label is whose authority counts, not the issue’s author', () => {
    const issue = { number: 1, user: { id: 1, login: 'owner', type: 'User' } };
    const wake = woken('issues', { action: 'labeled', issue, label: { name: 'go' } });
    expect(wake.trigger.sender?.id).toBe(7);
  });
});

describe('senders', () => {
  it.each([
    ['User', 'evil[bot]', 'person'],
    ['Bot', 'dependabot[bot]', 'app'],
    ['Bot', 'plain', 'app'],
    ['Organization', 'acme', 'bot'],
    ['constructor', 'acme', 'bot'],
  ])('threat 5: type %s with login %s is %s, whatever the suffix', (type, login, kind) => {
    const wake = woken('workflow_dispatch', { sender: { id: 3, login, type } });
    expect(wake.trigger.sender).toEqual({ id: 3, login, kind });
  });
});

describe('what concerns no task', () => {
  it.each<[string, object]>([
    ['push', {}],
    ['star', { action: 'created' }],
    ['constructor', {}],
    ['issues', { action: 'pinned', issue: { number: 1 } }],
    ['issues', { action: 'toString', issue: { number: 1 } }],
    ['pull_request', { action: 'closed', ...pullRequest('feature/x') }],
    ['pull_request', { action: 'closed', ...pullRequest('contractor/issue-12', { id: 2 }) }],
    ['pull_request', { action: 'closed', ...pullRequest('contractor/issue-12', null) }],
    ['pull_request', { action: 'labeled', ...ours }],
  ])('%s %j', (event, payload) => {
    expect(webhookTrigger(event, { sender: ada, ...payload }, context)).toEqual({
      nothing: expect.stringMatching(/^(No task|The pull request)[^\n]*\.$/),
    });
  });

  it('threat 21: an event’s name cannot put a workflow command into the log', () => {
    const reply = webhookTrigger('x\n::set-output name=y::z', {}, context);
    expect(reply).toEqual({ nothing: expect.not.stringMatching(/[\n:]/) });
  });
});

describe('bad input', () => {
  const number = { number: 1 };
  it.each<[string, unknown, string]>([
    ['issues', null, 'payload'],
    ['issues', { action: 'edited', sender: ada }, 'issue'],
    ['issues', { action: 'edited', sender: ada, issue: { number: -1 } }, 'issue.number'],
    ['issues', { action: 'edited', issue: number }, 'sender'],
    ['issues', { action: 'edited', issue: number, sender: { ...ada, id: '7' } }, 'sender.id'],
    ['issue_comment', { action: 'created', sender: ada, issue: number }, 'comment'],
    [
      'pull_request',
      { action: 'closed', sender: ada, ...ours, pull_request: {} },
      'pull_request.head',
    ],
    ['workflow_dispatch', { sender: ada, inputs: { issue: 'twelve' } }, 'inputs.issue'],
    ['workflow_dispatch', { sender: ada, inputs: { issue: '12; rm -rf /' } }, 'inputs.issue'],
    [
      'repository_dispatch',
      { sender: ada, client_payload: { issue: 1.5 } },
      'client_payload.issue',
    ],
  ])('%s %j names the field', (event, payload, field) => {
    try {
      webhookTrigger(event, payload, context);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(CatalogueError);
      expect(error).toMatchObject({ code: 'bad-input', place: { field } });
    }
  });

  it('a title of a megabyte and a body of emoji are not read at all', () => {
    const issue = { number: 3, title: 'x'.repeat(1_000_000), body: '😀'.repeat(30_000) };
    const wake = woken('issues', { action: 'edited', issue });
    expect(wake.target).toEqual({ issue: 3 });
    expect(JSON.stringify(wake).length).toBeLessThan(300);
  });

  it('any JSON gives an answer or a catalogue error, for every event', () => {
    const names = ['issues', 'issue_comment', 'pull_request', 'workflow_dispatch', 'schedule', 'x'];
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.json(), (event, text) => {
        try {
          webhookTrigger(event, JSON.parse(text), context);
        } catch (error) {
          expect(error).toBeInstanceOf(CatalogueError);
        }
      }),
    );
  });
});

describe('GitHub’s own example payloads', () => {
  const events: EmitterWebhookEventName[] = [
    'issues',
    'issue_comment',
    'pull_request',
    'pull_request_review',
    'pull_request_review_comment',
    'workflow_dispatch',
    'repository_dispatch',
  ];
  const cases = (examples as unknown as { name: string; examples: object[] }[])
    .filter(({ name }) => events.some((event) => event === name))
    .flatMap(({ name, examples }) =>
      examples.map((payload, index) => ({ title: `${name} ${index + 1}`, name, payload })),
    );

  it.each(cases)('$title is understood', ({ name, payload }) => {
    const reply = webhookTrigger(name, payload, context);
    if ('trigger' in reply) expect(() => Trigger.parse(reply.trigger)).not.toThrow();
    else expect(reply.nothing).not.toBe('');
  });
});
