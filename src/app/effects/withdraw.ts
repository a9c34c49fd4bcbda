import type { Effect, Report } from '../../core/run/effect.ts';
import type { Context } from '../context.ts';
import { checkRunOn } from '../show/check-run-on.ts';
import { renderPullRequest } from '../show/render-pull-request.ts';

/**
 * Takes a delivery back that no longer answers the current requirements: pull request to draft, check run to
 * `action_required` (GitHub alone may set `stale`), and the reason on top of the body.
 */
export async function withdraw(
  { reason }: Extract<Effect, { type: 'withdraw' }>,
  { ports, settings, request, log, observation }: Context,
): Promise<Report> {
  const { pullRequest, record, written } = log.state.publish;
  const head = observation.branch.head ?? written;
  if (head !== null) {
    const run = checkRunOn(settings, request.issue, log, head, 'action_required');
    await ports.tracker.publishCheckRun({ ...run, title: reason });
  }
  if (pullRequest !== null) {
    await ports.tracker.setDraft(pullRequest, true);
    if (record && head !== null) {
      const text = renderPullRequest(settings, request.issue, log, record.statement, reason);
      await ports.tracker.updatePullRequest(pullRequest, { ...text, expectedHead: head });
    }
  }
  return { type: 'withdrawn', reason };
}
