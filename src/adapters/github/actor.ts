import type { Actor } from '../../core/schema/actor.ts';

/** An actor as our GraphQL fragment brings it; null when the account was deleted. */
export interface ActorNode {
  __typename: string;
  login: string;
  databaseId?: number | null;
}

/** Selects what `actorOf` needs. Interfaces have no `databaseId`, so each type is named. */
export const ACTOR_FRAGMENT = `fragment who on Actor {
  __typename login
  ... on User { databaseId }
  ... on Bot { databaseId }
  ... on Mannequin { databaseId }
  ... on Organization { databaseId }
}`;

/**
 * GitHub’s actor in our words. A `Bot` is the account of an App, and its id that account’s. What is
 * neither a person nor an App (mannequins of an import, organisations) counts as `bot`: it has no role.
 */
export function actorOf(node: ActorNode | null): Actor {
  if (node === null) return { id: 0, login: 'ghost', kind: 'deleted' };
  const id = node.databaseId ?? 0;
  const login = node.login.slice(0, 100);
  if (id === 0) return { id, login, kind: 'deleted' };
  return { id, login, kind: kindOf(node.__typename) };
}

function kindOf(type: string): Actor['kind'] {
  if (type === 'User') return 'person';
  return type === 'Bot' ? 'app' : 'bot';
}
