import type { Effect, Report } from '../../core/run/effect.ts';
import type { Context } from '../perform.ts';
import { renderCheckRun } from '../render-check-run.ts';

/** Takes a delivery back that no longer answers the current requirements: pull request to draft, check run to action required. */
export async function withdraw(
  { reason }: Extract<Effect, { type: 'withdraw' }>,
  { ports, settings, request, log, observation }: Context,
): Promise<Report> {
  const head = observation.branch.head ?? log.state.publish.written;
  if (head !== null) {
    const run = renderCheckRun(settings, request.issue, log, head, 'action_required');
    await ports.tracker.publishCheckRun({ ...run, title: reason });
  }
  if (log.state.publish.pullRequest !== null)
    await ports.tracker.setDraft(log.state.publish.pullRequest, true);
  return { type: 'withdrawn', reason };
}
