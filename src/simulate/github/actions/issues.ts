import { type Actor, actingApp, type NamedActor } from '../actor.ts';
import { issuePayload } from '../payload/issue.ts';
import { repositoryPayload } from '../payload/repository.ts';
import { mayPush, mayTriage, mayWrite, permissionFor } from '../permissions.ts';
import type { EditRecord, IssueRecord, UserRecord } from '../records.ts';
import { validationFailed } from '../refusal.ts';
import { timestamp, type World } from '../world.ts';
import { setAssignees } from './assignees.ts';
import { crossReference } from './cross-reference.ts';
import { emitIssueEvent, record } from './events.ts';
import { setLabels } from './labels.ts';
import { checkBody, checkTitle } from './limits.ts';

export interface IssueInput {
  readonly title?: unknown;
  readonly body?: unknown;
  readonly labels?: readonly string[];
  readonly assignees?: readonly string[];
}

export interface IssueUpdate extends IssueInput {
  readonly state?: unknown;
  readonly stateReason?: unknown;
}

/**
 * Opens an issue. Labels and assignees are dropped silently where the author may not set them
 * (https://docs.github.com/rest/issues/issues#create-an-issue).
 * @throws Refusal 401, 403, 404, 422
 */
export async function openIssue(
  world: World,
  actor: Actor,
  input: IssueInput,
): Promise<IssueRecord> {
  mayWrite(world, actor, { scope: 'issues', role: 'read' });
  checkTitle('Issue', input.title);
  checkBody('Issue', input.body);
  const issue = newIssue(world, actor, { title: input.title, body: input.body ?? null });
  world.issues.set(issue.number, issue);
  await emitIssueEvent(world, actor, issue, 'opened');
  crossReference(world, actor, issue, issue.body);
  if (mayPush(world, actor, 'issues')) {
    await setLabels(world, actor, issue, input.labels ?? []);
    await setAssignees(world, actor, issue, input.assignees ?? []);
  }
  return issue;
}

/** A fresh record with the next number, which issues and pull requests share. */
export function newIssue(
  world: World,
  actor: NamedActor,
  { title, body }: { title: string; body: string | null },
): IssueRecord {
  const at = timestamp(world);
  return {
    id: world.nextId(),
    number: Math.max(0, ...world.issues.keys()) + 1,
    title,
    body,
    author: actor.user,
    app: actingApp(actor),
    state: 'open',
    stateReason: null,
    locked: false,
    lockReason: null,
    labels: [],
    assignees: [],
    createdAt: at,
    updatedAt: at,
    closedAt: null,
    closedBy: null,
    edits: [],
    reactions: [],
    timeline: [],
    parent: null,
    subIssues: [],
  };
}

/**
 * Changes an issue or the issue side of a pull request.
 * @throws Refusal 401, 403, 404, 422
 */
export async function updateIssue(
  world: World,
  actor: Actor,
  issue: IssueRecord,
  update: IssueUpdate,
): Promise<void> {
  const resource = issue.pull ? 'PullRequest' : 'Issue';
  const own = actor.kind === 'person' && actor.user === issue.author;
  const rewords = update.title !== undefined || update.body !== undefined;
  const role = rewords ? 'write' : 'triage';
  mayWrite(world, actor, { scope: permissionFor(issue), role, own });
  if (update.title !== undefined) checkTitle(resource, update.title);
  checkBody(resource, update.body);
  const { state } = update;
  if (state !== undefined && state !== 'open' && state !== 'closed') {
    throw validationFailed({ resource, code: 'invalid', field: 'state', value: state });
  }
  await editText(world, actor, issue, update.title, update.body);
  if (mayTriage(world, actor, issue)) {
    if (update.labels) await setLabels(world, actor, issue, update.labels);
    if (update.assignees) await setAssignees(world, actor, issue, update.assignees);
  }
  if (state === 'closed') await closeIssue(world, actor, issue, update.stateReason);
  if (state === 'open') await reopenIssue(world, actor, issue);
}

async function editText(
  world: World,
  actor: NamedActor,
  issue: IssueRecord,
  title: string | undefined,
  body: string | null | undefined,
): Promise<void> {
  const changes: Record<string, { from: string }> = {};
  if (title !== undefined && title !== issue.title) {
    changes.title = { from: issue.title };
    record(world, actor, issue, 'renamed', { rename: { from: issue.title, to: title } });
    issue.title = title;
  }
  if (body !== undefined && (body ?? '') !== (issue.body ?? '')) {
    changes.body = { from: issue.body ?? '' };
    noteEdit(world, actor, issue, body ?? '');
    issue.body = body;
    crossReference(world, actor, issue, body);
  }
  if (Object.keys(changes).length === 0) return;
  await emitIssueEvent(world, actor, issue, 'edited', { changes });
}

