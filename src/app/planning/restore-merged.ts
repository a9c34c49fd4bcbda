import { CatalogueError } from '../../core/catalogue-error.ts';
import { numberOf } from '../../core/rules/checkpoint/checkpoint-retention.ts';
import { note } from '../task-log.ts';
import type { Job } from '../work/job.ts';
import { mergedTree } from './merged-tree.ts';
import { moveGraph } from './move-graph.ts';

/**
 * Brings the task’s worktree to what the passed nodes came to, from this disk or from a pushed checkpoint, and onto the
 * commit that work starts from now. Where that cannot be, the nodes have nothing to show for their results and are done
 * again.
 */
export async function restoreMerged(job: Job): Promise<void> {
  const { merged } = job.context.log.state;
  if (merged !== null) {
    const here = await isHere(job, merged.tree);
    if (!here) await loseResults(job, 'what it left is neither on this machine nor on the remote');
    else if (merged.start !== job.start) await carryOver(job, merged);
  }
  // An earlier process may have died between a merge and its note: what nobody noted is not in force.
  await job.worktree.restore(await mergedTree(job));
}

function isHere({ context }: Job, tree: string): Promise<boolean> {
  const { ports, log, request } = context;
  const numbers = log.state.checkpoints.filter((each) => each.tree === tree).map(numberOf);
  return ports.workspace.bringCheckpoint(request.issue, { tree, numbers });
}

/** A person pushed meanwhile: what the nodes did is put on top of it, and who wrote what they changed is judged again. */
async function carryOver(job: Job, merged: { start: string; tree: string }): Promise<void> {
  const { workspace } = job.context.ports;
  const ours = await workspace.treeOf(job.start);
  const base = await workspace.treeOf(merged.start).catch((error: unknown) => {
    if (error instanceof CatalogueError) return null;
    throw error;
  });
  const both = base && (await workspace.merge({ base, ours, theirs: merged.tree }));
  if (!both || 'conflicts' in both)
    return loseResults(job, 'what it left does not fit to what was pushed meanwhile');
  const changes = await workspace.changes(merged.tree, both.tree);
  const paths = changes.map(({ path }) => path);
  if (paths.length > 0) moveGraph(job.context, { type: 'paths-changed', paths, by: null });
  moved(job, both.tree, { lost: false, reason: 'the branch has moved on' });
}

/** Results first: a process killed in between finds the tree gone again, never a result without its tree. */
async function loseResults(job: Job, reason: string): Promise<void> {
  const { context, start } = job;
  for (const { id, result } of context.log.state.graph?.nodes ?? [])
    if (result !== null) moveGraph(context, { type: 'suspend', id, reason });
  moved(job, await context.ports.workspace.treeOf(start), { lost: true, reason });
}

function moved(
  { context: { ports, log }, start }: Job,
  tree: string,
  how: { lost: boolean; reason: string },
): void {
  note(ports, log, [{ type: 'merged-moved', merged: { start, tree }, ...how }]);
}
