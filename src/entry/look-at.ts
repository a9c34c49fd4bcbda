import { issueOfBranch } from '../core/rules/issue-of-branch.ts';
import type { Wake } from '../core/rules/webhook-trigger.ts';
import type { LookResult, Repository } from './compose.ts';

/** Looks at every issue a webhook concerns, one after the other. A schedule concerns all that carry our label. */
export async function* lookAt(
  repository: Repository,
  wake: Wake,
  run: string,
): AsyncGenerator<{ issue: number; result: LookResult }> {
  const detail = {
    ...(wake.label === null ? {} : { label: wake.label }),
    ...(wake.assignee === null ? {} : { assignee: wake.assignee }),
  };
  for (const issue of await issuesOf(repository, wake)) {
    const result = await repository.look({
      issue,
      run: `${run}-${issue}`,
      trigger: wake.trigger,
      detail,
    });
    yield { issue, result };
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
