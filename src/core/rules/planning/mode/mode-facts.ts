import type { ContractSize } from './complexity.ts';

/** What is known of a task before any step. */
export interface ModeFacts extends ContractSize {
  /** The goal, or the request's words when there is no contract yet. */
  task: string;
  /** Separate things that were asked for. */
  requests: number;
  /** Work goes on in another run, or passes to another person or agent. */
  handOver: boolean;
  /** More than a dozen turns are expected, as when earlier runs of the task took so many. */
  longRun: boolean;
  /** Nothing may change: a question is to be answered. */
  readOnly: boolean;
  /** What is to be done can only be told from what is found: exploration, debugging without a reproduction. */
  exploratory: boolean;
}
