import { rateKey } from '../rate-limits.ts';
import { Refusal } from '../refusal.ts';
import { findUser } from '../world.ts';
import type { GraphqlContext } from './execute.ts';
import { nodeWithId } from './nodes.ts';
import { repositoryNamed } from './repository-type.ts';
import { actorType, type Source } from './types.ts';

/** The fields of `Query` that are answered. */
export function queryRoot({ world, actor, limits }: GraphqlContext): Source {
  const user = (login: string) => {
    const found = findUser(world, login);
    if (!found) throw new Refusal(404, `Could not resolve to a User with the login of '${login}'.`);
    return found;
  };
  return {
    viewer: () => actorType(world, actor.user),
    user: ({ login }: { login: string }) => actorType(world, user(login)),
    repositoryOwner: ({ login }: { login: string }) => actorType(world, user(login)),
    repository: ({ owner, name }: { owner: string; name: string }) =>
      repositoryNamed(world, actor, owner, name),
    node: ({ id }: { id: string }) => nodeWithId(world, actor, id).shown(),
    nodes: ({ ids }: { ids: string[] }) => ids.map((id) => nodeWithId(world, actor, id).shown()),
    rateLimit: () => {
      const { limit, remaining, reset, used } = limits.state(rateKey(world, actor), 'graphql');
      const resetAt = new Date(reset * 1000).toISOString();
      return { cost: 1, limit, nodeCount: 0, remaining, resetAt, used };
    },
  };
}
