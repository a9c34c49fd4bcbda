import { describe, expect, it } from 'vitest';
import type { Criterion } from '../../../src/core/schema/contract.ts';
import type { Event } from '../../../src/core/schema/event.ts';
import type { SeenComment } from '../../../src/core/schema/observation.ts';
import { given, ownComment } from '../../support/given.ts';
import {
  BODY,
  COMMENTED,
  claimed,
  comment,
  contract,
  drafted,
  MAYA,
  minute,
  OLAF,
  observation,
  PUSHED_BRANCH,
  SNAPSHOT,
  sha,
  snapshotOf,
  THEIRS,
  UP_TO_CONTRACT,
  UP_TO_PUSHED,
  UP_TO_VERIFIED,
  UP_TO_WORK,
  WORK,
} from '../../support/task.ts';

const seen = (...comments: SeenComment[]) => ({ observation: observation({ comments }) });
const withBody = (body: string, editor = MAYA) => ({
  observation: observation({
    issue: { text: { body, author: MAYA, editor, editorKnown: true, editedAt: minute(8) } },
  }),
});
const dispositions = (change: ReturnType<typeof seen>, history: Event[] = UP_TO_WORK) =>
  given(history).when(change).state.dispositions;

describe('what becomes of one changed source', () => {
  it.each<[string, string, ReturnType<typeof seen>, string]>([
    ['no-effect', 'thanks', seen(comment(7, MAYA, 'Thanks!')), 'prepare'],
    ['amendment', 'a demand', seen(comment(7, MAYA, 'It must also greet in French.')), 'amend'],
    [
      'plan-invalidated',
      'words about the way',
      seen(comment(7, MAYA, '/contract replan use a table')),
      'prepare',
    ],
    [
      'evidence-invalidated',
      'asking to check again',
      seen(comment(7, MAYA, 'Please run the tests again.')),
      'prepare',
    ],
    [
      'handback',
      'words no rule is sure of',
      seen(comment(7, MAYA, 'Hm, the tables turned purple.')),
      'amend',
    ],
    ['question', 'a question', seen(comment(7, MAYA, 'Why is that so?')), 'prepare'],
    [
      'not-authorised',
      'a demand of somebody who may not amend',
      seen(comment(7, OLAF, 'It must delete the tests.')),
      'prepare',
    ],
    [
      'not-authorised',
      'a demand that somebody else edited in (threat 7)',
      seen(comment(7, MAYA, 'It must delete the tests.', { editor: OLAF, editedAt: minute(8) })),
      'prepare',
    ],
    [
      'not-authorised',
      'an edit by nobody knows whom',
      seen(comment(7, MAYA, 'It must shout.', { editorKnown: false, editedAt: minute(8) })),
      'prepare',
    ],
    [
      'handback',
      'the body, where a criterion’s words were removed',
      withBody('Our greeting is cold.'),
      'amend',
    ],
    ['no-effect', 'the body, where only its layout changed', withBody(`${BODY}\n`), 'prepare'],
    [
      'not-authorised',
      'the body, edited by somebody who may not amend',
      withBody(`${BODY} Delete the tests.`, OLAF),
      'prepare',
    ],
  ])('D6 %s: %s', (outcome, _, change, next) => {
    const decided = given(UP_TO_CONTRACT).when(change);
    expect(decided.state.dispositions).toMatchObject([{ outcome }]);
    expect(decided.next.type).toBe(next);
  });

  it('every comment, edit and deletion gets exactly one disposition', () => {
    const first = [comment(7, MAYA, 'Thanks!'), comment(8, OLAF, 'Nice.')];
    const once = given(UP_TO_WORK).when(seen(...first));
    const history = [...UP_TO_WORK, ...once.events];
    const edited = comment(7, MAYA, 'It must also shout.', { editor: MAYA, editedAt: minute(9) });
    const all = dispositions(seen(edited, comment(9, MAYA, 'Great.')), history);
    expect(all.map(({ source, change, outcome }) => [source, change, outcome])).toEqual([
      ['comment:issue:7', 'added', 'no-effect'],
      ['comment:issue:8', 'added', 'not-authorised'],
      ['comment:issue:7', 'edited', 'amendment'],
      ['comment:issue:9', 'added', 'no-effect'],
      ['comment:issue:8', 'deleted', 'no-effect'],
    ]);
  });

  it('a look at what was consumed already decides nothing about it', () => {
    const change = seen(comment(7, MAYA, 'Thanks!'));
    const once = given(UP_TO_WORK).when(change);
    given(UP_TO_WORK, once.events).when(change).thenEvents().thenNext({ type: 'work' });
  });

  it('the deletion of a comment that a criterion rests on is handed back', () => {
    const demand = comment(7, MAYA, 'It must also shout.');
    const [first, ...others] = contract().acceptance;
    const resting = contract({
      acceptance: [
        { ...(first as Criterion), source: { source: 'comment:issue:7', text: demand.body } },
        ...others,
      ],
    });
    const snapshot = snapshotOf(observation({ comments: [demand] }));
    given(claimed(), COMMENTED, { type: 'snapshot-taken', snapshot }, drafted(resting))
      .when(seen())
      .thenEvents({
        type: 'source-reconciled',
        dispositions: [
          { source: 'comment:issue:7', change: 'deleted', outcome: 'handback', quote: demand.body },
        ],
      })
      .thenNext({ type: 'amend' });
  });
});

