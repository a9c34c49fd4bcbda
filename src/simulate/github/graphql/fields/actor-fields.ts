import { nodeId } from '../../node-id.ts';
import { userPage } from '../../payload/user.ts';
import type { UserRecord } from '../../records.ts';
import { type Fields, type Reference, reference } from '../reference.ts';

export function actor(user: UserRecord): Reference {
  return reference(user.type, user);
}

/** Null for nobody, and for an account that was deleted. */
export function nullableActor(user: UserRecord | null | undefined): Reference | null {
  return user && !user.deleted ? actor(user) : null;
}

/** Users and organisations. */
export const actorFields: Fields<UserRecord> = {
  id: ({ type, id }) => nodeId(type, id),
  databaseId: ({ id }) => id,
  login: ({ login }) => login,
  name: ({ login }) => login,
  email: () => '',
  url: (user, { world }) => userPage(world, user),
  resourcePath: (user, { world }) => new URL(userPage(world, user)).pathname,
  avatarUrl: ({ id }, { world }) => `${world.origin}/avatars/u/${id}`,
  isViewer: (user, { actor: viewer }) => viewer.user === user,
  createdAt: ({ createdAt }) => createdAt,
  updatedAt: ({ createdAt }) => createdAt,
};

/**
 * Bots: as an author, GraphQL gives their login without the `[bot]` of REST. As `viewer`, which is
 * always a User, it keeps it.
 */
export const botFields: Fields<UserRecord> = {
  ...actorFields,
  login: ({ login }) => login.replace(/\[bot\]$/, ''),
};
