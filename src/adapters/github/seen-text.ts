import type { SeenComment, SeenText } from '../../core/schema/observation.ts';
import { type ActorNode, actorOf } from './actor.ts';

/** GitHub’s `Comment` interface, which issues, comments and reviews share. */
export interface TextNode {
  body: string;
  author: ActorNode | null;
  editor: ActorNode | null;
  lastEditedAt: string | null;
  createdAt: string;
}

export interface CommentNode extends TextNode {
  /** 64 bits as a string: ids of comments no longer fit GraphQL’s Int. */
  fullDatabaseId: string | number;
  isMinimized: boolean;
}

export const TEXT_FRAGMENT = `fragment text on Comment {
  body author { ...who } editor { ...who } lastEditedAt createdAt
}`;

/** A text with author and editor. Edited, but no editor to read: `editorKnown` is false (design §3). */
export function seenText(node: TextNode): SeenText {
  const edited = node.lastEditedAt !== null;
  return {
    body: node.body,
    author: actorOf(node.author),
    editor: edited && node.editor !== null ? actorOf(node.editor) : null,
    editorKnown: !edited || (node.editor !== null && actorOf(node.editor).id !== 0),
    editedAt: node.lastEditedAt,
  };
}

export function seenComment(place: SeenComment['place'], node: CommentNode): SeenComment {
  return {
    ...seenText(node),
    id: Number(node.fullDatabaseId),
    place,
    createdAt: node.createdAt,
    hidden: node.isMinimized,
  };
}
