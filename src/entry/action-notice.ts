import { giveNotice } from '../app/notice.ts';
import { markerOf } from '../app/show/marker-of.ts';
import { CatalogueError } from '../core/catalogue-error.ts';
import { parseConfiguration } from '../core/rules/configuration/configuration.ts';
import { webhookTrigger } from '../core/rules/request/webhook-trigger.ts';
import { judgeTrigger } from '../core/run/judge-trigger.ts';
import { initialState } from '../core/run/state.ts';
import type { ActionInput } from './action-input.ts';
import { composeTracker, systemClock } from './compose.ts';
import { harnessVersion } from './harness-version.ts';

/**
 * Says on the issue that the configuration cannot be used, when someone asked for a task there who may: the default
 * configuration decides that, for there is no other. The job’s summary says it in any case.
 */
export async function noticeOnIssue(input: ActionInput, error: CatalogueError): Promise<void> {
  const { repository, event, payload, run } = input;
  const configuration = parseConfiguration(null);
  const now = systemClock.now().toISOString();
  const branchPrefix = configuration.branches.prefix;
  const wake = webhookTrigger(event, payload, { at: now, branchPrefix });
  if ('nothing' in wake || wake.target === 'all' || 'pullRequest' in wake.target) return;
  const { trigger, label, assignee, target } = wake;
  const settings = { repository: { owner: repository.owner, name: repository.name } };
  const tracker = composeTracker(repository, systemClock);
  try {
    const observation = await tracker.observe(target.issue, {
      baseBranch: null,
      branch: `${branchPrefix}issue-${target.issue}`,
      marker: markerOf(settings, target.issue),
      ask: trigger.sender ? [trigger.sender] : [],
    });
    const judgement = judgeTrigger(initialState(), {
      now,
      run,
      epoch: null,
      trigger,
      detail: { ...(label === null ? {} : { label }), ...(assignee === null ? {} : { assignee }) },
      observation,
      configuration,
      report: null,
      harnessVersion: harnessVersion(),
      ledgerTip: null,
    });
    if (!judgement.go) return;
    await giveNotice({ tracker, journal: { note: () => {} } }, settings, observation, error);
  } catch (failure) {
    if (!(failure instanceof CatalogueError)) throw failure;
  }
}
