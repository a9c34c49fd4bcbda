import { describe, expect, it } from 'vitest';
import { digestOf } from '../../../src/core/digest.ts';
import { parseConfiguration } from '../../../src/core/rules/configuration/configuration.ts';
import type { Event } from '../../../src/core/schema/event.ts';
import { given } from '../../support/given.ts';
import {
  committed,
  contract,
  drafted,
  evidence,
  finished,
  INTENDED,
  MAYA,
  OPENED,
  observation,
  PUSHED_BRANCH,
  prepared,
  sha,
  THEIRS,
  UP_TO_COMMIT,
  UP_TO_CONTRACT,
  UP_TO_PUSHED,
  UP_TO_VERIFIED,
  UP_TO_WORK,
  WORK,
} from '../../support/task.ts';

const pushed = { observation: observation(PUSHED_BRANCH) };
const pull = (state: 'open' | 'closed' | 'merged', ours = true) =>
  observation({
    ...PUSHED_BRANCH,
    pullRequest: { number: 2, state, head: WORK, draft: false, ours, recordHead: null },
  });
const ended = (outcome: string) => ({ type: 'run-ended' as const, outcome });
const withoutContract = UP_TO_CONTRACT.slice(0, 4);

describe('ends that GitHub or a person brings about', () => {
  it.each<
    [string, ReturnType<typeof observation>, { type: Event['type']; [field: string]: unknown }]
  >([
    ['merged: settled', pull('merged'), { type: 'task-settled', how: 'merged' }],
    ['closed: settled', pull('closed'), { type: 'task-settled', how: 'closed' }],
    [
      'the issue was closed: stopped',
      observation({ issue: { state: 'closed' } }),
      ended('stopped'),
    ],
    [
      'the right was taken away (threat 8): stopped',
      observation({ roles: { [MAYA.id]: 'read' } }),
      ended('stopped'),
    ],
    ['the right cannot be asked: stopped', observation({ roles: {} }), ended('stopped')],
  ])('%s', (_, seen, event) => {
    given(UP_TO_VERIFIED).when({ observation: seen }).thenEvents(event);
  });

  it('a closed pull request of somebody else settles nothing', () => {
    const { events } = given(UP_TO_PUSHED).when({ observation: pull('closed', false) });
    expect(events.map(({ type }) => type)).not.toContain('task-settled');
  });
});

describe('what a person must say first', () => {
  const question = {
    id: 'Q-1',
    text: 'Which language?',
    alternatives: ['French', 'Latin'],
    blocking: true,
    decision: null,
  };

  it('a blocking question is handed back with its alternatives, before any work', () => {
    given(withoutContract, drafted(contract({ openQuestions: [question] })))
      .when()
      .thenEvents({ ...ended('handed-back'), handback: { alternatives: question.alternatives } })
      .thenNext({ type: 'rest' });
  });

  it('approval is asked for by hash, with its reasons, and asked for once', () => {
    const configuration = parseConfiguration('approval: required');
    const asked = given(UP_TO_CONTRACT)
      .when({ configuration })
      .thenEvents(
        { type: 'approval-requested', contractHash: digestOf(contract()) },
        ended('awaiting-approval'),
      );
    given(UP_TO_CONTRACT, asked.events)
      .when({
        configuration,
        trigger: { kind: 'schedule', sender: null, source: null, at: '2026-05-04T11:00:00Z' },
        detail: {},
      })
      .thenEvents();
  });

  it.each([
    ['a vacuous criterion needs a person’s word', 'AC-1', 'vacuous', 'no check of its own'],
    ['a guard that is broken on the base does too', 'AC-2', 'broken-at-base', 'is broken'],
    ['so does a check that cannot run', 'AC-1', 'cannot-run', 'not installed'],
    [
      'and one that cannot be loaded',
      'AC-1',
      'cannot-load',
      'red only because it cannot be loaded',
    ],
  ] as const)('%s', (_, criterionId, verdict, words) => {
    const [environment, baseline] = prepared() as [
      Event,
      Extract<Event, { type: 'baseline-recorded' }>,
    ];
    const verdicts = baseline.verdicts.map((each) =>
      each.criterionId === criterionId ? { ...each, verdict } : each,
    );
    given(UP_TO_CONTRACT, environment, { ...baseline, verdicts })
      .when({ configuration: parseConfiguration(null) })
      .thenEvents(
        {
          type: 'approval-requested',
          reasons: [expect.stringMatching(`^${criterionId} .*${words}`)],
        },
        ended('awaiting-approval'),
      );
  });

  it('F3 a contract whose every criterion holds already is handed back, not worked', () => {
    const [criterion, ...others] = contract().acceptance;
    const checks = criterion?.checks.map((each) => ({ ...each, origin: 'model' as const })) ?? [];
    const own = contract({ acceptance: [{ ...criterion, checks } as never, ...others] });
    const [environment, baseline] = prepared(own) as [
      Event,
      Extract<Event, { type: 'baseline-recorded' }>,
    ];
    const verdicts = baseline.verdicts.map((each) =>
      each.criterionId === 'AC-1' ? { ...each, verdict: 'vacuous' as const } : each,
    );
    given(withoutContract, drafted(own), environment, { ...baseline, verdicts })
      .when({ configuration: parseConfiguration('approval: never') })
      .thenEvents({
        ...ended('handed-back'),
        handback: { found: expect.stringContaining('already holds') },
      });
  });

  it('F3 what the baseline finds reopens an approval that was given before it, once', () => {
    const approved = {
      type: 'contract-approved' as const,
      contractHash: digestOf(contract()),
      by: MAYA,
    };
    const [environment, baseline] = prepared() as [
      Event,
      Extract<Event, { type: 'baseline-recorded' }>,
    ];
    const [first, ...others] = baseline.verdicts;
    const found = {
      ...baseline,
      verdicts: [{ ...first, verdict: 'flaky' as const, note: '' }, ...others],
    } as typeof baseline;
    const configuration = parseConfiguration(null);
    given(UP_TO_CONTRACT, approved, environment, found)
      .when({ configuration })
      .thenEvents(
        { type: 'approval-requested', reasons: [expect.stringMatching('passes and fails')] },
        ended('awaiting-approval'),
      );
    given(UP_TO_CONTRACT, environment, found, approved).when({ configuration }).thenEvents();
    given(UP_TO_CONTRACT, approved, environment, baseline).when({ configuration }).thenEvents();
  });

  it('what holds the task is not lifted by a mere comment', () => {
    const held: Event = {
      type: 'run-ended',
      outcome: 'handed-back',
      reason: 'A decision is needed.',
      handback: { found: 'f', blocked: 'b', alternatives: [], preserved: 'p', decision: 'd' },
    };
    given(UP_TO_WORK, held)
      .when({
        trigger: { kind: 'comment', sender: MAYA, source: null, at: '2026-05-04T10:09:00Z' },
        detail: {},
        observation: observation({ issue: { title: 'Greet by name, please' } }),
      })
      .thenNext({ type: 'amend' });
  });
});

