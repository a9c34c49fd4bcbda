import { giveNotice } from '../app/notice.ts';
import { markerOf } from '../app/show/marker-of.ts';
import { CatalogueError } from '../core/catalogue-error.ts';
import { parseConfiguration } from '../core/rules/configuration/configuration.ts';
import type { Wake } from '../core/rules/request/webhook-trigger.ts';
import { judgeTrigger } from '../core/run/judge-trigger.ts';
import { initialState } from '../core/run/state.ts';
import type { Tracker } from '../ports.ts';
import { harnessVersion } from './harness-version.ts';

/** Who woke us where nothing can be looked at. */
export interface UnservedWake {
  /** As the default configuration reads the event. */
  wake: Wake;
  run: string;
  repository: { owner: string; name: string };
  /** ISO 8601. */
  now: string;
}

/**
 * Says on the issue that the configuration cannot be used, when someone asked for a task there who may: the default
 * configuration decides that, for there is no other. Where it cannot be said there, the caller says it all the same.
 */
export async function noticeOnIssue(
  tracker: Tracker,
  { wake, run, repository, now }: UnservedWake,
  error: CatalogueError,
): Promise<void> {
  const { trigger, label, assignee, target } = wake;
  if (target === 'all' || 'pullRequest' in target) return;
  const configuration = parseConfiguration(null);
  const settings = { repository };
  try {
    const observation = await tracker.observe(target.issue, {
      baseBranch: null,
      branch: `${configuration.branches.prefix}issue-${target.issue}`,
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
