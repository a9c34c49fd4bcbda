import { expect } from 'vitest';
import { digestText } from '../../src/core/digest.ts';
import { renderIssueComment } from '../../src/core/render/issue-comment.ts';
import { renderNotice } from '../../src/core/render/notice.ts';
import type { Command } from '../../src/core/run/command.ts';
import { decide } from '../../src/core/run/decide.ts';
import type { Effect } from '../../src/core/run/effect.ts';
import { evolve, fold } from '../../src/core/run/evolve.ts';
import { chainEntries } from '../../src/core/run/ledger-chain.ts';
import { next } from '../../src/core/run/next.ts';
import type { TaskState } from '../../src/core/run/state.ts';
import { taskViewOf } from '../../src/core/run/task-view-of.ts';
import { Event, type LedgerEntry } from '../../src/core/schema/event.ts';
import type { Observation } from '../../src/core/schema/observation.ts';
import { BOT, comment, minute, NO_APPROVAL, observation, trigger } from './task.ts';

type Expected = Event['type'] | ({ type: Event['type'] } & Record<string, unknown>);

export interface Decided {
  events: Event[];
  /** After the events. */
  state: TaskState;
  /** What comes next then. */
  next: Effect;
  /** Exactly these events, in this order: by their type, or with these fields. */
  thenEvents(...expected: Expected[]): Decided;
  /** The events are these, and afterwards this is the one thing to do. */
  thenNext(effect: { type: Effect['type'] } & Record<string, unknown>): Decided;
}

/** Entries of one run, a second apart from the task’s beginning. */
export function entriesOf(events: readonly Event[], run = 'run-1'): LedgerEntry[] {
  let last: LedgerEntry | null = null;
  return events.map((event, n): LedgerEntry => {
    const at = minute(n / 60);
    const epoch: number = event.type === 'run-claimed' ? event.epoch : (last?.epoch ?? 0);
    const [entry] = chainEntries(last, [Event.parse(event)], { at, run, epoch });
    last = entry as LedgerEntry;
    return last;
  });
}

/** Our comment as it should look by now: of the task, or the notice before there is one. */
export function ownComment(state: TaskState, id = state.comment?.id ?? 100) {
  const task = { repositoryUrl: 'https://github.test/acme/greet', taskId: 'acme/greet#1' };
  const view = taskViewOf(state, { ...task, issue: 1, ledgerTip: null });
  const body = state.comment
    ? renderIssueComment(view, state.comment.nonce)
    : renderNotice(task.taskId, { code: 'empty-issue', message: 'No body.', remedy: 'Write one.' });
  return {
    comments: [comment(id, BOT, body, { createdAt: minute(0) })],
    commentMarker: { id, digest: digestText(body) },
  };
}

/** GitHub shows our comment among the others; a test about its loss brings its own. */
export function withOwnComment(state: TaskState, seen: Observation): Observation {
  const noted = state.comment?.id ?? null;
  if (noted === null || seen.comments.some(({ id }) => id === noted)) return seen;
  const { comments, commentMarker } = ownComment(state);
  return { ...seen, comments: [...comments, ...seen.comments], commentMarker };
}

/**
 * given(what happened).when(what is seen now).thenEvents(what is decided). Without anything said, the run that holds
 * the task asks, GitHub shows what it showed at the beginning, and no approval is needed.
 */
export function given(...history: (Event | Event[])[]) {
  const state = fold(entriesOf(history.flat()));
  return {
    state,
    next: next(state),
    when(change: Partial<Command> = {}): Decided {
      const run = change.run ?? state.run?.id ?? 'run-2';
      const command: Command = {
        now: minute(2),
        run,
        epoch: state.run?.id === run ? state.run.epoch : null,
        trigger: trigger('labeled'),
        detail: { label: 'contractor' },
        configuration: NO_APPROVAL,
        report: null,
        harnessVersion: '0.0.0',
        ledgerTip: digestText('tip'),
        ...change,
        observation: withOwnComment(state, change.observation ?? observation()),
      };
      const events = decide(state, command).map((event) => Event.parse(event));
      const after = events.reduce((s, event) => evolve(s, event, { run, at: command.now }), state);
      const decided: Decided = {
        events,
        state: after,
        next: next(after),
        thenEvents(...expected) {
          expect(events.map(({ type }) => type)).toEqual(
            expected.map((each) => (typeof each === 'string' ? each : each.type)),
          );
          expected.forEach((each, n) => {
            if (typeof each !== 'string') expect(events[n]).toMatchObject(each);
          });
          return decided;
        },
        thenNext(effect) {
          expect(decided.next).toMatchObject(effect);
          return decided;
        },
      };
      return decided;
    },
  };
}
