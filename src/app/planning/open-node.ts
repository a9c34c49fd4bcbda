import { digestOf } from '../../core/digest.ts';
import { numberOf } from '../../core/rules/checkpoint/checkpoint-retention.ts';
import { nodeWorkspace } from '../../core/rules/planning/graph/node-workspace.ts';
import type { GraphNode } from '../../core/schema/task-graph.ts';
import type { Worktree } from '../../ports.ts';
import type { GraphDesk } from './graph-desk.ts';
import { mergedTree } from './merged-tree.ts';

/** The node’s worktree: what is merged by now, with what its last attempt left where that still fits. */
export async function openNode(
  desk: GraphDesk,
  node: GraphNode,
): Promise<{ worktree: Worktree; base: string } & AsyncDisposable> {
  const { context, contract, worktree: main, start } = desk.job;
  const { ports } = context;
  const base = await mergedTree(desk.job);
  const left = await leftOver(desk, node);
  const again =
    left && (await ports.workspace.merge({ base: left.base, ours: base, theirs: left.tree }));
  const id = nodeWorkspace(main.id, node.id, node.attempts);
  const worktree = await ports.workspace.openWorktree(id, start);
  const dispose = () => worktree.remove();
  try {
    const { environment } = contract;
    await worktree.restore(again && 'tree' in again ? again.tree : base);
    if (environment.setup.length > 0)
      await worktree.setUp(digestOf(environment), () =>
        ports.checks.install(worktree, environment),
      );
  } catch (error) {
    await dispose();
    throw error;
  }
  return { worktree, base, [Symbol.asyncDispose]: dispose };
}

/** What the last attempt left, if it failed and both its trees are on this machine or can be brought. */
async function leftOver(
  { job }: GraphDesk,
  { id, feedback }: GraphNode,
): Promise<{ base: string; tree: string } | null> {
  const { ports, log, request } = job.context;
  const left = log.state.leftovers[id];
  if (left === undefined || feedback === null) return null;
  // What work starts from is here anyhow.
  const start = await ports.workspace.treeOf(job.start);
  for (const tree of [left.base, left.tree].filter((each) => each !== start)) {
    const numbers = log.state.checkpoints.filter((each) => each.tree === tree).map(numberOf);
    if (!(await ports.workspace.bringCheckpoint(request.issue, { tree, numbers }))) return null;
  }
  return left;
}
