import type { Actor, NamedActor } from '../actor.ts';
import { diffFiles } from '../git/diff.ts';
import { nodeId } from '../node-id.ts';
import { simplePullPayload } from '../payload/pull.ts';
import { reviewCommentPayload, reviewWebhookPayload } from '../payload/review.ts';
import type { Json } from '../payload/user.ts';
import { mayPush, mayWrite } from '../permissions.ts';
import type { PullIssue, ReviewCommentRecord, ReviewRecord, ThreadRecord } from '../records.ts';
import { forbidden, notFound, unprocessable, validationFailed } from '../refusal.ts';
import { pulls, timestamp, type World } from '../world.ts';
import { emit } from './events.ts';
import { noteEdit } from './issues.ts';
import { checkBody, checkCommentBody } from './limits.ts';

export interface LineComment {
  readonly path?: unknown;
  readonly line?: unknown;
  readonly side?: unknown;
  readonly body?: unknown;
  readonly subjectType?: unknown;
}

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
  const commitId = await commitOf(world, issue, input.commitId);
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
  const commitId = await commitOf(world, issue, input.commitId);
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

function mayComment(world: World, actor: Actor, issue: PullIssue): asserts actor is NamedActor {
  mayWrite(world, actor, { scope: 'pull_requests', role: 'read' });
  if (issue.locked && !mayPush(world, actor, 'pull_requests')) {
    throw forbidden('Unable to create comment because issue is locked.');
  }
}

function mayChange(
  world: World,
  actor: Actor,
  comment: ReviewCommentRecord,
): asserts actor is NamedActor {
  const own = actor.kind === 'person' && actor.user === comment.author;
  mayWrite(world, actor, { scope: 'pull_requests', role: 'write', own });
}

async function commitOf(world: World, issue: PullIssue, sha: unknown): Promise<string> {
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
async function checkLine(
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

function announceComment(
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
