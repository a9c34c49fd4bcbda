import type { Actor } from '../actor.ts';
import { mayWrite } from '../permissions.ts';
import {
  type Permission,
  type ReactionContent,
  type ReactionRecord,
  reactionContents,
} from '../records.ts';
import { notFound, validationFailed } from '../refusal.ts';
import { timestamp, type World } from '../world.ts';

export interface Reactable {
  readonly reactions: ReactionRecord[];
}

function isContent(content: unknown): content is ReactionContent {
  return reactionContents.some((known) => known === content);
}

/** Reacts; the same reaction by the same actor is there once. Reactions send no webhook. */
export function addReaction(
  world: World,
  actor: Actor,
  target: Reactable,
  scope: Permission,
  content: unknown,
): { reaction: ReactionRecord; created: boolean } {
  mayWrite(world, actor, { scope, role: 'read' });
  if (!isContent(content)) {
    throw validationFailed({
      resource: 'Reaction',
      code: 'invalid',
      field: 'content',
      value: content,
    });
  }
  const known = target.reactions.find((r) => r.user === actor.user && r.content === content);
  if (known) return { reaction: known, created: false };
  const { user } = actor;
  const reaction = { id: world.nextId(), user, content, createdAt: timestamp(world) };
  target.reactions.push(reaction);
  return { reaction, created: true };
}

/** Takes a reaction of one's own back. */
export function removeReaction(
  world: World,
  actor: Actor,
  target: Reactable,
  scope: Permission,
  id: number,
): void {
  const at = target.reactions.findIndex((reaction) => reaction.id === id);
  const reaction = target.reactions[at];
  if (!reaction) throw notFound();
  const own = actor.kind !== 'anonymous' && actor.kind !== 'app' && actor.user === reaction.user;
  mayWrite(world, actor, { scope, role: 'admin', own });
  target.reactions.splice(at, 1);
}
