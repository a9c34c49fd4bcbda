import type { Configuration } from '../schema/configuration.ts';
import type { Observation, Trigger } from '../schema/observation.ts';
import type { Report } from './effect.ts';

/** One turn of the loop: what was seen now, and what the last effect found out. */
export interface Command {
  /** ISO time from the clock; the core has none. */
  now: string;
  /** The run that asks. */
  run: string;
  /** The epoch this process claimed; null before it did. An older one than the ledger’s can no longer append. */
  epoch: number | null;
  trigger: Trigger;
  /** Label or assignee the trigger is about. */
  detail: { label?: string; assignee?: string };
  observation: Observation;
  configuration: Configuration;
  report: Report | null;
  harnessVersion: string;
  /** Digest of the ledger’s newest entry; null when it is empty. */
  ledgerTip: string | null;
}
