import type { Actor, NamedActor } from '../actor.ts';
import { nodeId } from '../node-id.ts';
import { simplePullPayload } from '../payload/pull.ts';
import { reviewCommentPayload } from '../payload/review.ts';
import type { Json } from '../payload/user.ts';
import { mayWrite } from '../permissions.ts';
import type { PullIssue, ReviewCommentRecord, ThreadRecord } from '../records.ts';
import { notFound } from '../refusal.ts';
import { pulls, type World } from '../world.ts';
import { emit } from './events.ts';
import { noteEdit } from './issues.ts';
import { checkCommentBody } from './limits.ts';

export interface FoundReviewComment {
  readonly issue: PullIssue;
  readonly comment: ReviewCommentRecord;
}

export function reviewCommentWithId(world: World, id: number): FoundReviewComment {
  for (const issue of pulls(world)) {
    const all = issue.pull.threads.flatMap((thread) => thread.comments);
    const comment = all.find((candidate) => candidate.id === id);
    if (comment) return { issue, comment };
  }
  throw notFound();
}

export function editReviewComment(
  world: World,
  actor: Actor,
  { issue, comment }: FoundReviewComment,
  body: unknown,
): void {
  mayChange(world, actor, comment);
  checkCommentBody('PullRequestReviewComment', body);
  const from = comment.body;
  if (body === from) return;
  noteEdit(world, actor, comment, body);
  comment.body = body;
  announceComment(world, actor, issue, comment, 'edited', { changes: { body: { from } } });
}

export function deleteReviewComment(
  world: World,
  actor: Actor,
  { issue, comment }: FoundReviewComment,
): void {
  mayChange(world, actor, comment);
  const { thread } = comment;
  thread.comments.splice(thread.comments.indexOf(comment), 1);
  if (thread.comments.length === 0)
    issue.pull.threads.splice(issue.pull.threads.indexOf(thread), 1);
  announceComment(world, actor, issue, comment, 'deleted');
}

/** Resolves a review thread, or opens it again. */
export function resolveThread(
  world: World,
  actor: Actor,
  issue: PullIssue,
  thread: ThreadRecord,
  resolved: boolean,
): void {
  const own = actor.kind === 'person' && actor.user === issue.author;
  mayWrite(world, actor, { scope: 'pull_requests', role: 'write', own });
  if ((thread.resolvedBy !== null) === resolved) return;
  thread.resolvedBy = resolved ? actor.user : null;
  const comments = thread.comments.map((c) => reviewCommentPayload(world, issue, c));
  emit(world, actor, 'pull_request_review_thread', {
    action: resolved ? 'resolved' : 'unresolved',
    pull_request: simplePullPayload(world, issue),
    thread: { node_id: nodeId('PullRequestReviewThread', thread.id), comments },
  });
}

function mayChange(
  world: World,
  actor: Actor,
  comment: ReviewCommentRecord,
): asserts actor is NamedActor {
  const own = actor.kind === 'person' && actor.user === comment.author;
  mayWrite(world, actor, { scope: 'pull_requests', role: 'write', own });
}

/** Sends `pull_request_review_comment`. */
export function announceComment(
  world: World,
  actor: NamedActor,
  issue: PullIssue,
  comment: ReviewCommentRecord,
  action: string,
  more: Json = {},
): void {
  emit(world, actor, 'pull_request_review_comment', {
    action,
    comment: reviewCommentPayload(world, issue, comment),
    pull_request: simplePullPayload(world, issue),
    ...more,
  });
}
