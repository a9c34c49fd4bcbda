import type { Actor, NamedActor } from '../actor.ts';
import { userPayload } from '../payload/user.ts';
import { mayWrite, permissionFor, roleAtLeast } from '../permissions.ts';
import type { IssueRecord, UserRecord } from '../records.ts';
import { findUser, roleOf, type World } from '../world.ts';
import { emitIssueEvent, record } from './events.ts';

/** People with access can be assigned; bots, and strangers, cannot. */
export function isAssignable(world: World, user: UserRecord): boolean {
  return user.type === 'User' && roleAtLeast(roleOf(world, user), 'read');
}

/**
 * Assigns people, at most ten in all. Who has no access is left out silently, as GitHub does
 * (https://docs.github.com/rest/issues/assignees#add-assignees-to-an-issue).
 */
export async function addAssignees(
  world: World,
  actor: Actor,
  issue: IssueRecord,
  logins: readonly string[],
): Promise<void> {
  mayWrite(world, actor, { scope: permissionFor(issue), role: 'triage' });
  for (const login of logins) {
    const user = findUser(world, login);
    if (!user || !isAssignable(world, user)) continue;
    if (issue.assignees.includes(user) || issue.assignees.length >= 10) continue;
    issue.assignees.push(user);
    await announce(world, actor, issue, 'assigned', user);
  }
}

export async function removeAssignees(
  world: World,
  actor: Actor,
  issue: IssueRecord,
  logins: readonly string[],
): Promise<void> {
  mayWrite(world, actor, { scope: permissionFor(issue), role: 'triage' });
  for (const login of logins) {
    const at = issue.assignees.findIndex((u) => u.login.toLowerCase() === login.toLowerCase());
    const [user] = at < 0 ? [] : issue.assignees.splice(at, 1);
    if (user) await announce(world, actor, issue, 'unassigned', user);
  }
}

/** Makes the issue's assignees these and no others. */
export async function setAssignees(
  world: World,
  actor: NamedActor,
  issue: IssueRecord,
  logins: readonly string[],
): Promise<void> {
  const wanted = new Set(logins.map((login) => login.toLowerCase()));
  const others = issue.assignees.filter((user) => !wanted.has(user.login.toLowerCase()));
  const leaving = others.map((user) => user.login);
  if (leaving.length > 0) await removeAssignees(world, actor, issue, leaving);
  if (logins.length > 0) await addAssignees(world, actor, issue, logins);
}

async function announce(
  world: World,
  actor: NamedActor,
  issue: IssueRecord,
  action: 'assigned' | 'unassigned',
  user: UserRecord,
): Promise<void> {
  const assignee = userPayload(world, user);
  record(world, actor, issue, action, { assignee, assigner: userPayload(world, actor.user) });
  await emitIssueEvent(world, actor, issue, action, { assignee });
}
