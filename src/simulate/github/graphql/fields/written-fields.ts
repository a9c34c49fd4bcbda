import { nodeId } from '../../node-id.ts';
import { authorAssociation } from '../../payload/author-association.ts';
import type { EditRecord, UserRecord } from '../../records.ts';
import { connection } from '../connection.ts';
import { type Fields, reference } from '../reference.ts';
import { nullableActor } from './actor-fields.ts';

interface Written {
  readonly author: UserRecord;
  readonly body: string | null;
  readonly createdAt: string;
  readonly edits: readonly EditRecord[];
}

/** What everything written has: who wrote it, who edited it last, and when. */
export const writtenFields: Fields<Written> = {
  author: ({ author }) => nullableActor(author),
  authorAssociation: ({ author }, { world }) => authorAssociation(world, author),
  body: ({ body }) => body ?? '',
  bodyText: ({ body }) => body ?? '',
  createdAt: ({ createdAt }) => createdAt,
  publishedAt: ({ createdAt }) => createdAt,
  editor: ({ edits }) => nullableActor(edits.at(-1)?.editor),
  lastEditedAt: ({ edits }) => edits.at(-1)?.at ?? null,
  includesCreatedEdit: ({ edits }) => edits.length > 0,
  viewerDidAuthor: ({ author }, { actor: viewer }) => viewer.user === author,
  userContentEdits: ({ edits }, _, args) =>
    connection('userContentEdits', [...edits].reverse(), args, (edit) =>
      reference('UserContentEdit', edit),
    ),
};

export const editFields: Fields<EditRecord> = {
  id: ({ at, editor }) => nodeId('UserContentEdit', `${at} ${editor.id}`),
  createdAt: ({ at }) => at,
  editedAt: ({ at }) => at,
  updatedAt: ({ at }) => at,
  editor: ({ editor }) => nullableActor(editor),
  diff: ({ body }) => body,
  deletedAt: () => null,
  deletedBy: () => null,
};
