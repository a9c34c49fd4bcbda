import { CatalogueError } from '../../core/catalogue-error.ts';
import { checkpointsToKeep, numberOf } from '../../core/rules/checkpoint/checkpoint-retention.ts';
import { isNodeWorkspace } from '../../core/rules/planning/graph/node-workspace.ts';
import type { TaskState } from '../../core/run/state.ts';
import type { Context } from '../context.ts';
import { flush, lostRace, note } from '../task-log.ts';
import { turnstile } from '../turnstile.ts';

/**
 * Pushes what is worth keeping and is not on the remote yet, so that another machine can go on. The ledger goes first:
 * a process that was taken over fails there, and a ref never runs ahead of it. What is held back for a secret, or
 * could not be pushed at all, is noted; the work itself goes on.
 * @throws CatalogueError `ledger-moved`, `epoch-lost`
 */
export function keepCheckpoints(context: Context): Promise<void> {
  return keeping(context.log, () => keep(context));
}

/** Nodes of a graph work at once on one log: what one pushes, another need not. */
const keeping = turnstile();

async function keep({ ports, log, request }: Context): Promise<void> {
  await flush(ports, log);
  const { wanted, drop } = dueNow(log.state);
  if (wanted.length === 0) return;
  const empty = { kept: [], refused: [], dropped: [], failure: null };
  try {
    const { kept, refused } = await ports.workspace.keepCheckpoints(
      request.issue,
      wanted.map((each) => ({
        number: numberOf(each),
        tree: each.tree,
        parent: each.headSha,
        at: each.at,
      })),
      drop.map((id) => numberOf({ id })),
    );
    if (kept.length + refused.length === 0) return;
    note(ports, log, [
      {
        ...empty,
        type: 'checkpoints-kept',
        kept: kept.map(idOf),
        refused: refused.map(({ number, findings }) => ({ id: idOf(number), findings })),
        dropped: kept.length > 0 ? drop : [],
      },
    ]);
  } catch (error) {
    if (!(error instanceof CatalogueError) || lostRace(error)) throw error;
    const failure = (await ports.secrets.mask(`${error.code}: ${error.message}`)).slice(0, 500);
    note(ports, log, [{ ...empty, type: 'checkpoints-kept', failure }]);
  }
}

const idOf = (number: number): string => `CP-${number}`;

function dueNow({ checkpoints, leftovers, keptCheckpoints: { onRemote, refused } }: TaskState) {
  const left = new Set(Object.values(leftovers).map(({ tree }) => tree));
  const keep = [
    ...checkpointsToKeep(checkpoints.filter((each) => !isNodeWorkspace(each.workspaceId))),
    // Of nodes’ own worktrees, what a failed attempt leaves to the next one.
    ...checkpoints.filter((each) => isNodeWorkspace(each.workspaceId) && left.has(each.tree)),
  ];
  const ids = new Set(keep.map(({ id }) => id));
  const done = new Set([...onRemote, ...refused]);
  return {
    wanted: keep.filter(({ id }) => !done.has(id)),
    drop: onRemote.filter((id) => !ids.has(id)),
  };
}
