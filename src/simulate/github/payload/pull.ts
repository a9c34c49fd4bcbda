import type { BareRepository } from '../git/bare-repository.ts';
import { diffFiles } from '../git/diff.ts';
import { nodeId } from '../node-id.ts';
import type { PullIssue, PullRecord } from '../records.ts';
import { commentsOf, repositoryApiUrl, type World } from '../world.ts';
import { authorAssociation } from './author-association.ts';
import { issuePage, labelPayload } from './issue.ts';
import { repositoryPayload } from './repository.ts';
import { type Json, nullableUserPayload, userPayload } from './user.ts';

/** A pull request as lists and review webhooks show it: without what only git can count. */
export function simplePullPayload(world: World, issue: PullIssue): Json {
  const { pull } = issue;
  const api = repositoryApiUrl(world);
  const url = `${api}/pulls/${issue.number}`;
  const issueUrl = `${api}/issues/${issue.number}`;
  const page = issuePage(world, issue);
  return {
    url,
    id: pull.id,
    node_id: nodeId('PullRequest', pull.id),
    html_url: page,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    issue_url: issueUrl,
    number: issue.number,
    state: issue.state,
    locked: issue.locked,
    title: issue.title,
    user: userPayload(world, issue.author),
    body: issue.body,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.closedAt,
    merged_at: pull.mergedAt,
    merge_commit_sha: pull.mergeCommitSha,
    assignee: nullableUserPayload(world, issue.assignees[0] ?? null),
    assignees: issue.assignees.map((user) => userPayload(world, user)),
    requested_reviewers: pull.requestedReviewers.map((user) => userPayload(world, user)),
    requested_teams: [],
    labels: issue.labels.map((label) => labelPayload(world, label)),
    milestone: null,
    draft: pull.draft,
    commits_url: `${url}/commits`,
    review_comments_url: `${url}/comments`,
    review_comment_url: `${api}/pulls/comments{/number}`,
    comments_url: `${issueUrl}/comments`,
    statuses_url: `${api}/statuses/${pull.headSha}`,
    head: branchEnd(world, pull.headRef, pull.headSha),
    base: branchEnd(world, pull.baseRef, pull.baseSha),
    _links: {
      self: { href: url },
      html: { href: page },
      issue: { href: issueUrl },
      comments: { href: `${issueUrl}/comments` },
      review_comments: { href: `${url}/comments` },
      review_comment: { href: `${api}/pulls/comments{/number}` },
      commits: { href: `${url}/commits` },
      statuses: { href: `${api}/statuses/${pull.headSha}` },
    },
    author_association: authorAssociation(world, issue.author),
    auto_merge: null,
    active_lock_reason: issue.lockReason,
  };
}

function branchEnd(world: World, ref: string, sha: string): Json {
  const { owner } = world.repository;
  return {
    label: `${owner.login}:${ref}`,
    ref,
    sha,
    user: userPayload(world, owner),
    repo: repositoryPayload(world),
  };
}

/** A pull request in full, as `GET /pulls/{n}` and the `pull_request` webhook show it. */
export async function pullPayload(world: World, issue: PullIssue): Promise<Json> {
  const { pull } = issue;
  const base = await world.git.resolve(`refs/heads/${pull.baseRef}`);
  const [counts, mergeable] = await Promise.all([
    remembered(world.git, `diff ${pull.baseSha} ${pull.headSha}`, () => count(world.git, pull)),
    issue.state === 'closed' || !base
      ? null
      : remembered(world.git, `merge ${base} ${pull.headSha}`, () =>
          isMergeable(world.git, base, pull.headSha),
        ),
  ]);
  return {
    ...simplePullPayload(world, issue),
    merged: pull.mergedAt !== null,
    mergeable,
    rebaseable: mergeable,
    mergeable_state: mergeable === null ? 'unknown' : mergeable ? 'clean' : 'dirty',
    merged_by: nullableUserPayload(world, pull.mergedBy),
    comments: commentsOf(world, issue).length,
    review_comments: pull.threads.reduce((sum, thread) => sum + thread.comments.length, 0),
    maintainer_can_modify: pull.maintainerCanModify,
    ...counts,
  };
}

/** Null where nobody can tell: a git too old to try. Closed pull requests are not tried at all. */
async function isMergeable(git: BareRepository, base: string, head: string) {
  try {
    return (await git.mergedTree(base, head)) !== undefined;
  } catch {
    return null;
  }
}

async function count(git: BareRepository, { baseSha, headSha }: PullRecord): Promise<Json> {
  const base = (await git.mergeBase(baseSha, headSha)) ?? baseSha;
  const [files, commits] = await Promise.all([
    diffFiles(git, base, headSha),
    git.commitsBetween(base, headSha),
  ]);
  return {
    commits: commits.length,
    additions: files.reduce((sum, file) => sum + file.additions, 0),
    deletions: files.reduce((sum, file) => sum + file.deletions, 0),
    changed_files: files.length,
  };
}

const memory = new WeakMap<BareRepository, Map<string, Promise<unknown>>>();

/** What two commits say about each other never changes, and asking git costs processes. */
function remembered<T>(git: BareRepository, key: string, ask: () => Promise<T>): Promise<T> {
  let known = memory.get(git);
  if (!known) {
    known = new Map();
    memory.set(git, known);
  }
  let answer = known.get(key) as Promise<T> | undefined;
  if (!answer) {
    answer = ask();
    known.set(key, answer);
  }
  return answer;
}
