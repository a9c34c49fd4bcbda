import { parseIssueComment } from '../render/issue-comment.ts';
import { isNotice } from '../render/notice.ts';
import type { EventOf } from '../schema/event.ts';
import type { Observation } from '../schema/observation.ts';
import type { Command } from './command.ts';
import type { TaskState } from './state.ts';

/** GitHub may show a comment late that was just written; only what stays away is gone. */
const SHOWS_AFTER_MS = 60_000;
/** Whoever keeps editing it shall not keep us busy. */
const MOST_RESTORED = 10;

/**
 * Our comment was edited or deleted by hand: it is put back, and people are told. It is no amendment and no approval,
 * whatever stands in it: the ledger says what holds, the comment only shows it.
 */
export function commentLost(
  state: TaskState,
  { now, observation }: Pick<Command, 'now' | 'observation'>,
): EventOf<'comment-lost'> | null {
  const { comment, restored } = state;
  if (!comment || comment.id === null || restored.length >= MOST_RESTORED) return null;
  const { id, at } = comment;
  const seen = observation.comments.find((c) => c.id === id && c.place === 'issue');
  if (!seen) {
    const recent = Date.parse(now) - Date.parse(at) < SHOWS_AFTER_MS;
    return recent ? null : { type: 'comment-lost', id, how: 'deleted', by: null };
  }
  if (parseIssueComment(seen.body)?.intact || isNotice(seen.body)) return null;
  return { type: 'comment-lost', id, how: 'edited', by: seen.editor };
}

/** A comment that we announced and cannot have noted yet: our token wrote it, and it carries our nonce. */
export function isUnnoted({ comment }: TaskState, observation: Observation): boolean {
  const marker = observation.commentMarker;
  if (!comment || comment.id !== null || !marker) return false;
  const body = observation.comments.find(({ id }) => id === marker.id)?.body ?? '';
  return parseIssueComment(body)?.head.nonce === comment.nonce || isNotice(body);
}
