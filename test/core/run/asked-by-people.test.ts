import { describe, expect, it } from 'vitest';
import { planHash } from '../../../src/core/rules/irreversible/irreversible-steps.ts';
import { commentLost } from '../../../src/core/run/own-comment.ts';
import type { Event } from '../../../src/core/schema/event.ts';
import type { Plan } from '../../../src/core/schema/plan.ts';
import { given, ownComment } from '../../support/given.ts';
import {
  COMMENTED,
  comment,
  drafted,
  MAYA,
  minute,
  OLAF,
  observation,
  trigger,
  UP_TO_CONTRACT,
  UP_TO_VERIFIED,
  UP_TO_WORK,
} from '../../support/task.ts';

const says = (body: string, by = MAYA, id = 7) => ({
  observation: observation({ comments: [comment(id, by, body)] }),
});
const typesOf = (events: Event[]) => events.map(({ type }) => type);

const PLAN: Plan = {
  version: 1,
  contractVersion: 1,
  items: [
    { id: '1', content: 'Add the column', status: 'pending', evidence: null, parent: null },
    {
      id: '2',
      content: 'Run the migration on production',
      status: 'pending',
      evidence: null,
      parent: null,
    },
  ],
  reasonForReplan: null,
  acceptanceChanged: false,
};
const planned: Event = { type: 'plan-written', plan: PLAN, replan: false };

describe('a plan that cannot be undone', () => {
  const HASH = planHash(PLAN);
  const waiting = given(UP_TO_WORK, planned).when();

  it('waits for a person, and nothing is worked on meanwhile', () => {
    expect(typesOf(waiting.events)).toEqual(['plan-approval-requested', 'run-ended']);
    expect(waiting.state.ended?.outcome).toBe('awaiting-approval');
    expect(given(UP_TO_WORK, planned).next.type).toBe('rest');
  });

  const asked: Event[] = [...UP_TO_WORK, planned, ...waiting.events];
  it.each([
    ['/contract approve plan', true],
    [`/contract approve plan ${HASH.slice(0, 12)}`, true],
    [`/contract approve ${HASH.slice(0, 12)}`, true],
    ['/contract approve plan abcdef123456', false],
    ['/contract approve', false],
  ])('%s: %s', (body, approves) => {
    const { state } = given(asked).when({ ...says(body), trigger: trigger('comment') });
    expect(state.planApproval.approved.map((a) => a.planHash)).toEqual(approves ? [HASH] : []);
    expect(state.run === null).toBe(!approves);
  });

  it('is approved as it is: progress keeps the yes, another step ends it', () => {
    const yes: Event = { type: 'plan-approved', planHash: HASH, by: MAYA };
    const [first, second] = PLAN.items as [Plan['items'][number], Plan['items'][number]];
    const write = (items: Plan['items']): Event => ({
      type: 'plan-written',
      plan: { ...PLAN, version: 2, items },
      replan: false,
    });
    const further = write([{ ...first, status: 'completed', evidence: 'CP-1' }, second]);
    expect(given(UP_TO_WORK, planned, yes, further).next.type).toBe('work');
    const other = write([first, { ...second, content: 'Drop the users table' }]);
    expect(given(UP_TO_WORK, planned, yes, other).next.type).toBe('rest');
  });
});

