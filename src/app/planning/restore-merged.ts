import { numberOf } from '../../core/rules/checkpoint/checkpoint-retention.ts';
import type { Job } from '../work/job.ts';
import { moveGraph } from './move-graph.ts';

/**
 * Brings the task’s worktree to what the passed nodes came to, from this disk or from a pushed checkpoint. Where that is
 * nowhere any more, the nodes that passed have nothing to show for it and are done again.
 */
export async function restoreMerged({ context, worktree, start }: Job): Promise<void> {
  const { ports, log, request } = context;
  const { merged, checkpoints, graph } = log.state;
  if (merged === null || merged.start !== start) return;
  const { tree } = merged;
  const numbers = checkpoints.filter((each) => each.tree === tree).map(numberOf);
  if (await ports.workspace.bringCheckpoint(request.issue, { tree, numbers })) {
    await worktree.restore(tree);
    return;
  }
  const none = { start, tree: await ports.workspace.treeOf(start) };
  const reason = 'what it left is neither on this machine nor on the remote';
  for (const { id, state } of graph?.nodes ?? [])
    if (state === 'passed')
      moveGraph(
        context,
        { type: 'suspend', id, reason },
        { with: 'node-stale', merged: none, output: null },
      );
}
