import type { Pace } from './work-memory.ts';

/** What an agent may do that works on one part of a planner’s plan. */
export interface PartLimits {
  /** Step or node, as the log names it. */
  id: string;
  /** Globs it may change; empty: it only inspects. */
  writes: readonly string[];
  /** Shared by all that work at once: GitHub is looked at once for all of them. */
  pace: Pace;
}
