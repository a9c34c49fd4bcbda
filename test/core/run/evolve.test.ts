import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digestOf } from '../../../src/core/digest.ts';
import { evolve, fold } from '../../../src/core/run/evolve.ts';
import { initialState } from '../../../src/core/run/state.ts';
import { Event } from '../../../src/core/schema/event.ts';
import { EVERY_EVENT } from '../../support/every-event.ts';
import { entriesOf, given } from '../../support/given.ts';
import {
  amended,
  claimed,
  committed,
  contract,
  MAYA,
  minute,
  UP_TO_VERIFIED,
  UP_TO_WORK,
  WORK,
} from '../../support/task.ts';

const types = Event.options.map((option) => option.shape.type.value);
const anyEvents = fc.array(fc.constantFrom(...EVERY_EVENT), { maxLength: 60 });

describe('evolve', () => {
  it('is tried with every type of event there is', () => {
    const tried = new Set<string>(EVERY_EVENT.map(({ type }) => type));
    expect(types.filter((type) => !tried.has(type))).toEqual([]);
  });

  it.each(EVERY_EVENT.map((event) => [event.type, event] as const))(
    'takes %s from an untouched task, and changes no value it was given',
    (_, event) => {
      const before = initialState();
      const after = evolve(before, event, { run: 'run-1', at: minute(0) });
      expect(after.length).toBe(1);
      expect(before).toEqual(initialState());
    },
  );

  it('folding is evolving one by one, wherever one starts from a state that was kept', () => {
    fc.assert(
      fc.property(anyEvents, fc.nat(60), (events, cut) => {
        const entries = entriesOf(events);
        const kept = fold(entries.slice(0, cut));
        expect(fold(entries.slice(cut), kept)).toEqual(fold(entries));
      }),
    );
  });

  it('never fails and never forgets what it may not, in whatever order events come', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const state = fold(entriesOf(events));
        const count = (type: string) => events.filter((event) => event.type === type).length;
        expect(state.length).toBe(events.length);
        expect(state.ownComments).toHaveLength(count('comment-posted'));
        expect(state.amendments).toHaveLength(count('contract-amended'));
        // Announced commits are ours for ever, unless their push was refused.
        const refused = events.flatMap((e) => (e.type === 'push-refused' ? [e.sha] : []));
        for (const event of events)
          if (event.type === 'publish-intended' && !refused.includes(event.sha))
            expect(state.publish.announced).toContain(event.sha);
        expect(state.checkpoints).toHaveLength(count('checkpoint-recorded'));
        expect(state.turns).toBe(count('turn-taken'));
      }),
    );
  });
});

describe('an amended contract', () => {
  const v2 = contract({ version: 2, constraints: ['No new dependency'] });

  it('suspends baseline, verification and the push that was announced under the old one', () => {
    const { state } = given(
      UP_TO_VERIFIED,
      { type: 'publish-intended', sha: WORK, lease: null },
      amended(v2),
    );
    expect(state).toMatchObject({
      baseline: null,
      verification: null,
      contractHash: digestOf(v2),
      publish: { intended: null, announced: [WORK] },
    });
  });

  it('settles the changed source it came from, and no other', () => {
    const { state } = given(
      EVERY_EVENT.slice(
        0,
        EVERY_EVENT.findIndex((e) => e.type === 'contract-amended'),
      ),
    );
    expect(state.pending).toHaveLength(1);
    expect(given(EVERY_EVENT).state).toMatchObject({
      pending: [],
      dispositions: [{ source: 'comment:issue:7', contractVersion: 2 }],
    });
  });
});

describe('runs', () => {
  it('each sign of life renews the lease of the run that holds the task, and of no other', () => {
    const [first, ...rest] = entriesOf([claimed(), ...UP_TO_WORK.slice(1)]);
    const state = fold([first, ...rest].filter((entry) => entry !== undefined));
    expect(state.run?.lastAt).toBe(rest.at(-1)?.at);
    const foreign = evolve(state, committed(), { run: 'run-9', at: minute(50) });
    expect(foreign.run?.lastAt).toBe(rest.at(-1)?.at);
  });

  it('a schedule keeps what holds the task; a person who asks again lifts it', () => {
    const held: Event = { type: 'run-ended', outcome: 'stuck', reason: 'red', handback: null };
    const scheduled = {
      ...claimed(2),
      trigger: { ...claimed().trigger, kind: 'schedule' as const },
    };
    expect(given(UP_TO_WORK, held, scheduled).state.hold).toMatchObject({ outcome: 'stuck' });
    expect(given(UP_TO_WORK, held, claimed(2)).state.hold).toBeNull();
  });

  it('the authority that started the task carries later runs that name nobody', () => {
    expect(given(UP_TO_WORK, claimed(2, null)).state.run?.by).toEqual(MAYA);
  });
});
