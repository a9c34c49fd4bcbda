import { pullRequestTitle, renderPullRequestBody } from '../../core/render/pull-request-body.ts';
import type { CompletionStatement } from '../../core/schema/completion.ts';
import type { Settings } from '../settings.ts';
import type { TaskLog } from '../task-log.ts';

/** Title and body of the pull request with its record; `staleBecause` stands on top when the record no longer holds. */
export function renderPullRequest(
  settings: Settings,
  issue: number,
  log: TaskLog,
  statement: CompletionStatement,
  staleBecause: string | null = null,
): { title: string; body: string } {
  const { owner, name } = settings.repository;
  const goal = log.state.contract?.goal ?? '';
  const body = renderPullRequestBody({
    repositoryUrl: `${settings.serverUrl}/${owner}/${name}`,
    issue,
    pullRequest: log.state.publish.pullRequest,
    goal,
    statement,
    nonce: log.state.comment?.nonce ?? '',
    staleBecause,
  });
  return { title: pullRequestTitle(goal), body };
}
