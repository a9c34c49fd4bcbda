import { diffFiles } from '../git/diff.ts';
import type { PullIssue } from '../records.ts';
import { validationFailed } from '../refusal.ts';
import type { World } from '../world.ts';
import { checkCommentBody } from './limits.ts';

export interface LineComment {
  readonly path?: unknown;
  readonly line?: unknown;
  readonly side?: unknown;
  readonly body?: unknown;
  readonly subjectType?: unknown;
}

/** The commit a review is about: the head, or an earlier one. @throws Refusal 422 for any other */
export async function reviewedCommit(
  world: World,
  issue: PullIssue,
  sha: unknown,
): Promise<string> {
  if (sha === undefined || sha === null || sha === issue.pull.headSha) return issue.pull.headSha;
  const commits = await world.git.commitsBetween(issue.pull.baseSha, issue.pull.headSha);
  if (typeof sha === 'string' && commits.includes(sha)) return sha;
  const message = 'commit_id is not part of the pull request';
  throw validationFailed({
    resource: 'PullRequestReview',
    code: 'custom',
    field: 'commit_id',
    message,
  });
}

/** The hunk the comment stands on. @throws Refusal 422 where the line is not part of the diff */
export async function checkLine(
  world: World,
  issue: PullIssue,
  commitId: string,
  input: LineComment,
): Promise<string> {
  const resource = 'PullRequestReviewComment';
  checkCommentBody(resource, input.body);
  const base = await world.git.mergeBase(issue.pull.baseSha, commitId);
  const files = await diffFiles(world.git, base, commitId);
  const file = files.find(({ path }) => path === input.path);
  if (!file) {
    throw validationFailed({ resource, code: 'invalid', field: 'pull_request_review_thread.path' });
  }
  if (input.subjectType === 'file') return '';
  const hunk = hunkAt(file.patch ?? '', Number(input.line), input.side === 'LEFT' ? 1 : 2);
  if (hunk !== undefined) return hunk;
  const message = 'pull_request_review_thread.line must be part of the diff';
  throw validationFailed({
    resource,
    code: 'custom',
    field: 'pull_request_review_thread.line',
    message,
  });
}

function hunkAt(patch: string, line: number, side: 1 | 2): string | undefined {
  return patch.split(/^(?=@@ )/m).find((hunk) => {
    const range = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(hunk);
    const own = hunk
      .split('\n')
      .slice(1)
      .filter((l) => !l.startsWith(side === 1 ? '+' : '-'));
    const first = Number(range?.[side]);
    return line >= first && line < first + own.filter((l) => !l.startsWith('\\')).length;
  });
}
