import type { Actor, NamedActor } from '../actor.ts';
import { userPayload } from '../payload/user.ts';
import { legacyPermission, mayWrite } from '../permissions.ts';
import type { Role } from '../records.ts';
import { notFound } from '../refusal.ts';
import { findUser, roleOf, type World } from '../world.ts';
import { emit } from './events.ts';

/** Changes what somebody may do. @throws Refusal 403 for all but administrators */
export function setRole(world: World, actor: Actor, login: string, role: Role): void {
  mayWrite(world, actor, { scope: 'administration', role: 'admin' });
  const user = findUser(world, login);
  if (!user) throw notFound();
  const before = roleOf(world, user);
  if (before === role) return;
  world.roles.set(user.id, role);
  const member = userPayload(world, user);
  emit(world, actor, 'member', { member, ...change(before, role) });
}

function change(before: Role, role: Role) {
  if (role === 'none') return { action: 'removed' };
  const to = legacyPermission(role);
  if (before === 'none') return { action: 'added', changes: { permission: { to } } };
  const from = legacyPermission(before);
  const changes = { old_permission: { from }, permission: { from, to } };
  return { action: 'edited', changes };
}

/** A person deletes their own account: it can do nothing any more, and nobody can look it up. */
export function deleteAccount(world: World, { user }: NamedActor): void {
  user.deleted = true;
  world.users.delete(user.id);
  world.roles.delete(user.id);
}
