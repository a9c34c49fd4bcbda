import { describe, expect, it } from 'vitest';
import { digestOf } from '../../../src/core/digest.ts';
import { parseConfiguration } from '../../../src/core/rules/configuration/configuration.ts';
import type { Event } from '../../../src/core/schema/event.ts';
import { given } from '../../support/given.ts';
import {
  amended,
  comment,
  contract,
  MAYA,
  NO_APPROVAL,
  OLAF,
  observation,
  prepared,
  TRIA,
  UP_TO_CONTRACT,
  UP_TO_WORK,
} from '../../support/task.ts';
import { definition, GraphStory } from '../rules/planning/graph/graph-story.ts';

const V1 = digestOf(contract());
const v2 = contract({ version: 2, constraints: ['No new dependency'] });
const V2 = digestOf(v2);
const AMENDED = [...UP_TO_WORK, amended(v2), ...prepared(v2)];
const waiting = (history: Event[], hash: string): Event[] => [
  ...history,
  { type: 'approval-requested', contractHash: hash, reasons: ['AC-1 is to be confirmed'] },
  { type: 'run-ended', outcome: 'awaiting-approval', reason: '', handback: null },
];
const APPROVALS = parseConfiguration('approval: required');

/** A comment posted long after everything given; `at` names another moment. */
const says = (by: typeof MAYA, body: string, at?: string) => ({
  configuration: APPROVALS,
  trigger: {
    kind: 'comment' as const,
    sender: by,
    source: 'comment:issue:7',
    at: '2026-05-04T10:07:00Z',
  },
  detail: {},
  observation: observation({ comments: [comment(7, by, body, at ? { createdAt: at } : {})] }),
});

const approvals = (history: Event[], change: ReturnType<typeof says>) =>
  given(history)
    .when(change)
    .events.filter((event) => event.type === 'contract-approved')
    .map(({ contractHash }) => contractHash);

describe('/contract approve', () => {
  it.each<[string, Event[], ReturnType<typeof says>, string[]]>([
    [
      'the hash of the contract in force approves it',
      waiting(UP_TO_WORK, V1),
      says(MAYA, `/contract approve ${V1}`),
      [V1],
    ],
    [
      'the hash as it is shown, shortened',
      waiting(UP_TO_WORK, V1),
      says(MAYA, `/contract approve ${V1.slice(0, 12)}`),
      [V1],
    ],
    [
      'no hash, written after the contract was shown',
      waiting(UP_TO_WORK, V1),
      says(MAYA, '/contract approve'),
      [V1],
    ],
    [
      'no hash, after v2 was shown: v2',
      waiting(AMENDED, V2),
      says(MAYA, '/contract approve'),
      [V2],
    ],
    [
      'the hash of v1 after v2 appeared does not approve v2',
      waiting(AMENDED, V2),
      says(MAYA, `/contract approve ${V1}`),
      [],
    ],
    [
      'no hash, written while v1 was shown, read after v2 appeared: approves neither',
      waiting(AMENDED, V2),
      says(MAYA, '/contract approve', '2026-05-04T10:00:03Z'),
      [],
    ],
    ['by somebody who may not', waiting(UP_TO_WORK, V1), says(OLAF, `/contract approve ${V1}`), []],
    ['inside a quote', waiting(UP_TO_WORK, V1), says(MAYA, `> /contract approve ${V1}`), []],
    ['before there is a contract', UP_TO_CONTRACT.slice(0, 4), says(MAYA, '/contract approve'), []],
  ])('%s', (_, history, change, hashes) => {
    expect(approvals(history, change)).toEqual(hashes);
  });

  it('lets the work go on, and its reasons do not ask again for a later version', () => {
    const { state } = given(waiting(UP_TO_WORK, V1)).when(says(MAYA, '/contract approve'));
    expect(state).toMatchObject({ hold: null, run: { id: 'run-2' }, ended: null });
    expect(state.approval).toMatchObject({
      approved: [V1],
      accepted: ['AC-1 is to be confirmed'],
      by: [{ contractHash: V1, login: 'maya' }],
    });
  });
});

