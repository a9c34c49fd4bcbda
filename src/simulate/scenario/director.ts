import { act, actionWords, type Stage } from './act.ts';
import type { Action } from './action.ts';
import { momentWords } from './moment.ts';
import type { ProductProcess } from './product-process.ts';
import type { Happening } from './result.ts';
import type { Timeline } from './timeline.ts';

/** Sees to it that what the timeline says happens at its moments, and remembers it. */
export class Director {
  readonly happenings: Happening[] = [];
  readonly #timeline: Timeline;
  readonly #stage: () => Omit<Stage, 'waiting'>;
  readonly #now: () => Date;
  readonly #watch: (happening: Happening) => void;

  /** @param stage asked for when something happens: moments come only after everything stands */
  constructor(
    timeline: Timeline,
    stage: () => Omit<Stage, 'waiting'>,
    now: () => Date,
    watch: (happening: Happening) => void,
  ) {
    this.#timeline = timeline;
    this.#stage = stage;
    this.#now = now;
    this.#watch = watch;
  }

  /** Moments came: does what is due, while `waiting` waits. True when anything was. */
  async come(moments: readonly string[], waiting: ProductProcess[]): Promise<boolean> {
    let anything = false;
    for (const moment of moments) {
      for (const due of this.#timeline.take(moment)) {
        anything = true;
        for (const action of due.actions)
          await this.perform(action, momentWords(due.moment), waiting);
      }
    }
    return anything;
  }

  async perform(action: Action, moment: string, waiting: ProductProcess[] = []): Promise<void> {
    const at = this.#now().toISOString();
    const happening: Happening = { at, moment, what: actionWords(action), refused: null };
    this.happenings.push(happening);
    this.#watch(happening);
    try {
      await act(action, { ...this.#stage(), waiting });
    } catch (error) {
      happening.refused = (error as Error).message;
    }
  }

  /** What did not happen as it was written: acts that GitHub refused, moments that never came. */
  get problems(): string[] {
    return [
      ...this.happenings.flatMap(({ what, refused }) =>
        refused === null ? [] : [`${what}: ${refused}`],
      ),
      ...this.#timeline.unheard.map((moment) => `the moment "${moment}" never came`),
    ];
  }
}
