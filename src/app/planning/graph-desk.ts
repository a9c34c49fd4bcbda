import type { Report } from '../../core/run/effect.ts';
import type { Handback } from '../../core/schema/handback.ts';
import { turnstile } from '../turnstile.ts';
import type { Job, JobEnd } from '../work/job.ts';
import type { Pace } from '../work/work-memory.ts';

/** What the nodes of one graph share while this process works on it. The ledger holds everything that must outlive it. */
export interface GraphDesk {
  job: Job;
  pace: Pace;
  /** Ends the work as a whole, whatever other nodes are at. */
  stop: JobEnd | null;
  /** What nodes handed back in full, by id: the ledger has the reason alone. */
  handbacks: Map<string, Handback>;
  /** Nodes are merged and judged one after the other: each is judged on what is delivered with it. */
  inTurn: ReturnType<typeof turnstile>;
}

export function createDesk(job: Job): GraphDesk {
  return {
    job,
    pace: { lastLookAt: 0 },
    stop: null,
    handbacks: new Map(),
    inTurn: turnstile(),
  };
}

/** The first reason to stop counts. */
export function stopAll(desk: GraphDesk, report: JobEnd['report'], verdict: Report | null): void {
  desk.stop ??= { report, verdict };
  desk.pace.halted = true;
}