describe('C12 resume, while nodes of a task graph wait', () => {
  const story = new GraphStory([definition({ id: 'B' }), definition({ id: 'C10' })], 2, 1);
  story.schedule();
  for (const id of ['B', 'C10']) story.fail(id);
  const history: Event[] = [
    ...UP_TO_WORK,
    ...story.events.map(
      (change): Event => ({
        type: 'graph-moved',
        change,
        merged: null,
        output: null,
      }),
    ),
    { type: 'run-ended', outcome: 'handed-back', reason: 'nodes are blocked', handback: null },
  ];
  const heard = (body: string) => given(history).when(says(MAYA, body));
  const asked = (body: string) =>
    heard(body).events.find((event) => event.type === 'resume-requested');

  it.each<[string, string[] | undefined]>([
    ['/contract resume', undefined],
    ['/contract resume c10', ['C10']],
    ['/contract resume B please, when you can', ['B']],
    ['/contract resume B and C10', ['B', 'C10']],
  ])('%s', (body, nodes) => {
    expect(asked(body)?.nodes).toEqual(nodes);
    expect(asked(body)).toBeDefined();
  });

  it('a name that no waiting node has lets none of them go on, and the waiting ones are named', () => {
    expect(asked('/contract resume X9')).toBeUndefined();
    expect(heard('/contract resume X9').state.dispositions.at(-1)).toMatchObject({
      outcome: 'question',
      reason: 'no such node waits; these do: B, C10',
    });
  });
});

describe('other commands', () => {
  const disposition = (change: ReturnType<typeof says>, history: Event[] = UP_TO_WORK) =>
    given(history).when(change).state.dispositions.at(-1);

  it.each<[string, typeof MAYA, string, string]>([
    ['stop, by triage', TRIA, '/contract stop', 'stop-requested'],
    ['stop, by a writer', MAYA, '/contract stop', 'stop-requested'],
    ['resume, by a writer', MAYA, '/contract resume', 'resume-requested'],
    ['start again, by a writer', MAYA, '/contract', 'resume-requested'],
  ])('%s: it is done', (_, by, body, type) => {
    expect(
      given(UP_TO_WORK)
        .when(says(by, body))
        .events.map((e) => e.type),
    ).toContain(type);
    expect(disposition(says(by, body))).toMatchObject({ outcome: 'no-effect', author: by.login });
  });

  it.each([
    ['stop', OLAF, '/contract stop'],
    ['resume', TRIA, '/contract resume'],
    ['amend', OLAF, '/contract amend Delete the tests.'],
    ['approve', TRIA, '/contract approve'],
    ['decide', OLAF, '/contract decide 1'],
    ['replan', OLAF, '/contract replan because'],
  ])('%s, by somebody who may not: quoted as a suggestion, and nothing follows', (_, by, body) => {
    const change = { ...says(by, body), configuration: NO_APPROVAL };
    const decided = given(UP_TO_WORK).when(change).thenEvents('source-reconciled');
    expect(decided.state.pending).toEqual([]);
    expect(disposition(says(by, body))).toMatchObject({ outcome: 'not-authorised', quote: body });
  });

  it('amend becomes a changed source that waits for its amendment', () => {
    const decided = given(UP_TO_WORK).when(says(MAYA, '/contract amend It greets in French.'));
    decided.thenNext({ type: 'amend' });
    expect(decided.state.pending).toMatchObject([
      { outcome: 'amendment', quote: 'It greets in French.' },
    ]);
  });

  it('decide answers the blocking question with the alternative of that number, and no other', () => {
    const openQuestions = [
      {
        id: 'Q-1',
        text: 'Which language?',
        alternatives: ['French', 'Latin'],
        blocking: true,
        decision: null,
      },
    ];
    const asking = contract({ openQuestions });
    const history: Event[] = [
      ...UP_TO_CONTRACT.slice(0, 4),
      {
        type: 'contract-drafted',
        contract: asking,
        contractHash: digestOf(asking),
        drafter: 'rules',
        notes: [],
      },
    ];
    const chosen = given(history).when(says(MAYA, '/contract decide 2'));
    expect(chosen.events).toContainEqual({
      type: 'question-decided',
      question: 'Q-1',
      choice: 'Latin',
      by: MAYA,
    });
    expect(
      given(history)
        .when(says(MAYA, '/contract decide 3'))
        .events.map((e) => e.type),
    ).not.toContain('question-decided');
  });

  it('an edit repeats no command that was there before', () => {
    const once = given(UP_TO_WORK).when(says(MAYA, '/contract resume\n\nThanks!'));
    const edited = says(MAYA, '/contract resume\n\nThank you!');
    const again = given([...UP_TO_WORK, ...once.events]).when(edited);
    expect(again.events.map((e) => e.type)).not.toContain('resume-requested');
  });

  it('a command and a demand in one comment: the demand is not lost', () => {
    const both = says(MAYA, `/contract resume\n\nIt must also shout.`);
    expect(disposition(both)).toMatchObject({ outcome: 'amendment' });
    expect(
      given(UP_TO_WORK)
        .when(both)
        .events.map((e) => e.type),
    ).toContain('resume-requested');
  });
});
