import { nodeId } from '../node-id.ts';
import type { StatusRecord } from '../records.ts';
import { repositoryApiUrl, type World } from '../world.ts';
import { type Json, userPayload } from './user.ts';

export function statusPayload(world: World, status: StatusRecord): Json {
  const creator = userPayload(world, status.creator);
  return {
    url: `${repositoryApiUrl(world)}/statuses/${status.sha}`,
    avatar_url: creator.avatar_url,
    id: status.id,
    node_id: nodeId('Status', status.id),
    state: status.state,
    description: status.description,
    target_url: status.targetUrl,
    context: status.context,
    created_at: status.createdAt,
    updated_at: status.createdAt,
    creator,
  };
}

/** One state for many: any error or failure fails, all must succeed, none is pending. */
export function combinedState(
  statuses: readonly StatusRecord[],
): 'failure' | 'pending' | 'success' {
  if (statuses.some(({ state }) => state === 'error' || state === 'failure')) return 'failure';
  if (statuses.length === 0 || statuses.some(({ state }) => state === 'pending')) return 'pending';
  return 'success';
}
