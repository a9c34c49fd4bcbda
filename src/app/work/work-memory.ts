import type { Report } from '../../core/run/effect.ts';

/** Files read before the first edit (seeds/1: three files, then edit). */
export interface Reads {
  beforeFirstEdit: Set<string>;
  edited: boolean;
}

/** What the work at hand has come to besides the agent’s report. */
export interface WorkMemory {
  reads: Reads;
  planWritesThisTurn: number;
  checkpointsSinceProgress: string[];
  lastLookAt: number;
  /** What people said against the plan and the agent was told already, by source. */
  told: Set<string>;
  verdict: Report | null;
}