describe('limits', () => {
  it('a stop rule that the commit touches halts before verification', () => {
    const stopRules = [
      {
        id: 'SR-1',
        text: 'no schema change',
        detector: { kind: 'path-touched' as const, globs: ['schemas/**'] },
      },
    ];
    const ruled = contract({ stopRules });
    const history = [...withoutContract, drafted(ruled), ...prepared(ruled)];
    const commit = (path: string) =>
      committed({ contractHash: digestOf(ruled), changedPaths: [path] });
    given(history, commit('schemas/user.json')).when().thenEvents(ended('handed-back'));
    given(history, commit('SCHEMAS/user.json')).when().thenEvents(ended('handed-back'));
    given(history, commit('src/greet.js')).when().thenEvents().thenNext({ type: 'verify' });
  });

  it('one red verification more than the contract allows is stuck', () => {
    const red = finished({ passed: false, summary: 'AC-1 is red' });
    given(UP_TO_COMMIT, red, red, red).when().thenEvents().thenNext({ type: 'work' });
    given(UP_TO_COMMIT, red, red, red, red).when().thenEvents(ended('stuck'));
    given(UP_TO_COMMIT, red, red, red, red, { type: 'resume-requested', by: MAYA })
      .when()
      .thenEvents()
      .thenNext({ type: 'work' });
  });

  it('a commit that died with its machine is no attempt', () => {
    const lost = finished({ passed: false, summary: 'lost', counts: false });
    given(UP_TO_COMMIT, lost, lost, lost, lost, lost)
      .when()
      .thenEvents()
      .thenNext({ type: 'work' });
  });

  it('a pull request that has no record yet is taken back before the task stops', () => {
    const closed = {
      observation: observation({
        issue: { state: 'closed' },
        branch: { name: 'contractor/issue-1', head: WORK },
      }),
    };
    given(UP_TO_PUSHED, OPENED)
      .when(closed)
      .thenEvents('stop-requested')
      .thenNext({ type: 'withdraw', reason: 'The issue was closed.' });
    const stopping: Event = { type: 'stop-requested', by: null, reason: 'The issue was closed.' };
    const withdrawn: Event = { type: 'delivery-withdrawn', reason: 'The issue was closed.' };
    given(UP_TO_PUSHED, OPENED, stopping).when(closed).thenEvents().thenNext({ type: 'withdraw' });
    given(UP_TO_PUSHED, OPENED, stopping, withdrawn).when(closed).thenEvents(ended('stopped'));
  });

  it('what a refused push would have written is not ours', () => {
    const refused: Event = { type: 'push-refused', sha: WORK, remoteHead: WORK, reason: 'taken' };
    const seen = {
      observation: observation({ branch: { name: 'contractor/issue-1', head: THEIRS } }),
    };
    given(UP_TO_VERIFIED, INTENDED, refused).when(seen).thenEvents(ended('handed-back'));
  });

  it('a remote that refuses three pushes needs a person', () => {
    const refused: Event = {
      type: 'push-refused',
      sha: WORK,
      remoteHead: THEIRS,
      reason: 'protected',
    };
    given(UP_TO_VERIFIED, INTENDED, refused).when().thenEvents('publish-intended');
    given(UP_TO_VERIFIED, INTENDED, refused, refused, refused)
      .when()
      .thenEvents(ended('handed-back'));
  });
});

