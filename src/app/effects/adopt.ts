import { CatalogueError } from '../../core/catalogue-error.ts';
import type { Effect, Report } from '../../core/run/effect.ts';
import type { Context } from '../context.ts';
import { branchOf } from '../settings.ts';

/** Takes a person’s commit on our branch as the new candidate: respected, and to be verified like any other. */
export async function adopt(
  { sha }: Extract<Effect, { type: 'adopt' }>,
  { ports, settings, request, log }: Context,
): Promise<Report> {
  const head = await ports.workspace.fetch(branchOf(settings, request.issue));
  if (head === null)
    throw new CatalogueError('git-failed', 'The branch vanished while it was read.');
  const base = log.state.contract?.baseSha ?? head;
  const changes = await ports.workspace.changes(base, head);
  return {
    type: 'adopted',
    head: {
      type: 'head-adopted',
      sha: head,
      tree: await ports.workspace.treeOf(head),
      changedPaths: changes.map((change) => change.path),
      by: head === sha ? 'the commit that was noticed' : 'a newer commit than the one noticed',
    },
  };
}