describe('to look and not to act', () => {
  const asks = (body: string) =>
    given().when({
      trigger: { ...trigger('comment'), source: 'comment:issue:7' },
      detail: {},
      ...says(body),
    });

  it.each([
    ['/contract preview', 'contract'],
    ['/contract plan', 'plan'],
    ['/contract', null],
    ['/contract preview\n\n/contract', null],
  ])('%s begins a task that shows: %s', (body, depth) =>
    expect(asks(body).state.preview).toBe(depth),
  );

  it('a preview ends as soon as the contract is there, and executes nothing', () => {
    const begun = asks('/contract preview').events;
    const { state, events } = given(begun, COMMENTED, drafted()).when();
    expect(typesOf(events)).toContain('run-ended');
    expect([state.ended?.outcome, state.environment, state.checkpoints]).toEqual([
      'stopped',
      null,
      [],
    ]);
    const on = given(begun, COMMENTED, drafted(), events).when({
      observation: observation({
        comments: [comment(7, MAYA, '/contract preview'), comment(8, MAYA, '/contract')],
      }),
      trigger: trigger('comment'),
      detail: {},
    });
    expect(on.state.preview).toBeNull();
    on.thenNext({ type: 'prepare' });
  });

  it('an outsider’s preview begins nothing', () => {
    const sender = { ...trigger('comment', OLAF), source: 'comment:issue:7' };
    expect(
      given().when({ trigger: sender, detail: {}, ...says('/contract preview', OLAF) }).events,
    ).toEqual([]);
  });

  it.each(['status', 'help', 'preview', 'plan'] as const)(
    '/contract %s is answered in our comment while the work goes on',
    (topic) => {
      const { state, next } = given(UP_TO_WORK).when(says(`/contract ${topic}, please`));
      expect(state.answers.map((a) => a.topic)).toEqual([topic]);
      expect(ownComment(state).comments[0]?.body).toContain('maya');
      expect(next.type).toBe('work');
    },
  );

  it('an unknown command is answered once, with where the help is', () => {
    const { state } = given(UP_TO_WORK).when(says('/contract aprove\n\n/contract foo'));
    expect(state.answers).toHaveLength(1);
    expect(ownComment(state).comments[0]?.body).toContain('there is no `/contract foo`');
  });
});

describe('to do again', () => {
  it('verify runs every check again and carries nothing over', () => {
    const { state, next } = given(UP_TO_VERIFIED).when(says('/contract verify'));
    expect(state.evidenceFrom).toBe(state.evidence.length);
    expect(next.type).toBe('verify');
  });

  it('so does a plain word that a green check means nothing, and the agent hears it', () => {
    const { state, next } = given(UP_TO_VERIFIED).when(says('That was green by luck.'));
    expect(next.type).toBe('verify');
    expect(state.replanRequests.map(({ reason }) => reason)).toEqual(['That was green by luck.']);
  });

  it('replan is kept with its reason until a newer plan, and leaves the contract alone', () => {
    const { state } = given(UP_TO_WORK).when(says('/contract replan start with the error case'));
    expect(state.replanRequests).toMatchObject([
      { by: MAYA, reason: 'start with the error case', source: 'comment:issue:7' },
    ]);
    expect(state.contractHash).toBe(given(UP_TO_WORK).state.contractHash);
  });
});

