import { isNodeWorkspace } from '../rules/planning/graph/node-workspace.ts';
import type { Event, EventOf, LedgerEntry } from '../schema/event.ts';

/**
 * The ledger as people read it: a turn is recorded when it is over, with what it cost, and told before what happened in it.
 * Nodes of a graph work at once: what another did meanwhile is left where it stands.
 */
export function tellingOrder(entries: readonly LedgerEntry[]): LedgerEntry[] {
  const told: LedgerEntry[] = [];
  for (const entry of entries) {
    const { event, run } = entry;
    let at = told.length;
    if (event.type === 'turn-taken')
      while (at > 0 && told[at - 1]?.run === run && isPartOf(event, told[at - 1]?.event)) at -= 1;
    told.splice(at, 0, entry);
  }
  return told;
}

function isPartOf(turn: EventOf<'turn-taken'>, event: Event | undefined): boolean {
  switch (event?.type) {
    case 'checkpoint-recorded': {
      const { workspaceId } = event.checkpoint;
      return !isNodeWorkspace(workspaceId) || workspaceId.includes(`.node-${turn.part}-`);
    }
    case 'evidence-recorded':
      return event.evidence.stage === 'work';
    case 'plan-written':
    case 'refused':
    case 'reminded':
    case 'context-compacted':
    case 'model-troubled':
      return true;
    default:
      return false;
  }
}
