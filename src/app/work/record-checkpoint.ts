import type { Checkpoint } from '../../core/schema/checkpoint.ts';
import type { Contract } from '../../core/schema/contract.ts';
import type { Worktree } from '../../ports.ts';
import type { Context } from '../context.ts';
import { note } from '../task-log.ts';

/**
 * Checkpoints the worktree and notes it in the ledger, with what it leaves out.
 * @param how as of `Worktree.checkpoint`; nothing may be decided on what a quick one holds
 */
export async function recordCheckpoint(
  { ports, log }: Context,
  contract: Contract,
  worktree: Worktree,
  cause: string,
  how?: { quick: boolean },
): Promise<Checkpoint> {
  const { tree, changed, exclusions } = await worktree.checkpoint(how);
  const masked = (await ports.secrets.mask(cause)).slice(0, 300);
  // Of this machine, now: the base may have been set up on another.
  const sandbox = await ports.sandbox.probe();
  // From here to its event nothing is waited for: nodes that work at once must not take one number twice.
  const { state } = log;
  const nodes = state.plan?.items ?? [];
  const checkpoint: Checkpoint = {
    id: `CP-${state.checkpoints.length + 1}`,
    at: ports.clock.now().toISOString(),
    contractVersion: contract.version,
    planVersion: state.plan?.version ?? 0,
    baseSha: contract.baseSha,
    headSha: worktree.baseSha,
    tree,
    workspaceId: worktree.id,
    cause: masked,
    changed,
    completedNodes: nodes.filter((n) => n.status === 'completed').map((n) => n.id),
    openAssumptions: contract.assumptions,
    verification: state.evidence
      .filter((e) => e.stage !== 'baseline')
      .slice(-20)
      .map((e) => ({
        evidenceId: e.id,
        result: e.tree === tree ? e.result : 'stale',
        sha: e.verifiedSha,
      })),
    exclusions,
    liveProcesses: [],
    externalEffects: [],
    nextNode: nodes.find((n) => n.status === 'in_progress' || n.status === 'pending')?.id ?? null,
    sandbox,
  };
  note(ports, log, [{ type: 'checkpoint-recorded', checkpoint }]);
  return checkpoint;
}
