import { CatalogueError } from '../core/catalogue-error.ts';
import { issueOfBranch } from '../core/rules/request/issue-of-branch.ts';
import type { Wake } from '../core/rules/request/webhook-trigger.ts';
import type { LookResult, Repository } from './compose.ts';

/** What came of the look at one issue. */
export type Looked =
  | { issue: number; result: LookResult }
  | { issue: number; error: CatalogueError };

/**
 * Looks at every issue a webhook concerns, one after the other. A schedule concerns all that carry our label; what is
 * wrong with one does not keep the others from being looked at.
 */
export async function* lookAt(
  repository: Repository,
  wake: Wake,
  run: string,
): AsyncGenerator<Looked> {
  const detail = {
    ...(wake.label === null ? {} : { label: wake.label }),
    ...(wake.assignee === null ? {} : { assignee: wake.assignee }),
  };
  for (const issue of await issuesOf(repository, wake)) {
    const request = { issue, run: `${run}-${issue}`, trigger: wake.trigger, detail };
    try {
      yield { issue, result: await repository.look(request) };
    } catch (error) {
      if (!(error instanceof CatalogueError)) throw error;
      yield { issue, error };
    }
  }
}

async function issuesOf({ ports, settings }: Repository, { target }: Wake): Promise<number[]> {
  if (target === 'all') return ports.tracker.openTasks(settings.configuration.trigger.label);
  if ('issue' in target) return [target.issue];
  const branch = await ports.tracker.headBranch(target.pullRequest);
  const issue =
    branch === null ? null : issueOfBranch(settings.configuration.branches.prefix, branch);
  return issue === null ? [] : [issue];
}
