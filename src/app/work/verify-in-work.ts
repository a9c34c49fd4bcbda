import { activeCriteria } from '../../core/rules/evidence/completion.ts';
import type { Contract, Criterion } from '../../core/schema/contract.ts';
import type { Evidence } from '../../core/schema/evidence.ts';
import type { Worktree } from '../../ports.ts';
import { runChecks } from '../checks/run-checks.ts';
import type { Context } from '../context.ts';
import { note } from '../task-log.ts';
import { turnstile } from '../turnstile.ts';
import { recordCheckpoint } from './record-checkpoint.ts';

/** Runs checks for the agent on the tree as it stands now. It guides the work; delivery is verified anew on the commit. */
export async function verifyInWork(
  context: Context,
  contract: Contract,
  worktree: Worktree,
  ids: readonly string[],
): Promise<{ reply: string; evidence: Evidence[] }> {
  const all = activeCriteria(contract);
  const criteria = ids.length === 0 ? all : all.filter((c) => ids.includes(c.id));
  if (criteria.length === 0)
    return {
      reply: `No such criterion. There are ${all.map((c) => c.id).join(', ')}.`,
      evidence: [],
    };
  const { tree } = await recordCheckpoint(context, contract, worktree, 'a call for checks');
  const evidence = await verifyTree(context, contract, tree, criteria);
  return { reply: evidence.map(show).join('\n'), evidence };
}

/** Nodes of a graph check at once: one round follows the other, since each numbers its evidence from the last. */
const verifying = turnstile();

/** Runs the checks of these criteria on a clean checkout of the tree and notes the evidence. */
export function verifyTree(
  context: Context,
  contract: Contract,
  tree: string,
  criteria: readonly Criterion[],
): Promise<Evidence[]> {
  const { ports, log } = context;
  return verifying(log, async () => {
    await using checkout = await ports.workspace.checkout(tree);
    const environment = await ports.checks.prepare(checkout, contract.environment);
    const { ran } = await runChecks(context, contract, criteria, {
      stage: 'work',
      tree,
      sha: null,
      checkout,
      environmentDigest: environment.digest,
      changes: await ports.workspace.changes(contract.baseSha, tree),
      patch: () => ports.workspace.patch(contract.baseSha, tree),
      reuse: () => null,
      firstId: log.state.evidence.length + 1,
    });
    note(
      ports,
      log,
      ran.map((evidence) => ({ type: 'evidence-recorded' as const, evidence })),
    );
    return ran;
  });
}

function show(e: Evidence): string {
  const head = `${e.id} ${e.criterionId} ${e.checkId}: ${e.result} — ${e.observation.summary}`;
  return e.result === 'pass' ? head : `${head}\n${e.observation.logTail.slice(-3000)}`;
}