describe('the publish protocol', () => {
  it('4: a verified commit is announced before it is pushed; a branch that does not exist has no lease', () => {
    given(UP_TO_VERIFIED)
      .when()
      .thenEvents({ type: 'publish-intended', sha: WORK, lease: null })
      .thenNext({ type: 'push', sha: WORK, lease: null });
  });

  it('5: the lease is the last commit we wrote, not the one just observed', () => {
    const newer = sha('newer');
    const again = [committed({ sha: newer }), finished({ sha: newer })];
    given(UP_TO_PUSHED, again)
      .when(pushed)
      .thenEvents({ type: 'publish-intended', sha: newer, lease: WORK });
    given(UP_TO_PUSHED, again)
      .when({ observation: observation({ branch: { name: 'contractor/issue-1', head: THEIRS } }) })
      .thenEvents({ type: 'head-moved', sha: THEIRS });
  });

  it('a branch of that name that was never ours is left alone', () => {
    given(UP_TO_VERIFIED)
      .when({ observation: observation({ branch: { name: 'contractor/issue-1', head: THEIRS } }) })
      .thenEvents(ended('handed-back'));
  });

  it('6: the record names its cursor; it is made when the branch shows the verified commit, not before', () => {
    given(UP_TO_PUSHED).when().thenEvents();
    const { events } = given(UP_TO_PUSHED).when(pushed);
    expect(events).toMatchObject([
      {
        type: 'completion-recorded',
        statement: {
          predicate: {
            finalHeadSha: WORK,
            verificationHeadSha: WORK,
            requirementsRevision: contract().requirementsRevision,
          },
        },
      },
    ]);
  });

  it('delivered only when people see that record on that commit', () => {
    const [record] = given(UP_TO_PUSHED).when(pushed).events;
    if (record?.type !== 'completion-recorded') throw new Error('no record');
    const shown = (digest: string): Event => ({ type: 'record-published', digest, head: WORK });
    given(UP_TO_PUSHED, record, OPENED)
      .when(pushed)
      .thenEvents()
      .thenNext({ type: 'publish-record' });
    given(UP_TO_PUSHED, record, OPENED, shown(record.digest))
      .when(pushed)
      .thenEvents(ended('delivered'));
    given(UP_TO_PUSHED, record, OPENED, shown('0'.repeat(64)))
      .when(pushed)
      .thenEvents();
    given(UP_TO_PUSHED, record, OPENED, shown(record.digest)).when().thenEvents();
  });
});

describe('evidence that was carried from an earlier commit', () => {
  const newer = sha('newer');
  const carried = (keys: Record<string, string> | undefined, reason = 'key unchanged') => {
    const { keys: _, ...green } = finished({ sha: newer });
    return [
      ...UP_TO_PUSHED,
      committed({ sha: newer }),
      {
        type: 'evidence-reinstated' as const,
        evidence: evidence(1, { validForSha: newer, reason }),
        reason,
      },
      {
        type: 'evidence-recorded' as const,
        evidence: evidence(4, { verifiedSha: newer, validForSha: newer }),
      },
      keys ? { ...green, keys } : green,
      { type: 'publish-intended' as const, sha: newer, lease: WORK },
      { type: 'branch-pushed' as const, sha: newer },
    ];
  };
  const seen = {
    observation: observation({ branch: { name: 'contractor/issue-1', head: newer } }),
  };
  const { keys } = finished();

  it.each<[string, Event[], 'completion-recorded' | 'run-ended']>([
    [
      'holds while its key is the one of the commit that is delivered',
      carried(keys),
      'completion-recorded',
    ],
    [
      'proves nothing when its key differs there',
      carried({ ...keys, 'AC-1 CK-1': '0'.repeat(64) }),
      'run-ended',
    ],
    [
      'proves nothing when the verification has no key for it',
      carried({ 'AC-2 CK-2': keys?.['AC-2 CK-2'] ?? '' }),
      'run-ended',
    ],
    [
      'of a ledger from before keys were recorded holds by its reason',
      carried(undefined),
      'completion-recorded',
    ],
    ['without a reason holds nowhere', carried(undefined, ''), 'run-ended'],
  ])('%s', (_, history, type) => {
    given(history).when(seen).thenEvents(type);
  });
});

it('a failure that a person can mend is handed back with the remedy as a choice', () => {
  const remedy = 'Grant the job `checks: write`.';
  const message = 'The token may not write what the task needs.';
  const failed = { type: 'failed' as const, code: 'token-read-only', message, remedy };
  const { state } = given(UP_TO_CONTRACT).when({ report: { ...failed, infrastructure: false } });
  expect(state.ended).toMatchObject({
    outcome: 'handed-back',
    handback: {
      decision: remedy,
      alternatives: [`${remedy} Then: /contract resume`, expect.stringContaining('/contract stop')],
    },
  });
});
