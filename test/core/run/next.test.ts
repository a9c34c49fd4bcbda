import { describe, expect, it } from 'vitest';
import { digestOf } from '../../../src/core/digest.ts';
import type { Effect } from '../../../src/core/run/effect.ts';
import { next } from '../../../src/core/run/next.ts';
import type { Event } from '../../../src/core/schema/event.ts';
import { given } from '../../support/given.ts';
import {
  amended,
  COMMENTED,
  claimed,
  comment,
  committed,
  contract,
  finished,
  INTENDED,
  MAYA,
  OPENED,
  observation,
  PUSHED_BRANCH,
  SNAPSHOT,
  sha,
  THEIRS,
  UP_TO_COMMIT,
  UP_TO_CONTRACT,
  UP_TO_PUSHED,
  UP_TO_VERIFIED,
  UP_TO_WORK,
  WORK,
} from '../../support/task.ts';

const [intendComment] = COMMENTED as [Event];
const v2 = contract({ version: 2, constraints: ['No new dependency'] });
const recorded = given(UP_TO_PUSHED)
  .when({ observation: observation(PUSHED_BRANCH) })
  .events.filter(({ type }) => type === 'completion-recorded');
const digest = recorded[0]?.type === 'completion-recorded' ? recorded[0].digest : '';
const shown: Event = { type: 'record-published', digest, head: WORK };
const DELIVERED = [...UP_TO_PUSHED, ...recorded, OPENED, shown];
const changed = given(DELIVERED).when({
  observation: observation({ ...PUSHED_BRANCH, comments: [comment(7, MAYA, 'It must shout.')] }),
}).events;

describe('the one thing to do next: the first rung that does not hold yet', () => {
  it.each<[Effect['type'], string, Event[]]>([
    ['rest', 'nobody holds the task', []],
    ['post-comment', 'our comment is announced', [claimed(), intendComment]],
    ['draft', 'there is no contract', [claimed(), ...COMMENTED, SNAPSHOT]],
    ['prepare', 'the baseline is not known', UP_TO_CONTRACT],
    ['work', 'there is no commit', UP_TO_WORK],
    ['verify', 'the commit is not verified', UP_TO_COMMIT],
    ['work', 'the verification was red: repair', [...UP_TO_COMMIT, finished({ passed: false })]],
    ['rest', 'green: the push is announced first', UP_TO_VERIFIED],
    ['push', 'the push is announced', [...UP_TO_VERIFIED, INTENDED]],
    ['rest', 'pushed: the record is made first', UP_TO_PUSHED],
    ['open-pull-request', 'the record is made', [...UP_TO_PUSHED, ...recorded]],
    ['publish-record', 'the pull request does not show it', [...UP_TO_PUSHED, ...recorded, OPENED]],
    ['rest', 'all is shown', DELIVERED],
    ['prepare', 'the contract was amended: its baseline anew', [...UP_TO_VERIFIED, amended(v2)]],
    ['withdraw', 'delivered, and the requirements changed', [...DELIVERED, ...changed]],
    [
      'withdraw',
      'delivered, and a person pushed',
      [...DELIVERED, { type: 'head-moved', sha: THEIRS }],
    ],
    [
      'adopt',
      'a person pushed before delivery',
      [...UP_TO_PUSHED, { type: 'head-moved', sha: THEIRS }],
    ],
    [
      'rest',
      'the run ended',
      [...UP_TO_WORK, { type: 'run-ended', outcome: 'stuck', reason: '', handback: null }],
    ],
  ])('%s: %s', (type, _, history) => {
    expect(given(history).next.type).toBe(type);
  });

  it('a push goes over the last commit we wrote or adopted, as announced', () => {
    const newer = sha('newer');
    const { next: effect } = given(
      UP_TO_PUSHED,
      committed({ sha: newer }),
      finished({ sha: newer }),
      {
        type: 'publish-intended',
        sha: newer,
        lease: WORK,
      },
    );
    expect(effect).toEqual({ type: 'push', sha: newer, lease: WORK });
  });

  it('a commit made under an earlier contract is worked on again, not delivered', () => {
    const history = [...UP_TO_VERIFIED, amended(v2)];
    const { state } = given(history);
    expect(state.candidate?.contractHash).not.toBe(digestOf(v2));
    expect(next({ ...state, baseline: given(UP_TO_WORK).state.baseline })).toEqual({
      type: 'work',
    });
  });
});
