import { digestOf } from '../../core/digest.ts';
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
  const left = desk.leftovers.get(node.id);
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
