import { decideGraph } from '../../core/rules/planning/graph/decide-graph.ts';
import { emptyGraph } from '../../core/rules/planning/graph/evolve-graph.ts';
import type { GraphCommand } from '../../core/rules/planning/graph/graph-command.ts';
import type { GraphEvent } from '../../core/schema/task-graph.ts';
import type { Context } from '../context.ts';
import { note } from '../task-log.ts';

/** What goes with a change: the merged tree from here on, and what the node’s agent said. */
interface Left {
  /** The change it belongs to. */
  with: GraphEvent['type'];
  merged: { start: string; tree: string } | null;
  output: string | null;
  /** What an attempt that came to nothing leaves to the next one. */
  left?: { base: string; tree: string };
}

const NOTHING: Left = { with: 'node-passed', merged: null, output: null };

/** Tells the graph what was observed and notes what follows. */
export function moveGraph(
  { ports, log }: Context,
  command: GraphCommand,
  left: Left = NOTHING,
): GraphEvent[] {
  const changes = decideGraph(log.state.graph ?? emptyGraph(), command);
  note(
    ports,
    log,
    changes.map((change) => ({
      type: 'graph-moved' as const,
      change,
      merged: change.type === left.with ? left.merged : null,
      output: change.type === left.with ? left.output : null,
      ...(change.type === left.with && left.left ? { left: left.left } : {}),
    })),
  );
  return changes;
}
