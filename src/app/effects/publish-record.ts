import type { Effect, Report } from '../../core/run/effect.ts';
import type { Context } from '../context.ts';
import { checkRunOn } from '../show/check-run-on.ts';
import { renderPullRequest } from '../show/render-pull-request.ts';

/** Shows the record on the pull request, only if its head is still the commit the record describes (publish protocol, 7). */
export async function publishRecord(
  _: Extract<Effect, { type: 'publish-record' }>,
  { ports, settings, request, log }: Context,
): Promise<Report> {
  const { record, pullRequest, withdrawn } = log.state.publish;
  if (!record || pullRequest === null) return { type: 'record-refused' };
  const head = record.statement.predicate.finalHeadSha;
  const text = renderPullRequest(settings, request.issue, log, record.statement);
  const shown = await ports.tracker.updatePullRequest(pullRequest, { ...text, expectedHead: head });
  if (!shown) return { type: 'record-refused' };
  await ports.tracker.publishCheckRun(checkRunOn(settings, request.issue, log, head, 'success'));
  if (withdrawn) await ports.tracker.setDraft(pullRequest, false);
  return { type: 'record-shown', digest: record.digest, head };
}
