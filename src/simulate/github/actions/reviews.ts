import type { Actor, NamedActor } from '../actor.ts';
import { simplePullPayload } from '../payload/pull.ts';
import { reviewWebhookPayload } from '../payload/review.ts';
import { mayPush, mayWrite } from '../permissions.ts';
import type { PullIssue, ReviewCommentRecord, ReviewRecord, ThreadRecord } from '../records.ts';
import { forbidden, notFound, unprocessable } from '../refusal.ts';
import { timestamp, type World } from '../world.ts';
import { emit } from './events.ts';
import { checkBody, checkCommentBody } from './limits.ts';
import { announceComment } from './review-comments.ts';
import { checkLine, type LineComment, reviewedCommit } from './review-lines.ts';

export interface ReviewInput {
  readonly event?: unknown;
  readonly body?: unknown;
  readonly commitId?: unknown;
  readonly comments?: readonly LineComment[];
}

const events = {
  APPROVE: 'APPROVED',
  COMMENT: 'COMMENTED',
  REQUEST_CHANGES: 'CHANGES_REQUESTED',
} as const;

/**
 * Submits a review with its line comments
 * (https://docs.github.com/rest/pulls/reviews#create-a-review-for-a-pull-request).
 * @throws Refusal 422 for a review of one's own pull request other than a comment, one without a
 *   body where it needs one, a commit that is not the pull request's, a line that is not in the diff
 */
export async function submitReview(
  world: World,
  actor: Actor,
  issue: PullIssue,
  input: ReviewInput,
): Promise<ReviewRecord> {
  mayComment(world, actor, issue);
  const { event = 'COMMENT', body = '', comments = [] } = input;
  if (typeof event !== 'string' || !(event in events)) {
    throw unprocessable(`${String(event)} is not an event of a review`);
  }
  const state = events[event as keyof typeof events];
  if (state !== 'COMMENTED' && actor.user === issue.author) {
    const verb = state === 'APPROVED' ? 'approve' : 'request changes on';
    throw unprocessable(`Can not ${verb} your own pull request`);
  }
  checkBody('PullRequestReview', body);
  if (state !== 'APPROVED' && !body && comments.length === 0) {
    throw unprocessable('Body is required');
  }
  const commitId = await reviewedCommit(world, issue, input.commitId);
  // Checked before anything is stored: a refused review leaves nothing behind.
  const hunks = await Promise.all(comments.map((c) => checkLine(world, issue, commitId, c)));
  const review = addReview(world, actor, issue, { state, body: body ?? '', commitId });
  announceReview(world, actor, issue, review, 'submitted');
  comments.forEach((comment, i) => {
    const thread = openThread(world, issue, comment);
    addToThread(world, actor, issue, review, thread, String(comment.body), hunks[i] ?? '');
  });
  return review;
}

/** A single line comment outside any review; GitHub makes a review of its own for it. */
export async function commentOnLine(
  world: World,
  actor: Actor,
  issue: PullIssue,
  input: LineComment & { readonly commitId?: unknown },
): Promise<ReviewCommentRecord> {
  mayComment(world, actor, issue);
  const commitId = await reviewedCommit(world, issue, input.commitId);
  const hunk = await checkLine(world, issue, commitId, input);
  const review = addReview(world, actor, issue, { state: 'COMMENTED', body: '', commitId });
  announceReview(world, actor, issue, review, 'submitted');
  const thread = openThread(world, issue, input);
  return addToThread(world, actor, issue, review, thread, String(input.body), hunk);
}

/** @throws Refusal 404 where there is no such comment, 422 for a blank or too long body */
export function replyToComment(
  world: World,
  actor: Actor,
  issue: PullIssue,
  id: number,
  body: unknown,
): ReviewCommentRecord {
  mayComment(world, actor, issue);
  const thread = issue.pull.threads.find(({ comments }) => comments.some((c) => c.id === id));
  const root = thread?.comments[0];
  if (!thread || !root) throw notFound();
  checkCommentBody('PullRequestReviewComment', body);
  const values = { state: 'COMMENTED', body: '', commitId: root.commitId } as const;
  const review = addReview(world, actor, issue, values);
  announceReview(world, actor, issue, review, 'submitted');
  return addToThread(world, actor, issue, review, thread, body, root.diffHunk);
}

function mayComment(world: World, actor: Actor, issue: PullIssue): asserts actor is NamedActor {
  mayWrite(world, actor, { scope: 'pull_requests', role: 'read' });
  if (issue.locked && !mayPush(world, actor, 'pull_requests')) {
    throw forbidden('Unable to create comment because issue is locked.');
  }
}

function addReview(
  world: World,
  actor: NamedActor,
  issue: PullIssue,
  values: Pick<ReviewRecord, 'state' | 'body' | 'commitId'>,
): ReviewRecord {
  const at = timestamp(world);
  const review: ReviewRecord = {
    id: world.nextId(),
    author: actor.user,
    submittedAt: at,
    updatedAt: at,
    minimizedReason: null,
    ...values,
  };
  issue.pull.reviews.push(review);
  issue.updatedAt = at;
  return review;
}

function openThread(world: World, issue: PullIssue, input: LineComment): ThreadRecord {
  const thread: ThreadRecord = {
    id: world.nextId(),
    path: String(input.path),
    line: input.subjectType === 'file' ? null : Number(input.line),
    side: input.side === 'LEFT' ? 'LEFT' : 'RIGHT',
    comments: [],
    resolvedBy: null,
  };
  issue.pull.threads.push(thread);
  return thread;
}

function addToThread(
  world: World,
  actor: NamedActor,
  issue: PullIssue,
  review: ReviewRecord,
  thread: ThreadRecord,
  body: string,
  diffHunk: string,
): ReviewCommentRecord {
  const at = timestamp(world);
  const comment: ReviewCommentRecord = {
    id: world.nextId(),
    review,
    thread,
    author: actor.user,
    body,
    commitId: review.commitId,
    diffHunk,
    inReplyTo: thread.comments[0]?.id,
    minimizedReason: null,
    createdAt: at,
    updatedAt: at,
    edits: [],
    reactions: [],
  };
  thread.comments.push(comment);
  issue.updatedAt = at;
  announceComment(world, actor, issue, comment, 'created');
  return comment;
}

function announceReview(
  world: World,
  actor: NamedActor,
  issue: PullIssue,
  review: ReviewRecord,
  action: string,
): void {
  emit(world, actor, 'pull_request_review', {
    action,
    review: reviewWebhookPayload(world, issue, review),
    pull_request: simplePullPayload(world, issue),
  });
}
