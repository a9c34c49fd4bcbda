import { renderCheckRunSummary, renderCheckRunTitle } from '../core/render/check-run-summary.ts';
import type { CheckRun } from '../ports.ts';
import type { Settings } from './settings.ts';
import type { TaskLog } from './task-log.ts';
import { viewOf } from './view.ts';

/** Our check run on a commit. */
export function renderCheckRun(
  settings: Settings,
  issue: number,
  log: TaskLog,
  sha: string,
  conclusion: CheckRun['conclusion'],
): CheckRun {
  const view = viewOf(settings, issue, log);
  return {
    sha,
    conclusion,
    title: renderCheckRunTitle(view),
    summary: renderCheckRunSummary(view),
  };
}