/** Keeps every state of a text, the first one too, as GitHub's edit history does. */
export function noteEdit(
  world: World,
  actor: NamedActor,
  text: {
    readonly author: UserRecord;
    readonly createdAt: string;
    body: string | null;
    updatedAt: string;
    edits: EditRecord[];
  },
  body: string,
): void {
  const at = timestamp(world);
  if (text.edits.length === 0) {
    text.edits.push({ editor: text.author, at: text.createdAt, body: text.body ?? '' });
  }
  text.edits.push({ editor: actor.user, at, body });
  text.updatedAt = at;
}

/** Closes it and says so; nothing happens where it is closed already. */
export async function closeIssue(
  world: World,
  actor: NamedActor,
  issue: IssueRecord,
  reason: unknown = 'completed',
): Promise<void> {
  if (issue.state === 'closed') return;
  issue.state = 'closed';
  if (!issue.pull) issue.stateReason = reason === 'not_planned' ? 'not_planned' : 'completed';
  issue.closedBy = actor.user;
  record(world, actor, issue, 'closed', { state_reason: issue.stateReason, commit_id: null });
  issue.closedAt = issue.updatedAt;
  await emitIssueEvent(world, actor, issue, 'closed');
}

async function reopenIssue(world: World, actor: NamedActor, issue: IssueRecord): Promise<void> {
  if (issue.state === 'open') return;
  if (issue.pull?.mergedAt || (issue.pull && !(await world.git.resolve(issue.pull.headSha)))) {
    const message = 'The pull request cannot be reopened.';
    throw validationFailed({ resource: 'PullRequest', code: 'invalid', field: 'state', message });
  }
  if (issue.pull && !(await world.git.resolve(`refs/heads/${issue.pull.headRef}`))) {
    const message = `state cannot be changed. The ${issue.pull.headRef} branch has been deleted.`;
    throw validationFailed({ resource: 'PullRequest', code: 'invalid', field: 'state', message });
  }
  issue.state = 'open';
  issue.stateReason = issue.pull ? null : 'reopened';
  issue.closedAt = null;
  issue.closedBy = null;
  record(world, actor, issue, 'reopened');
  await emitIssueEvent(world, actor, issue, 'reopened');
}

/** Locks the conversation: from now on only people with write access may comment. */
export async function lockIssue(
  world: World,
  actor: Actor,
  issue: IssueRecord,
  reason: string | null,
): Promise<void> {
  mayWrite(world, actor, { scope: permissionFor(issue), role: 'write' });
  const reasons = ['off-topic', 'too heated', 'resolved', 'spam'];
  if (reason !== null && !reasons.includes(reason)) {
    throw validationFailed({ resource: 'Issue', code: 'invalid', field: 'lock_reason' });
  }
  issue.locked = true;
  issue.lockReason = reason;
  record(world, actor, issue, 'locked', { lock_reason: reason });
  await emitIssueEvent(world, actor, issue, 'locked');
}

export async function unlockIssue(world: World, actor: Actor, issue: IssueRecord): Promise<void> {
  mayWrite(world, actor, { scope: permissionFor(issue), role: 'write' });
  issue.locked = false;
  issue.lockReason = null;
  record(world, actor, issue, 'unlocked', { lock_reason: null });
  await emitIssueEvent(world, actor, issue, 'unlocked');
}

/** Deletes an issue for good, as an administrator can in the browser; it answers 410 from then on. */
export async function deleteIssue(world: World, actor: Actor, issue: IssueRecord): Promise<void> {
  mayWrite(world, actor, { scope: 'issues', role: 'admin' });
  await emitIssueEvent(world, actor, issue, 'deleted');
  issue.gone = 'deleted';
}

/** Moves it away; it answers 301 from then on, with the address it has in the other repository. */
export async function transferIssue(
  world: World,
  actor: Actor,
  issue: IssueRecord,
  toRepository: string,
): Promise<void> {
  mayWrite(world, actor, { scope: 'issues', role: 'write' });
  const transferredTo = `${world.origin}/api/v3/repos/${toRepository}/issues/1`;
  const issueThere = { ...issuePayload(world, issue), number: 1, url: transferredTo };
  const there = { ...repositoryPayload(world), full_name: toRepository };
  await emitIssueEvent(world, actor, issue, 'transferred', {
    changes: { new_issue: issueThere, new_repository: there },
  });
  record(world, actor, issue, 'transferred');
  issue.gone = { transferredTo };
}