describe('/contract adopt', () => {
  const SUGGESTION = comment(7, OLAF, 'It must also sing.');
  const heard = given(UP_TO_WORK).when({ observation: observation({ comments: [SUGGESTION] }) });
  const history: Event[] = [...UP_TO_WORK, ...heard.events];
  const adopts = (target: string, text = SUGGESTION, by = MAYA) =>
    given(history).when({
      observation: observation({
        comments: [text, comment(9, by, `/contract adopt ${target}`)],
      }),
    });

  it.each(['7', '#7', 'https://github.com/acme/greet/issues/1#issuecomment-7'])(
    '%s: the suggestion becomes an amendment by whoever adopts it, and has one disposition',
    (target) => {
      const { state, next } = adopts(target);
      expect(state.dispositions.filter((d) => d.source === 'comment:issue:7')).toMatchObject([
        { outcome: 'amendment', author: 'olaf' },
      ]);
      expect(state.adoptions).toMatchObject([{ by: MAYA, source: { text: SUGGESTION.body } }]);
      expect(next).toMatchObject({ type: 'amend', sources: [{ source: 'comment:issue:7' }] });
    },
  );

  it('not by an outsider', () => expect(adopts('7', SUGGESTION, OLAF).state.adoptions).toEqual([]));

  it('not one of two texts that share a number', () => {
    const other = comment(7, OLAF, 'It must also dance.', { place: 'review' });
    const { state } = given(history).when({
      observation: observation({
        comments: [SUGGESTION, other, comment(9, MAYA, '/contract adopt 7')],
      }),
    });
    expect(state.adoptions).toEqual([]);
    expect(state.dispositions.find((d) => d.source === 'comment:issue:9')?.reason).toContain(
      '7 names 2 texts',
    );
  });

  it('not what was edited after the command was written, or in the same second', () => {
    const edited = {
      ...SUGGESTION,
      body: 'It must mine coins.',
      editor: OLAF,
      editedAt: minute(9),
    };
    expect(adopts('7', edited).state.adoptions).toEqual([]);
  });

  it('holds to the words that were adopted when they are edited or deleted later', () => {
    const after = adopts('7');
    const later = {
      ...SUGGESTION,
      body: 'It must mine coins.',
      editor: OLAF,
      editedAt: minute(12),
    };
    const command = comment(9, MAYA, '/contract adopt 7');
    const edit = given(history, after.events).when({
      observation: observation({ comments: [later, command] }),
    });
    expect(edit.state.adoptions[0]?.source.text).toBe('It must also sing.');
    expect(edit.state.dispositions.at(-1)?.outcome).toBe('not-authorised');
    const gone = given(history, after.events).when({
      observation: observation({ comments: [command] }),
    });
    expect(gone.state.dispositions.at(-1)).toMatchObject({
      change: 'deleted',
      outcome: 'no-effect',
    });
  });
});

describe('our comment, changed by hand', () => {
  const { state } = given(UP_TO_CONTRACT);
  const shown = ownComment(state);
  const [ours] = shown.comments;
  if (!ours) throw new Error('no comment of ours');
  const tampered = `${ours.body}\n\n/contract approve`;
  const idle: Event[] = [
    ...UP_TO_CONTRACT,
    { type: 'run-ended', outcome: 'awaiting-approval', reason: '', handback: null },
  ];

  it('is noticed, told, and approves nothing', () => {
    const comments = [{ ...ours, body: tampered, editor: MAYA, editedAt: minute(9) }];
    const seen = observation({ comments, commentMarker: shown.commentMarker });
    const { events, state: after } = given(idle).when({
      observation: seen,
      trigger: trigger('edited'),
      detail: {},
    });
    expect(events).toContainEqual({ type: 'comment-lost', id: ours.id, how: 'edited', by: MAYA });
    expect(after.approval.approved).toEqual([]);
    expect(ownComment(after).comments[0]?.body).toContain('edited by maya');
  });

  it.each([
    ['stays away', minute(20), 'deleted'],
    ['may only show late', minute(0), undefined],
  ])('is posted anew when it %s', (_, now, how) => {
    const seen = observation({ comments: [comment(5, OLAF, 'hi')] });
    expect(commentLost(state, { now, observation: seen })?.how).toBe(how);
  });

  it('is announced and posted again under a new nonce', () => {
    const gone: Event = { type: 'comment-lost', id: 100, how: 'deleted', by: null };
    const { events, state: after } = given(UP_TO_CONTRACT, gone).when();
    expect(typesOf(events)).toContain('comment-intended');
    expect(after.ownComments).toContain(100);
  });

  it('a forged marker in somebody else’s comment is nothing', () => {
    const forged = comment(7, OLAF, ours.body);
    const { events } = given(UP_TO_WORK).when({
      observation: observation({ comments: [ours, forged], commentMarker: shown.commentMarker }),
    });
    expect(typesOf(events)).not.toContain('comment-posted');
    expect(events.find((e) => e.type === 'source-reconciled')?.dispositions).toMatchObject([
      { source: 'comment:issue:7', outcome: 'not-authorised' },
    ]);
  });
});
