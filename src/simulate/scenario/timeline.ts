import type { Action } from './action.ts';
import { type Moment, momentName, momentWords } from './moment.ts';
import type { Scenario } from './scenario.ts';

/** Actions that are due now. */
export interface Due {
  moment: Moment;
  actions: Action[];
}

/** What is still to happen. Each entry happens once, at the nth time its moment comes. */
export class Timeline {
  readonly #waiting: { at: Moment; actions: Action[]; left: number }[];

  constructor(timeline: Scenario['timeline']) {
    this.#waiting = timeline.map(({ at, do: actions }) => ({
      at,
      actions: [actions].flat(),
      left: typeof at === 'string' ? 1 : at.nth,
    }));
  }

  /** What is due at this moment; of entries at `end` one at a time, for each lets the product come to rest anew. */
  take(moment: string): Due[] {
    const due: Due[] = [];
    for (const entry of [...this.#waiting]) {
      if (momentName(entry.at) !== moment) continue;
      entry.left -= 1;
      if (entry.left > 0) continue;
      this.#waiting.splice(this.#waiting.indexOf(entry), 1);
      due.push({ moment: entry.at, actions: entry.actions });
      if (moment === 'end') break;
    }
    return due;
  }

  /** Moments that never came. */
  get unheard(): string[] {
    return this.#waiting.map(({ at }) => momentWords(at));
  }
}
