import type { Disposition } from '../schema/disposition.ts';
import type { Event } from '../schema/event.ts';

/** What a `/contract` command led to. */
export interface CommandAnswer {
  events: Event[];
  outcome: Disposition['outcome'];
  reason: string;
  quote: string | null;
  /** The disposition of another text that the command changed. */
  also?: Disposition;
}

/** Answered with nothing but a disposition. */
export const answer = (
  outcome: Disposition['outcome'],
  reason: string,
  quote: string | null,
  ...events: Event[]
): CommandAnswer => ({ events, outcome, reason, quote });

/** Done, and no requirement is touched by it. */
export const done = (reason: string, ...events: Event[]): CommandAnswer =>
  answer('no-effect', reason, null, ...events);
