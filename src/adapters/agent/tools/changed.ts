import type { Harness } from '../../../ports.ts';
import { ok, type ToolOutcome } from './tool.ts';

const SHOWN_PATHS = 20;

/** Reports a change to the harness and tells the model what was recorded; the checkpoint's id is usable as evidence. */
export async function changed(harness: Harness, cause: string, said: string): Promise<ToolOutcome> {
  const recorded = await harness.mutated(cause.slice(0, 300));
  return ok(`${said} ${showChange(recorded)}`.trim());
}

/** "Checkpoint CP-4: a.ts, b.ts." */
export function showChange(recorded: { checkpoint: string; changed: string[] }): string {
  if (recorded.changed.length === 0) return 'No file changed.';
  const paths = recorded.changed.slice(0, SHOWN_PATHS).join(', ');
  const more = recorded.changed.length - SHOWN_PATHS;
  return `Checkpoint ${recorded.checkpoint}: ${paths}${more > 0 ? ` and ${more} more` : ''}.`;
}
