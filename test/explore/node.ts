import type { Look } from '../../src/app/look.ts';
import type { World } from './world.ts';

/** What may still happen around the product. */
export interface Budget {
  amendment: number;
  suggestion: number;
  crash: number;
  humanPush: number;
  close: number;
  revoke: number;
  /** Times that a process sleeps between making sure that the task is its own (guard 3) and what it then does. */
  nap: number;
  /** Processes that may start besides the first. */
  runs: number;
}

export const NO_BUDGET: Budget = {
  amendment: 0,
  suggestion: 0,
  crash: 0,
  humanPush: 0,
  close: 0,
  revoke: 0,
  nap: 0,
  runs: 0,
};

/** Two runs, two comments, one crash, one push of a person and a close: all in one exploration. */
export const EVERYTHING: Partial<Budget> = {
  runs: 1,
  amendment: 1,
  suggestion: 1,
  crash: 1,
  humanPush: 1,
  close: 1,
};

/** One node of the exploration: the world, the processes at work on it, and what may still happen. */
export interface Node {
  readonly world: World;
  readonly looks: readonly Look[];
  readonly budget: Budget;
  /** A person’s commit that must stay on the branch; null before there is one. */
  readonly human: string | null;
}

/** A step to another node, and its name in a trail. */
export interface Step {
  readonly name: string;
  readonly node: Node;
}

/** The product’s code that is explored; passed in, so that a mutated copy can be explored the same way. */
export interface Product {
  startLook: typeof import('../../src/app/look.ts')['startLook'];
  observeAndDecide: typeof import('../../src/app/look.ts')['observeAndDecide'];
  performNext: typeof import('../../src/app/look.ts')['performNext'];
  recordReport: typeof import('../../src/core/run/record-report.ts')['recordReport'];
  fold: typeof import('../../src/core/run/evolve.ts')['fold'];
  settings: Parameters<typeof import('../../src/app/look.ts')['look']>[1];
}

export const spend = (budget: Budget, what: keyof Budget): Budget => ({
  ...budget,
  [what]: budget[what] - 1,
});
