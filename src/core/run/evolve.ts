import type { Event, LedgerEntry } from '../schema/event.ts';
import { CONTRACT_HANDLERS } from './evolve-contract.ts';
import type { EntryFacts, Handlers } from './evolve-handlers.ts';
import { PUBLISH_HANDLERS } from './evolve-publish.ts';
import { REQUEST_HANDLERS } from './evolve-request.ts';
import { RUN_HANDLERS } from './evolve-run.ts';
import { WORK_HANDLERS } from './evolve-work.ts';
import { initialState, type TaskState } from './state.ts';

/** Every type of event, each in the room of what it changes. */
const HANDLERS: Handlers = {
  ...RUN_HANDLERS,
  ...REQUEST_HANDLERS,
  ...CONTRACT_HANDLERS,
  ...WORK_HANDLERS,
  ...PUBLISH_HANDLERS,
};

/** Applies one event. Pure: no clock, no check; what stands in the ledger has happened. */
export function evolve(state: TaskState, event: Event, entry: EntryFacts): TaskState {
  const apply = HANDLERS[event.type] as (
    s: TaskState,
    e: Event,
    x: EntryFacts,
  ) => Partial<TaskState>;
  const next = { ...state, length: state.length + 1, ...apply(state, event, entry) };
  return next.run && next.run.id === entry.run
    ? { ...next, run: { ...next.run, lastAt: entry.at } }
    : next;
}

/** The state after all entries. */
export function fold(entries: readonly LedgerEntry[], from: TaskState = initialState()): TaskState {
  let state = from;
  for (const entry of entries) state = evolve(state, entry.event, entry);
  return state;
}
