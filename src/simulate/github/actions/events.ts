import { actingApp, type NamedActor } from '../actor.ts';
import { nodeId } from '../node-id.ts';
import { issuePayload } from '../payload/issue.ts';
import { pullPayload } from '../payload/pull.ts';
import { repositoryPayload } from '../payload/repository.ts';
import { type Json, organizationPayload, userPayload } from '../payload/user.ts';
import type { AppRecord, IssueRecord } from '../records.ts';
import { isPull, timestamp, type World } from '../world.ts';

/** The app every workflow's GITHUB_TOKEN belongs to. */
export const actionsAppId = 15_368;

/** Tells the listeners: who did it and in which repository are added to every payload. */
export function emit(world: World, actor: NamedActor, event: string, payload: Json): void {
  const receiver = receivingApp(world);
  const { owner } = world.repository;
  const whole = {
    ...payload,
    repository: repositoryPayload(world),
    ...(owner.type === 'Organization' && { organization: organizationPayload(world, owner) }),
    sender: userPayload(world, actor.user),
    ...(receiver && {
      installation: {
        id: receiver.installationId,
        node_id: nodeId('Installation', receiver.installationId),
      },
    }),
  };
  world.webhooks.emit(event, whole, actingApp(actor)?.id !== actionsAppId);
}

function receivingApp(world: World): AppRecord | undefined {
  return [...world.apps.values()].find((app) => app.id !== actionsAppId);
}

/** `issues.{action}`, or `pull_request.{action}` where the number is a pull request's. */
export async function emitIssueEvent(
  world: World,
  actor: NamedActor,
  issue: IssueRecord,
  action: string,
  more: Json = {},
): Promise<void> {
  if (!isPull(issue)) {
    emit(world, actor, 'issues', { action, issue: issuePayload(world, issue), ...more });
    return;
  }
  const pull = await pullPayload(world, issue);
  emit(world, actor, 'pull_request', { action, number: issue.number, pull_request: pull, ...more });
}

/** Writes one line of the issue's history and marks the issue as changed. */
export function record(
  world: World,
  actor: NamedActor,
  issue: IssueRecord,
  event: string,
  details: Json = {},
): void {
  const at = timestamp(world);
  const { user } = actor;
  issue.updatedAt = at;
  issue.timeline.push({
    id: world.nextId(),
    event,
    actor: user,
    at,
    app: actingApp(actor),
    details,
  });
}
