import { CatalogueError } from '../../core/catalogue-error.ts';
import type { Effect, Report } from '../../core/run/effect.ts';
import type { Context } from '../context.ts';
import { branchOf } from '../settings.ts';
import { markerOf } from '../show/marker-of.ts';
import { renderPullRequest } from '../show/render-pull-request.ts';

/** Opens the pull request, or adopts the open one that carries our marker; at most one per branch (publish protocol, 2). */
export async function openPullRequest(
  _: Extract<Effect, { type: 'open-pull-request' }>,
  { ports, settings, request, log, observation }: Context,
): Promise<Report> {
  const { record } = log.state.publish;
  if (!record) return { type: 'record-refused' };
  const head = record.statement.predicate.finalHeadSha;
  const open = observation.pullRequest?.state === 'open' ? observation.pullRequest : null;
  if (open?.ours) return { type: 'pull-request', number: open.number, head, adopted: true };
  if (open) throw new CatalogueError('foreign-pull-request', `It is #${open.number}.`);
  const { number, adopted } = await ports.tracker.openPullRequest({
    ...renderPullRequest(settings, request.issue, log, record.statement),
    head: branchOf(settings, request.issue),
    base: observation.base.branch,
    marker: markerOf(settings, request.issue),
  });
  return { type: 'pull-request', number, head, adopted };
}
