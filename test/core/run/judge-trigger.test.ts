import { describe, expect, it } from 'vitest';
import { parseConfiguration } from '../../../src/core/rules/configuration/configuration.ts';
import type { Command } from '../../../src/core/run/command.ts';
import { judgeTrigger } from '../../../src/core/run/judge-trigger.ts';
import type { Event } from '../../../src/core/schema/event.ts';
import type { Trigger } from '../../../src/core/schema/observation.ts';
import { given, withOwnComment } from '../../support/given.ts';
import {
  BOT,
  claimed,
  comment,
  MAYA,
  minute,
  NO_APPROVAL,
  OLAF,
  observation,
  PUSHED_BRANCH,
  THEIRS,
  TRIA,
  trigger,
  UP_TO_CONTRACT,
  UP_TO_PUSHED,
} from '../../support/task.ts';

const judged = (history: Event[], change: Partial<Command>) => {
  const { state } = given(history);
  const command: Command = {
    now: minute(2),
    run: 'run-2',
    epoch: null,
    trigger: trigger('labeled'),
    detail: { label: 'contractor' },
    configuration: NO_APPROVAL,
    report: null,
    harnessVersion: '0.0.0',
    ledgerTip: null,
    ...change,
    observation: withOwnComment(state, change.observation ?? observation()),
  };
  const judgement = judgeTrigger(state, command);
  return judgement.go ? (judgement.event ?? 'goes on') : judgement.reason;
};

const EMPTY = {
  text: { body: ' \n', author: MAYA, editor: null, editorKnown: true, editedAt: null },
};
const assignee = parseConfiguration('trigger: { assignee: bot-user }');
const wrote = (by: typeof MAYA, body: string, sender = by): Partial<Command> => ({
  trigger: { ...trigger('comment', sender), source: 'comment:issue:7' },
  detail: {},
  observation: observation({ comments: [comment(7, by, body)] }),
});
const labelled = (by: typeof MAYA) =>
  observation({
    issue: { requests: [{ kind: 'labeled', name: 'contractor', by, at: minute(-5) }] },
  });
const plainly = (kind: Trigger['kind'], sender: typeof MAYA | null = MAYA): Partial<Command> => ({
  trigger: trigger(kind, sender),
  detail: {},
});

describe('the first look at an issue', () => {
  it.each<[string, Partial<Command>]>([
    ['our label, by a writer', {}],
    [
      'our assignee, by a writer',
      { trigger: trigger('assigned'), detail: { assignee: 'bot-user' }, configuration: assignee },
    ],
    ['/contract, by a writer', wrote(MAYA, '/contract')],
    [
      'an issue without a body, where a writer has said what is wanted',
      {
        observation: observation({
          issue: EMPTY,
          comments: [comment(7, MAYA, 'Sort it, please.')],
        }),
      },
    ],
    ['a dispatch, by a writer', plainly('dispatch')],
    ['the console', plainly('console', null)],
    [
      'a schedule, where a writer’s label still stands',
      { ...plainly('schedule', null), observation: labelled(MAYA) },
    ],
    [
      'anybody’s comment, where a writer’s /contract was lost',
      {
        ...plainly('comment', OLAF),
        observation: observation({
          comments: [comment(7, MAYA, '/contract'), comment(8, OLAF, 'Nice.')],
        }),
      },
    ],
  ])('starts a task: %s', (_, change) => {
    expect(judged([], change)).toMatchObject({ type: 'run-claimed', epoch: 1 });
  });

  it.each<[string, string, Partial<Command>]>([
    ['not-for-us', 'another label', { detail: { label: 'bug' } }],
    [
      'not-for-us',
      'an assignee where none is configured',
      { trigger: trigger('assigned'), detail: { assignee: 'maya' } },
    ],
    ['not-for-us', 'a plain comment', wrote(OLAF, 'I would like that.')],
    ['not-for-us', '/contract inside a quote', wrote(MAYA, '> /contract')],
    [
      'not-for-us',
      '/contract in a comment that someone else edited',
      {
        ...wrote(MAYA, '/contract'),
        observation: observation({
          comments: [comment(7, MAYA, '/contract', { editor: OLAF, editedAt: minute(8) })],
        }),
      },
    ],
    ...(['webhook', 'schedule'] as const).flatMap((how) =>
      (
        [
          ['a moderator hid', { hidden: true }],
          ['was edited by nobody knows whom', { editorKnown: false, editedAt: minute(8) }],
        ] as const
      ).map(([what, change]): [string, string, Partial<Command>] => [
        'not-for-us',
        `/contract in a comment that ${what}, seen by ${how}`,
        {
          ...(how === 'webhook' ? wrote(MAYA, '/contract') : plainly('schedule', null)),
          observation: observation({ comments: [comment(7, MAYA, '/contract', change)] }),
        },
      ]),
    ),
    [
      'no-permission',
      'an outsider’s words that a writer edited /contract into: the lower of both counts',
      {
        ...wrote(OLAF, '/contract', MAYA),
        observation: observation({
          comments: [comment(7, OLAF, '/contract', { editor: MAYA, editedAt: minute(8) })],
        }),
      },
    ],
    [
      'not-for-us',
      'the same, seen by a schedule',
      {
        ...plainly('schedule', null),
        observation: observation({
          comments: [comment(7, OLAF, '/contract', { editor: MAYA, editedAt: minute(8) })],
        }),
      },
    ],
    [
      'empty-issue',
      'an issue without a body, where what a writer said was hidden',
      {
        observation: observation({
          issue: EMPTY,
          comments: [comment(7, MAYA, 'Sort it, please.', { hidden: true })],
        }),
      },
    ],
    [
      'not-for-us',
      'our own notice that names the command',
      {
        ...plainly('schedule', null),
        observation: observation({
          comments: [comment(7, MAYA, '/contract')],
          commentMarker: { id: 7, digest: 'a'.repeat(64) },
        }),
      },
    ],
    [
      'no-permission',
      'our label, by somebody who may only read',
      { trigger: trigger('labeled', OLAF) },
    ],
    ['no-permission', 'our label, by triage (threat 3)', { trigger: trigger('labeled', TRIA) }],
    [
      'no-permission',
      'our label, by an App that is not allowed',
      { trigger: trigger('labeled', BOT) },
    ],
    ['no-permission', '/contract, by somebody who may only read', wrote(OLAF, '/contract')],
    ['no-permission', 'a dispatch without a sender', plainly('dispatch', null)],
    [
      'not-for-us',
      'a schedule, where somebody without the right put the label on',
      { ...plainly('schedule', null), observation: labelled(OLAF) },
    ],
    [
      'issue-closed',
      'a closed issue',
      { observation: observation({ issue: { state: 'closed' } }) },
    ],
    [
      'empty-issue',
      'an issue without a body',
      {
        observation: observation({ issue: EMPTY }),
      },
    ],
    [
      'empty-issue',
      'an issue without a body, where a writer wrote a command and others their wishes',
      {
        observation: observation({
          issue: EMPTY,
          comments: [comment(7, MAYA, '/contract'), comment(8, OLAF, 'It must be blue.')],
        }),
      },
    ],
    [
      'empty-repository',
      'a repository without commits',
      { observation: observation({ base: { branch: 'HEAD', sha: null } }) },
    ],
    [
      'no-base-branch',
      'a base branch that does not exist',
      {
        configuration: parseConfiguration('branches: { base: develop }'),
        observation: observation({ base: { branch: 'develop', sha: null } }),
      },
    ],
  ])('has nothing to do (%s): %s', (code, _, change) => {
    expect(judged([], change)).toBe(code);
  });
});

