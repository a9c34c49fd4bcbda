import type { Actor } from '../actor.ts';
import { mayWrite } from '../permissions.ts';
import type { StatusRecord } from '../records.ts';
import { notFound, Refusal, validationFailed } from '../refusal.ts';
import { timestamp, type World } from '../world.ts';

const states = ['error', 'failure', 'pending', 'success'] as const;

/**
 * Sets a commit status (https://docs.github.com/rest/commits/statuses#create-a-commit-status).
 * @throws Refusal 422 for an unknown state or commit, 403/404 without the right to
 */
export async function createStatus(
  world: World,
  actor: Actor,
  sha: string,
  input: Record<string, unknown>,
): Promise<StatusRecord> {
  mayWrite(world, actor, { scope: 'statuses', role: 'write', refusal: notFound() });
  const state = states.find((known) => known === input.state);
  if (!state)
    throw validationFailed({
      resource: 'Status',
      code: 'custom',
      field: 'state',
      message: 'state is not included in the list',
    });
  const commit = /^[0-9a-f]{40}$/.test(sha) ? await world.git.resolve(sha) : undefined;
  if (!commit) throw new Refusal(422, `No commit found for SHA: ${sha}`);
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  const status: StatusRecord = {
    id: world.nextId(),
    sha: commit,
    state,
    context: text(input.context) ?? 'default',
    description: text(input.description),
    targetUrl: text(input.target_url),
    creator: actor.user,
    createdAt: timestamp(world),
  };
  world.statuses.push(status);
  return status;
}
