import type { UnmatchedEdits } from '../../core/rules/planning/plan/quiet-abandonment.ts';
import type { ReadState } from '../../core/rules/planning/plan/read-budget.ts';
import type { FailureCounts } from '../../core/rules/planning/plan/repeated-failure.ts';
import type { Report } from '../../core/run/effect.ts';
import { NO_WORK_FACTS, type WorkFacts } from '../../core/run/work-facts.ts';

/** Shared by all that work at once. */
export interface Pace {
  /** When GitHub was looked at last, ms of the clock. */
  lastLookAt: number;
  /** The work as a whole has ended: nobody takes another turn. */
  halted?: boolean;
}

/** What the work at hand has come to besides the agent’s report. */
export interface WorkMemory {
  /** Files read before the first edit (seeds/1: three files, then edit). */
  reads: ReadState;
  planWritesThisTurn: number;
  checkpointsSinceProgress: string[];
  pace: Pace;
  /** What people said against the plan and the agent was told already, by source. */
  told: Set<string>;
  failures: FailureCounts;
  /** Actions that failed too often: refused until something else was done. */
  toReexamine: Set<string>;
  unmatchedEdits: UnmatchedEdits;
  /** What checks contradict, told already: by trigger and criterion. */
  noticed: Set<string>;
  /** Told to the agent before its next turn. */
  notes: string[];
  verdict: Report | null;
}

/**
 * @param edited the task holds changes already: reading is then no exploring
 * @param facts what an earlier process has come to
 */
export function freshMemory(
  edited: boolean,
  pace: Pace = { lastLookAt: 0 },
  facts: WorkFacts = NO_WORK_FACTS,
): WorkMemory {
  return {
    reads: { files: facts.read, edited },
    planWritesThisTurn: 0,
    checkpointsSinceProgress: [...facts.sinceProgress],
    pace,
    told: new Set(),
    failures: facts.failures,
    toReexamine: new Set(facts.toReexamine),
    unmatchedEdits: facts.unmatchedEdits,
    noticed: new Set(facts.reminded.map(({ key }) => key)),
    // An earlier process was reminded, and its agent may have died before it heard.
    notes: facts.reminded.map(({ message }) => message),
    verdict: null,
  };
}
