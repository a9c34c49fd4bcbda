import { mayRead } from '../permissions.ts';
import { rateKey } from '../rate-limits.ts';
import { notFound, Refusal } from '../refusal.ts';
import { findUser } from '../world.ts';
import { actor } from './fields/actor-fields.ts';
import { nodeWithId } from './nodes.ts';
import { type GraphqlContext, type Reference, reference } from './reference.ts';

/** The fields of `Query` that are answered. */
export function queryRoot(context: GraphqlContext): Record<string, unknown> {
  const { world, actor: viewer, limits } = context;
  const user = ({ login }: { login: string }) => {
    const found = findUser(world, login);
    if (found) return actor(found);
    throw new Refusal(404, `Could not resolve to a User with the login of '${login}'.`);
  };
  return {
    viewer: () => reference('User', viewer.user),
    user,
    repositoryOwner: user,
    repository: (args: { owner: string; name: string }) => repositoryNamed(context, args),
    node: ({ id }: { id: string }) => nodeWithId(context, id).shown,
    nodes: ({ ids }: { ids: string[] }) => ids.map((id) => nodeWithId(context, id).shown),
    rateLimit: () => {
      const { limit, remaining, reset, used } = limits.state(rateKey(world, viewer), 'graphql');
      const resetAt = new Date(reset * 1000).toISOString();
      return { cost: 1, limit, nodeCount: 0, remaining, resetAt, used };
    },
  };
}

/** @throws Refusal NOT_FOUND for any other repository, and for one the viewer may not see */
function repositoryNamed(
  { world, actor: viewer }: GraphqlContext,
  { owner, name }: { owner: string; name: string },
): Reference {
  const { repository } = world;
  const same =
    owner.toLowerCase() === repository.owner.login.toLowerCase() &&
    name.toLowerCase() === repository.name.toLowerCase();
  try {
    if (!same) throw notFound();
    mayRead(world, viewer, 'metadata');
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 404) throw error;
    throw new Refusal(404, `Could not resolve to a Repository with the name '${owner}/${name}'.`);
  }
  return reference('Repository', repository);
}
