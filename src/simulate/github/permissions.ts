import type { Actor, NamedActor } from './actor.ts';
import type { Access, IssueRecord, Permission, Role, UserRecord } from './records.ts';
import { forbidden, notFound, Refusal } from './refusal.ts';
import { roleOf, type World } from './world.ts';

const order: readonly Role[] = ['none', 'read', 'triage', 'write', 'maintain', 'admin'];

export function roleAtLeast(role: Role, minimum: Role): boolean {
  return order.indexOf(role) >= order.indexOf(minimum);
}

/** The role a person has in effect: everybody may read a public repository. */
export function effectiveRole(world: World, user: UserRecord): Role {
  const role = roleOf(world, user);
  return role === 'none' && !world.repository.private ? 'read' : role;
}

/**
 * The coarse `permission` of the collaborators API, which knows neither maintain nor triage
 * (https://docs.github.com/rest/collaborators/collaborators#get-repository-permissions-for-a-user).
 */
export function legacyPermission(role: Role): 'admin' | 'write' | 'read' | 'none' {
  if (role === 'maintain') return 'write';
  return role === 'triage' ? 'read' : role;
}

/** The permission under which an issue's number is read and written: pull requests have their own. */
export function permissionFor(issue: IssueRecord): Permission {
  return issue.pull ? 'pull_requests' : 'issues';
}

function granted(grants: Partial<Record<Permission, Access>>, scope: Permission, access: Access) {
  if (scope === 'metadata' && access === 'read') return true;
  return grants[scope] === 'write' || grants[scope] === access;
}

/**
 * May the actor read this part of the repository?
 * @throws Refusal 404 where the private repository must not be known to exist, 403 for an
 *   installation token that lacks the permission
 */
export function mayRead(world: World, actor: Actor, scope: Permission): void {
  const hidden = world.repository.private;
  if (actor.kind === 'app') throw new Refusal(401, 'Bad credentials');
  if (actor.kind === 'anonymous') {
    if (hidden) throw notFound();
    return;
  }
  if (actor.kind === 'person' && effectiveRole(world, actor.user) === 'none') throw notFound();
  if (hidden && actor.grants && !granted(actor.grants, scope, 'read')) throw notAccessible(actor);
}

export interface WriteRule {
  readonly scope: Permission;
  /** The least role of a person who may do it. */
  readonly role: Role;
  /** People may do it to what they wrote themselves. */
  readonly own?: boolean;
  /** What a person without the role is told; GitHub hides some endpoints and names others. */
  readonly refusal?: Refusal;
}

/**
 * May the actor do this? Installation tokens are judged by what they were granted, people by their
 * role and, with a fine-grained token, by both.
 * @throws Refusal 401, 403 or 404
 */
export function mayWrite(world: World, actor: Actor, rule: WriteRule): asserts actor is NamedActor {
  if (actor.kind === 'anonymous') {
    if (world.repository.private) throw notFound();
    throw new Refusal(401, 'Requires authentication');
  }
  if (actor.kind === 'app') throw new Refusal(401, 'Bad credentials');
  if (actor.kind === 'person') {
    const role = effectiveRole(world, actor.user);
    if (role === 'none') throw notFound();
    if (!roleAtLeast(role, rule.role) && !rule.own) {
      throw rule.refusal ?? forbidden('Must have admin rights to Repository.');
    }
  }
  if (actor.grants && !granted(actor.grants, rule.scope, 'write')) throw notAccessible(actor);
}

/** Whether the actor has the rights of somebody with push access. */
export function mayPush(world: World, actor: NamedActor, scope: Permission): boolean {
  if (actor.kind === 'installation') return granted(actor.grants, scope, 'write');
  return roleAtLeast(roleOf(world, actor.user), 'write');
}

/** Whether the actor may manage issues (labels, assignees) that others wrote. */
export function mayTriage(world: World, actor: NamedActor, issue: IssueRecord): boolean {
  if (actor.kind === 'installation') return granted(actor.grants, permissionFor(issue), 'write');
  return roleAtLeast(roleOf(world, actor.user), 'triage');
}

function notAccessible(actor: NamedActor): Refusal {
  return forbidden(
    actor.kind === 'installation'
      ? 'Resource not accessible by integration'
      : 'Resource not accessible by personal access token',
  );
}
