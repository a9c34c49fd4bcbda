import { isNodeWorkspace } from '../rules/planning/graph/node-workspace.ts';
import type { Event, EventOf, LedgerEntry } from '../schema/event.ts';

/**
 * The ledger as people read it: a turn is recorded when it is over, with what it cost, and told before what happened in it.
 * Nodes of a graph work at once: what another did meanwhile is left where it stands.
 */
export function tellingOrder(entries: readonly LedgerEntry[]): LedgerEntry[] {
  const told: LedgerEntry[] = [];
  const ofTurns = new Set<LedgerEntry>();
  for (const entry of entries) {
    const { event, run } = entry;
    let at = told.length;
    if (event.type === 'turn-taken') {
      for (let before = told[at - 1]; before?.run === run; before = told[at - 1]) {
        if (ofTurns.has(before) || !isPartOf(event, before.event)) break;
        ofTurns.add(before);
        at -= 1;
      }
    }
    told.splice(at, 0, entry);
  }
  return told;
}

const IN_TURNS = new Set<Event['type']>([
  'checkpoint-recorded',
  'plan-written',
  'refused',
  'reminded',
  'context-compacted',
  'model-troubled',
]);

/** Whether it is recorded while a turn goes on, which itself is recorded later. */
export function happensInTurns(event: Event): boolean {
  if (event.type === 'evidence-recorded') return event.evidence.stage === 'work';
  return IN_TURNS.has(event.type);
}

/** Whether an event that was recorded before a turn happened in it. */
export function isPartOf({ part }: EventOf<'turn-taken'>, event: Event): boolean {
  if (event.type !== 'checkpoint-recorded') return happensInTurns(event);
  const { workspaceId } = event.checkpoint;
  return !isNodeWorkspace(workspaceId) || workspaceId.includes(`.node-${part}-`);
}