describe('a later look', () => {
  const ended = (outcome: 'delivered' | 'infra-failed' | 'handed-back'): Event => ({
    type: 'run-ended',
    outcome,
    reason: '',
    handback: null,
  });
  const held = [...UP_TO_PUSHED, ended('delivered')];
  const seen = (change: Parameters<typeof observation>[0] = {}) => ({
    ...plainly('schedule', null),
    observation: observation({ ...PUSHED_BRANCH, ...change }),
  });
  const pull = (state: 'open' | 'merged', ours = true) => ({
    number: 2,
    state,
    head: THEIRS,
    draft: false,
    ours,
    recordHead: null,
  });

  it.each<[string, string, Event[], Partial<Command>]>([
    ['goes on', 'the run that holds the task', UP_TO_CONTRACT, { run: 'run-1', epoch: 1 }],
    ['another-run', 'another run that shows signs of life', UP_TO_CONTRACT, { now: minute(9) }],
    [
      'epoch-lost',
      'a process whose epoch was taken over',
      [...UP_TO_CONTRACT, claimed(2)],
      { run: 'run-1', epoch: 1 },
    ],
    ['nothing-new', 'a schedule when nothing changed', held, seen()],
    [
      'no-permission',
      'our label again, by somebody who may only read',
      held,
      { trigger: trigger('labeled', OLAF) },
    ],
    [
      'nothing-new',
      'a merged pull request that is not ours',
      held,
      seen({ pullRequest: pull('merged', false) }),
    ],
    [
      'nothing-new',
      'the webhook of our label a second time',
      held,
      {
        observation: observation({
          ...PUSHED_BRANCH,
          issue: { requests: [{ kind: 'labeled', name: 'contractor', by: MAYA, at: minute(-5) }] },
        }),
      },
    ],
    ['settled', 'a settled task', [...held, { type: 'task-settled', how: 'merged' }], {}],
    [
      'gave-up',
      'the third failure in a row',
      [...UP_TO_PUSHED, ...Array<Event>(3).fill(ended('infra-failed'))],
      seen(),
    ],
  ])('%s: %s', (expected, _, history, change) => {
    expect(judged(history, change)).toBe(expected);
  });

  it.each<[string, Event[], Partial<Command>]>([
    [
      'our label, taken off and put on again',
      [...UP_TO_PUSHED, ended('handed-back')],
      {
        observation: observation({
          ...PUSHED_BRANCH,
          issue: { requests: [{ kind: 'labeled', name: 'contractor', by: MAYA, at: minute(90) }] },
        }),
      },
    ],
    ['a run that died, after ten minutes (its lease)', UP_TO_CONTRACT, { now: minute(12) }],
    ['a new comment', held, seen({ comments: [comment(7, OLAF, 'Hm.')] })],
    [
      'an edited body',
      held,
      seen({
        issue: {
          text: {
            body: 'Other.',
            author: MAYA,
            editor: null,
            editorKnown: true,
            editedAt: minute(8),
          },
        },
      }),
    ],
    [
      'a person’s commit on our branch',
      held,
      seen({ branch: { name: 'contractor/issue-1', head: THEIRS } }),
    ],
    ['our pull request was merged', held, seen({ pullRequest: pull('merged') })],
    ['infrastructure failed once', [...UP_TO_PUSHED, ended('infra-failed')], seen()],
    [
      'a label put on again, by a writer',
      [...UP_TO_PUSHED, ended('handed-back')],
      { observation: observation(PUSHED_BRANCH) },
    ],
    [
      'a delivery that was withdrawn',
      [...UP_TO_PUSHED, { type: 'delivery-withdrawn', reason: '' }, ended('delivered')],
      seen(),
    ],
  ])('claims the task with the next epoch: %s', (_, history, change) => {
    expect(judged(history, change)).toMatchObject({ type: 'run-claimed', epoch: 2 });
  });
});
