import type { GraphEvent } from '../schema/task-graph.ts';

/** What happened to the task graph, in one sentence (C16). */
export function describeGraphEvent(event: GraphEvent): string {
  switch (event.type) {
    case 'graph-planned':
      return `Graph of ${event.nodes.length} nodes, ${event.cap} at once${event.reason === null ? '' : `: ${event.reason}`}`;
    case 'questions-noted':
      return `Open questions: ${event.open.join(', ') || 'none'}`;
    case 'final-judged':
      return event.passed
        ? `Final gate passed on the merged tree (${event.evidence.length} pieces of evidence)`
        : `Final gate failed: ${event.feedback ?? ''}`;
    case 'node-started':
      return `Node ${event.id} started, attempt ${event.attempt}`;
    case 'node-executed':
      return `Node ${event.id} executed, attempt ${event.attempt}; its gates run`;
    case 'node-passed':
      return `Node ${event.id} passed: ${event.result.evidence.join(', ')}${untouched(event.result.untouched)}`;
    case 'node-failed':
      return `Node ${event.id} failed: ${event.feedback}`;
    case 'node-blocked':
      return `Node ${event.id} is blocked (${event.cause}): ${event.reason}`;
    case 'precondition-waived':
      return `Node ${event.id} does without ${event.precondition}: ${event.reason}`;
    default:
      return `Node ${event.id} ${WORDS[event.type]}: ${event.reason}`;
  }
}

const untouched = (globs: readonly string[]): string =>
  globs.length > 0 ? `; it declared ${globs.join(', ')} and changed nothing of it` : '';

const WORDS = {
  'node-reused': 'needs no new run',
  'node-unblocked': 'is no longer blocked',
  'node-reset': 'begins anew',
  'node-stale': 'is stale',
  'node-cancelled': 'was cancelled',
} as const;
