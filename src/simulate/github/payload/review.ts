import { nodeId } from '../node-id.ts';
import type { PullIssue, ReviewCommentRecord, ReviewRecord } from '../records.ts';
import { repositoryApiUrl, type World } from '../world.ts';
import { authorAssociation } from './author-association.ts';
import { issuePage, reactionsPayload } from './issue.ts';
import { type Json, userPayload } from './user.ts';

export function reviewPayload(world: World, issue: PullIssue, review: ReviewRecord): Json {
  const pullUrl = `${repositoryApiUrl(world)}/pulls/${issue.number}`;
  const page = `${issuePage(world, issue)}#pullrequestreview-${review.id}`;
  return {
    id: review.id,
    node_id: nodeId('PullRequestReview', review.id),
    user: userPayload(world, review.author),
    body: review.body,
    state: review.state,
    html_url: page,
    pull_request_url: pullUrl,
    author_association: authorAssociation(world, review.author),
    _links: { html: { href: page }, pull_request: { href: pullUrl } },
    ...(review.submittedAt && { submitted_at: review.submittedAt }),
    commit_id: review.commitId,
  };
}

/** Webhooks write a review's state in lower case and its body as null where it is empty. */
export function reviewWebhookPayload(world: World, issue: PullIssue, review: ReviewRecord): Json {
  return {
    ...reviewPayload(world, issue, review),
    state: review.state.toLowerCase(),
    body: review.body === '' ? null : review.body,
    submitted_at: review.submittedAt,
  };
}

export function reviewCommentPayload(
  world: World,
  issue: PullIssue,
  comment: ReviewCommentRecord,
): Json {
  const api = repositoryApiUrl(world);
  const url = `${api}/pulls/comments/${comment.id}`;
  const pullUrl = `${api}/pulls/${issue.number}`;
  const page = `${issuePage(world, issue)}#discussion_r${comment.id}`;
  const { thread } = comment;
  return {
    url,
    pull_request_review_id: comment.review.id,
    id: comment.id,
    node_id: nodeId('PullRequestReviewComment', comment.id),
    diff_hunk: comment.diffHunk,
    path: thread.path,
    commit_id: comment.commitId,
    original_commit_id: comment.commitId,
    user: userPayload(world, comment.author),
    body: comment.body,
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    html_url: page,
    pull_request_url: pullUrl,
    author_association: authorAssociation(world, comment.author),
    _links: { self: { href: url }, html: { href: page }, pull_request: { href: pullUrl } },
    reactions: reactionsPayload(url, comment.reactions),
    start_line: null,
    original_start_line: null,
    start_side: null,
    line: thread.line ?? 1,
    original_line: thread.line ?? 1,
    side: thread.side,
    position: thread.line ?? 1,
    original_position: thread.line ?? 1,
    subject_type: thread.line === null ? 'file' : 'line',
    ...(comment.inReplyTo !== undefined && { in_reply_to_id: comment.inReplyTo }),
  };
}
