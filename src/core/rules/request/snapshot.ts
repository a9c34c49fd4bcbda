import { digestText } from '../../digest.ts';
import type { Role } from '../../schema/actor.ts';
import type { Observation, SeenText } from '../../schema/observation.ts';
import type { Snapshot, Source, SourceId } from '../../schema/snapshot.ts';
import { visibleText, visibleTitle } from '../text/visible-text.ts';
import { atLeast, effectiveRole, LEAST_ROLE } from './authority.ts';
import { referencesOf } from './references.ts';
import { revisionOf } from './revision.ts';

/** Which texts a person with authority took over as they stood: by content hash, so that an edit ends it (threat 6). */
export type Adopted = readonly (readonly [SourceId, string])[] | 'title-and-body';

export interface SnapshotOptions {
  /** Ids of our own comments, from the ledger: they are no requirements. */
  ownComments: readonly number[];
  /** `title-and-body` when somebody with authority just started the task from this issue. */
  adopted: Adopted;
  /** Numeric ids of Apps that count as writers. */
  allow: readonly number[];
  /** When the task was started: what was edited then or later was not seen by who adopted it. */
  adoptedAt?: string;
}

/** The request as this look saw it: visible text, with whose authority each part carries. */
export function takeSnapshot(observation: Observation, options: SnapshotOptions): Snapshot {
  const { issue } = observation;
  const own = new Set(options.ownComments);
  const title: SeenText = {
    ...issue.text,
    body: issue.title,
    editor: issue.titleEditor,
    editorKnown: true,
    editedAt: null,
  };
  const source = (id: SourceId, text: SeenText, minimised = false) =>
    readSource(id, text, minimised, observation.roles, options);
  const sources = [
    source('title', title),
    source('body', issue.text),
    ...observation.comments
      .filter((comment) => !own.has(comment.id))
      .map((comment) => source(`comment:${comment.place}:${comment.id}`, comment, comment.hidden)),
  ];
  return {
    issue: issue.number,
    takenAt: observation.at,
    revision: revisionOf(sources, { title: issue.title, body: issue.text.body }),
    sources,
    references: referencesOf(sources, observation),
  };
}

function readSource(
  id: SourceId,
  seen: SeenText,
  minimised: boolean,
  roles: Observation['roles'],
  options: SnapshotOptions,
): Source {
  const { text, hidden } = id === 'title' ? visibleTitle(seen.body) : visibleText(seen.body);
  const contentHash = digestText(seen.body);
  const authority = minimised ? 'none' : authorityOf(seen, roles, options.allow);
  return {
    id,
    author: seen.author,
    editor: seen.editor,
    authority,
    adopted: !atLeast(authority, LEAST_ROLE.amend) && isAdopted(id, contentHash, seen, options),
    ...(minimised && { minimised }),
    contentHash,
    editedAt: seen.editedAt,
    text,
    hidden,
  };
}

/** The lower of author’s and editor’s role; nobody’s when the editor cannot be read (threats 4, 5, 7). */
function authorityOf(seen: SeenText, roles: Observation['roles'], allow: readonly number[]): Role {
  if (!seen.editorKnown) return 'none';
  const [author, editor] = [seen.author, seen.editor ?? seen.author].map((actor) =>
    effectiveRole(actor, roles[String(actor.id)] ?? 'none', allow),
  ) as [Role, Role];
  return atLeast(author, editor) ? editor : author;
}

function isAdopted(
  id: SourceId,
  contentHash: string,
  { editedAt }: SeenText,
  { adopted, adoptedAt }: SnapshotOptions,
): boolean {
  if (adopted !== 'title-and-body')
    return adopted.some(([source, hash]) => source === id && hash === contentHash);
  // GitHub’s times have whole seconds: an edit in the same second may have come after.
  const late =
    adoptedAt !== undefined &&
    editedAt !== null &&
    Math.floor(Date.parse(editedAt) / 1000) >= Math.floor(Date.parse(adoptedAt) / 1000);
  return (id === 'title' || id === 'body') && !late;
}