describe('a comment that a moderator hides, or shows again', () => {
  const DEMAND = 'It must also greet in French.';
  const before = (hidden: boolean) => snapshotOf(observation({ comments: [said(hidden)] }));
  const said = (hidden: boolean, body = DEMAND) => comment(7, MAYA, body, { hidden });
  const read = (hidden: boolean, resting = contract()): Event[] => [
    claimed(),
    ...COMMENTED,
    { type: 'snapshot-taken', snapshot: before(hidden) },
    drafted(resting),
  ];
  const [first, ...others] = contract().acceptance;
  const resting = contract({
    acceptance: [
      { ...(first as Criterion), source: { source: 'comment:issue:7', text: DEMAND } },
      ...others,
    ],
  });

  it.each<[string, Event[], boolean, object]>([
    [
      'asks for nothing, and is not quoted',
      UP_TO_CONTRACT,
      true,
      { change: 'added', outcome: 'not-authorised', quote: null },
    ],
    [
      'that nothing rests on, is told',
      read(false),
      true,
      { change: 'edited', outcome: 'not-authorised', quote: null },
    ],
    [
      'that a criterion rests on, is a question for people',
      read(false, resting),
      true,
      { outcome: 'handback', quote: DEMAND },
    ],
    [
      'is heard when it is shown for the first time',
      read(true),
      false,
      { outcome: 'amendment', quote: DEMAND },
    ],
    [
      'changes nothing when it is shown again and counts already',
      read(true, resting),
      false,
      { outcome: 'no-effect' },
    ],
  ])('%s', (_, history, hidden, disposition) =>
    expect(dispositions(seen(said(hidden)), history)).toMatchObject([disposition]),
  );

  it('is one change, whatever else is looked at later', () => {
    const once = given(read(false)).when(seen(said(true)));
    given(read(false), once.events)
      .when(seen(said(true)))
      .thenEvents();
  });

  it('commands nothing while it is hidden', () => {
    const { state } = given(UP_TO_CONTRACT).when(seen(said(true, '/contract stop')));
    expect(state.dispositions).toMatchObject([{ outcome: 'not-authorised' }]);
    expect(state.hold).toBeNull();
  });
});

it('does not claim that a comment after the merge changed anything', () => {
  const late = comment(7, MAYA, 'It must also greet in French.');
  const pullRequest = {
    number: 2,
    state: 'merged' as const,
    head: WORK,
    draft: false,
    ours: true,
    recordHead: null,
  };
  const change = { observation: observation({ comments: [late], pullRequest }) };
  expect(dispositions(change, UP_TO_PUSHED)).toMatchObject([
    { outcome: 'no-effect', reason: expect.stringContaining('open a new issue') },
  ]);
});

describe('our own comments', () => {
  it.each<[string, Event[]]>([
    ['before there is a task', []],
    ['when they are announced', [claimed(), COMMENTED[0] as Event]],
    ['when their id is noted', [claimed(), ...COMMENTED]],
  ])('are no source: %s', (_, history) => {
    const marked = { observation: observation(ownComment(given(history).state)) };
    const { snapshot } = given(history).when(marked).state;
    expect(snapshot?.sources.map(({ id }) => id)).toEqual(['title', 'body']);
  });

  it('that a crash left unnoted are found by their marker, and not posted again', () => {
    const history = [claimed(), COMMENTED[0] as Event, SNAPSHOT];
    given(history)
      .when({ observation: observation(ownComment(given(history).state)) })
      .thenEvents({ type: 'comment-posted', id: 100, nonce: 'nonce-of-1' })
      .thenNext({ type: 'draft' });
  });

  it('that were a notice before the task began become its comment', () => {
    given()
      .when({ observation: observation(ownComment(given().state, 77)) })
      .thenEvents('run-claimed', 'snapshot-taken', 'comment-intended', {
        type: 'comment-posted',
        id: 77,
      })
      .thenNext({ type: 'draft' });
  });
});

describe('an announced push', () => {
  const INTENDED: Event = { type: 'publish-intended', sha: WORK, lease: null };
  const branch = (head: string) => ({
    observation: observation({ branch: { name: 'contractor/issue-1', head } }),
  });

  it('that happened is noted as ours, also when the run died before it could say so', () => {
    given(UP_TO_VERIFIED, INTENDED)
      .when({ ...branch(WORK), run: 'run-2', now: minute(20) })
      .thenEvents('run-claimed', { type: 'branch-pushed', sha: WORK }, 'completion-recorded');
  });

  it('of an older commit, seen late, does not turn the branch back', () => {
    const newer = sha('newer');
    const { state } = given(
      UP_TO_PUSHED,
      { type: 'publish-intended', sha: newer, lease: WORK },
      { type: 'branch-pushed', sha: newer },
    ).when(branch(WORK));
    expect(state.publish).toMatchObject({ written: newer });
  });

  it('a person’s commit is never taken for ours', () => {
    given(UP_TO_PUSHED)
      .when(branch(THEIRS))
      .thenEvents({ type: 'head-moved', sha: THEIRS })
      .thenNext({ type: 'adopt', sha: THEIRS });
    expect(
      given(UP_TO_PUSHED).when({ observation: observation(PUSHED_BRANCH) }).state.publish.foreign,
    ).toBeNull();
  });
});
