import { renderPullRequestBody, renderPullRequestTitle } from '../core/render/pull-request-body.ts';
import type { Settings } from './settings.ts';
import type { TaskLog } from './task-log.ts';
import { viewOf } from './view.ts';

/** Title and body of the pull request, with the record when there is one. */
export function renderPullRequest(
  settings: Settings,
  issue: number,
  log: TaskLog,
): { title: string; body: string } {
  const view = viewOf(settings, issue, log);
  const { record } = log.state.publish;
  return {
    title: renderPullRequestTitle(view),
    body: renderPullRequestBody(view, log.state.comment?.nonce ?? '', record?.statement ?? null),
  };
}
