import { type Actor, actingApp, type NamedActor } from '../actor.ts';
import { commentPayload } from '../payload/comment.ts';
import { issuePayload } from '../payload/issue.ts';
import type { Json } from '../payload/user.ts';
import { mayPush, mayWrite, permissionFor } from '../permissions.ts';
import type { CommentRecord, IssueRecord, Permission, UserRecord } from '../records.ts';
import { forbidden, notFound, validationFailed } from '../refusal.ts';
import { issueNumbered, timestamp, type World } from '../world.ts';
import { crossReference } from './cross-reference.ts';
import { emit } from './events.ts';
import { noteEdit } from './issues.ts';
import { checkCommentBody } from './limits.ts';

/** @throws Refusal 404, or 410/301 where the comment's issue is gone */
export function commentWithId(world: World, id: number): CommentRecord {
  const comment = world.comments.get(id);
  if (!comment) throw notFound();
  issueNumbered(world, comment.issue.number);
  return comment;
}

/**
 * Comments on an issue or a pull request, open or closed.
 * @throws Refusal 403 where it is locked and the actor has no write access, 422 for a body that is
 *   blank or over 65,536 characters
 *   (https://docs.github.com/communities/moderating-comments-and-conversations/locking-conversations)
 */
export function createComment(
  world: World,
  actor: Actor,
  issue: IssueRecord,
  body: unknown,
): CommentRecord {
  mayWrite(world, actor, { scope: permissionFor(issue), role: 'read' });
  if (issue.locked && !mayPush(world, actor, permissionFor(issue))) {
    throw forbidden('Unable to create comment because issue is locked.');
  }
  checkCommentBody('IssueComment', body);
  const at = timestamp(world);
  const comment: CommentRecord = {
    id: world.nextId(),
    issue,
    body,
    author: actor.user,
    app: actingApp(actor),
    createdAt: at,
    updatedAt: at,
    edits: [],
    reactions: [],
    minimizedReason: null,
  };
  world.comments.set(comment.id, comment);
  issue.updatedAt = at;
  crossReference(world, actor, issue, body);
  announce(world, actor, comment, 'created');
  return comment;
}

/**
 * Edits a comment. Authors edit their own, people with write access anybody's; an app with the
 * permission likewise.
 */
export function editComment(
  world: World,
  actor: Actor,
  comment: CommentRecord,
  body: unknown,
): void {
  mayChange(world, actor, comment);
  checkCommentBody('IssueComment', body);
  const from = comment.body;
  if (body === from) return;
  noteEdit(world, actor, comment, body);
  comment.body = body;
  comment.issue.updatedAt = comment.updatedAt;
  announce(world, actor, comment, 'edited', { changes: { body: { from } } });
}

export function deleteComment(world: World, actor: Actor, comment: CommentRecord): void {
  mayChange(world, actor, comment);
  world.comments.delete(comment.id);
  comment.issue.updatedAt = timestamp(world);
  announce(world, actor, comment, 'deleted');
}

const minimizeReasons = ['ABUSE', 'DUPLICATE', 'OFF_TOPIC', 'OUTDATED', 'RESOLVED', 'SPAM'];

/** Comments on issues, reviews, and comments on lines can be hidden. */
export interface Minimizable {
  readonly author: UserRecord;
  minimizedReason: string | null;
}

/** Hides a comment, or shows it again with null; GitHub sends no webhook for either. */
export function minimizeComment(
  world: World,
  actor: Actor,
  comment: Minimizable,
  scope: Permission,
  reason: string | null,
): void {
  const own = actor.kind === 'person' && actor.user === comment.author;
  mayWrite(world, actor, { scope, role: 'write', own });
  if (reason !== null && !minimizeReasons.includes(reason)) {
    throw validationFailed({ resource: 'IssueComment', code: 'invalid', field: 'classifier' });
  }
  comment.minimizedReason = reason?.toLowerCase().replace('_', '-') ?? null;
}

function mayChange(
  world: World,
  actor: Actor,
  comment: CommentRecord,
): asserts actor is NamedActor {
  const own = actor.kind === 'person' && actor.user === comment.author;
  mayWrite(world, actor, { scope: permissionFor(comment.issue), role: 'write', own });
}

function announce(
  world: World,
  actor: NamedActor,
  comment: CommentRecord,
  action: string,
  more: Json = {},
): void {
  emit(world, actor, 'issue_comment', {
    action,
    issue: issuePayload(world, comment.issue),
    comment: commentPayload(world, comment),
    ...more,
  });
}
