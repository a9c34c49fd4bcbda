import type { Trigger } from '../core/schema/observation.ts';

/** "Look at issue N", and who says so. */
export interface LookRequest {
  issue: number;
  /** Names this process in the ledger; unique per run. */
  run: string;
  trigger: Trigger;
  detail: { label?: string; assignee?: string };
}
