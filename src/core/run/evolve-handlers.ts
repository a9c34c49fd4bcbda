import type { Event, EventOf, LedgerEntry } from '../schema/event.ts';
import type { TaskState } from './state.ts';

/** What evolve needs of the entry around an event. */
export type EntryFacts = Pick<LedgerEntry, 'run' | 'at'>;

/** What an event changes in the state, for some of the types. */
export type Handlers<T extends Event['type'] = Event['type']> = {
  [K in T]: (state: TaskState, event: EventOf<K>, entry: EntryFacts) => Partial<TaskState>;
};
