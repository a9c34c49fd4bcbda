import { type Actor, Role, type Verb } from '../schema/actor.ts';
import type { Source } from '../schema/snapshot.ts';

/**
 * The least role each verb needs (design §3). GitHub’s triage role may label and close but not change code, so it starts
 * nothing here; stopping is the safe direction, so triage may do that.
 */
export const LEAST_ROLE: Readonly<Record<Verb, Role>> = {
  start: 'write',
  amend: 'write',
  approve: 'write',
  decide: 'write',
  stop: 'triage',
  ask: 'read',
};

/** True when `role` includes all that `least` may do. */
export function atLeast(role: Role, least: Role): boolean {
  return Role.options.indexOf(role) >= Role.options.indexOf(least);
}

/**
 * The role an actor acts with: a person’s own; an App counts as a writer when its numeric id is allowed, and as nobody
 * otherwise. Bots and deleted accounts never have one, whatever GitHub says of them.
 */
export function effectiveRole(actor: Actor, role: Role, allow: readonly number[]): Role {
  if (actor.kind === 'person') return actor.id > 0 ? role : 'none';
  return actor.kind === 'app' && allow.includes(actor.id) ? 'write' : 'none';
}

/** Whether this actor may do that. `role` is what was asked in this look; unknown is `none`, and means no. */
export function mayDo(verb: Verb, actor: Actor, role: Role, allow: readonly number[]): boolean {
  return atLeast(effectiveRole(actor, role, allow), LEAST_ROLE[verb]);
}

/** Whether a text may become part of the contract: its writers may amend, or someone who may has adopted it as it stood. */
export function isAuthorised(source: Source): boolean {
  return source.adopted || atLeast(source.authority, LEAST_ROLE.amend);
}
