import { nodeId } from '../../node-id.ts';
import type { ReactionContent, ReactionRecord } from '../../records.ts';
import { connection } from '../connection.ts';
import { type Fields, reference } from '../reference.ts';
import { actor } from './actor-fields.ts';

const names: Record<ReactionContent, string> = {
  '+1': 'THUMBS_UP',
  '-1': 'THUMBS_DOWN',
  laugh: 'LAUGH',
  confused: 'CONFUSED',
  heart: 'HEART',
  hooray: 'HOORAY',
  rocket: 'ROCKET',
  eyes: 'EYES',
};

/** REST's word for a reaction of GraphQL. */
export function reactionContent(name: string): string | undefined {
  return Object.entries(names).find(([, known]) => known === name)?.[0];
}

export const reactionFields: Fields<ReactionRecord> = {
  id: ({ id }) => nodeId('Reaction', id),
  databaseId: ({ id }) => id,
  content: ({ content }) => names[content],
  createdAt: ({ createdAt }) => createdAt,
  user: ({ user }) => actor(user),
};

/** What can be reacted to has these besides its own fields. */
export const reactableFields: Fields<{ readonly reactions: readonly ReactionRecord[] }> = {
  reactions: ({ reactions }, _, { content, ...args }) => {
    const wanted = reactions.filter((r) => !content || names[r.content] === content);
    return connection('reactions', wanted, args, (r) => reference('Reaction', r));
  },
  reactionGroups: ({ reactions }) =>
    Object.entries(names).map(([content, name]) => ({
      content: name,
      createdAt: reactions.find((r) => r.content === content)?.createdAt ?? null,
    })),
};
