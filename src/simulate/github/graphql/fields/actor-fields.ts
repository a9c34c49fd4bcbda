import { nodeId } from '../../node-id.ts';
import { userPage } from '../../payload/user.ts';
import type { UserRecord } from '../../records.ts';
import { type Fields, type Reference, reference } from '../reference.ts';

export function actor(user: UserRecord): Reference {
  return reference(user.type, user);
}

export function nullableActor(user: UserRecord | null | undefined): Reference | null {
  return user ? actor(user) : null;
}

/** Users, bots and organisations. GraphQL gives a bot's login without the `[bot]` of REST. */
export const actorFields: Fields<UserRecord> = {
  id: ({ type, id }) => nodeId(type, id),
  databaseId: ({ id }) => id,
  login: ({ login }) => login.replace(/\[bot\]$/, ''),
  name: ({ login }) => login,
  email: () => '',
  url: (user, { world }) => userPage(world, user),
  resourcePath: (user, { world }) => new URL(userPage(world, user)).pathname,
  avatarUrl: ({ id }, { world }) => `${world.origin}/avatars/u/${id}`,
  isViewer: (user, { actor: viewer }) => viewer.user === user,
  createdAt: ({ createdAt }) => createdAt,
  updatedAt: ({ createdAt }) => createdAt,
};
