import { renderCheckRun } from '../../core/render/check-run-summary.ts';
import type { CheckRun } from '../../ports.ts';
import type { Settings } from '../settings.ts';
import type { TaskLog } from '../task-log.ts';
import { viewOf } from './view-of.ts';

/** Our check run on a commit, as it should be now. */
export function checkRunOn(
  settings: Settings,
  issue: number,
  log: TaskLog,
  sha: string,
  conclusion: CheckRun['conclusion'],
): CheckRun {
  return { sha, conclusion, ...renderCheckRun(viewOf(settings, issue, log)) };
}
