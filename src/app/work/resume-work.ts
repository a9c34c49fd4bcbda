import {
  noLongerProven,
  type Present,
  resumeCandidates,
} from '../../core/rules/checkpoint/resume.ts';
import { isNodeWorkspace } from '../../core/rules/planning/graph/node-workspace.ts';
import { fence } from '../../core/rules/text/fence.ts';
import type { TaskState } from '../../core/run/state.ts';
import type { Checkpoint } from '../../core/schema/checkpoint.ts';
import type { Worktree } from '../../ports.ts';
import type { Context } from '../context.ts';
import { note } from '../task-log.ts';

/**
 * Brings a worktree that this machine just made, or that another machine has gone on from since, to the newest
 * checkpoint that can be had. One that holds what the ledger last heard of stays as the agent left it.
 * @returns what the agent is told; null when nothing was restored
 */
export async function resumeWork(context: Context, worktree: Worktree): Promise<string | null> {
  const { ports, log, request } = context;
  const checkpoints = log.state.checkpoints.filter((each) => !isNodeWorkspace(each.workspaceId));
  const newest = checkpoints.findLast((each) => each.headSha === worktree.baseSha);
  if (!newest || (await worktree.held(newest.tree))) return null;
  const present: Present = {
    headSha: worktree.baseSha,
    sandbox: await ports.sandbox.probe(),
  };
  const { candidates, notUsed } = resumeCandidates({ checkpoints }, present);
  for (const { checkpoint, numbers } of candidates) {
    const { tree, id } = checkpoint;
    if (!(await ports.workspace.bringCheckpoint(request.issue, { tree, numbers }))) {
      notUsed.push({ id, reason: 'is neither here nor on the remote' });
      continue;
    }
    await worktree.restore(tree);
    const proof = noLongerProven(checkpoint, log.state, present);
    note(ports, log, [{ type: 'work-resumed', checkpoint: id, tree, notUsed, ...proof }]);
    const changes = await ports.workspace.changes(worktree.baseSha, tree);
    return words(
      checkpoint,
      log.state,
      changes.map(({ status, path }) => `${status} ${path}`),
      proof,
    );
  }
  return null;
}

const MOST_FILES = 50;
const MOST_CAUSES = 10;

/** What was done before, as the ledger has it: the agent that did it is gone, and so is its conversation. */
function words(
  { id, completedNodes, nextNode, exclusions }: Checkpoint,
  { checkpoints }: TaskState,
  changes: readonly string[],
  { stale }: { stale: readonly string[] },
): string {
  const upTo = checkpoints.slice(0, checkpoints.findIndex((each) => each.id === id) + 1);
  const files = changes.slice(0, MOST_FILES);
  const more = changes.length - files.length;
  const parts = [
    `The worktree was restored to checkpoint ${id}; what an earlier process did after it is lost.`,
    `Done so far:\n${upTo
      .slice(-MOST_CAUSES)
      .map(({ id: cp, cause }) => `- ${cp}: ${cause}`)
      .join('\n')}`,
    `Files that differ from the start:\n${[...files, ...(more > 0 ? [`and ${more} more`] : [])].join('\n') || 'none'}`,
    completedNodes.length > 0 ? `Finished steps of the plan: ${completedNodes.join(', ')}` : '',
    nextNode === null ? '' : `Next step of the plan: ${nextNode}`,
    stale.length > 0 ? `No longer proven:\n${stale.map((each) => `- ${each}`).join('\n')}` : '',
    exclusions.length > 0
      ? `Not in the checkpoint: ${exclusions.length} paths, such as ignored files.`
      : '',
  ];
  return `Work goes on where another machine left it.\n${fence(parts.filter((part) => part !== '').join('\n\n'))}`;
}
