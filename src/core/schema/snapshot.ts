import { z } from 'zod';
import { Actor, Role } from './actor.ts';
import { Digest, IssueNumber, Timestamp } from './scalars.ts';

/** Names one text the requirements come from: `title`, `body`, or `comment:<place>:<id>`. */
export const SourceId = z
  .string()
  .regex(/^(?:title|body|comment:(?:issue|pull-request|review|review-summary):\d+)$/)
  .describe('title, body, or comment:<issue|pull-request|review|review-summary>:<GitHub id>');
export type SourceId = z.infer<typeof SourceId>;

/** Text that people cannot see and that was left out (design §3, threat 9). */
export const HiddenSpan = z.object({
  kind: z.enum([
    'html-comment',
    'tag-characters',
    'zero-width',
    'bidi-control',
    'variation-selector',
    'collapsed',
    'control-character',
    'truncated',
  ]),
  count: z.int().positive().describe('how many such spans or characters were left out'),
});
export type HiddenSpan = z.infer<typeof HiddenSpan>;

/** One text as it was read at one moment. */
export const Source = z.object({
  id: SourceId,
  author: Actor,
  editor: Actor.nullable().describe('who edited it last; null when never edited'),
  authority: Role.describe('the lower of author’s and editor’s role, as asked in this look'),
  adopted: z
    .boolean()
    .describe('text of someone without authority that a person with authority adopted as it stood'),
  minimised: z
    .boolean()
    .optional()
    .describe('hidden by a moderator when it was read: it has no authority, and is not shown'),
  contentHash: Digest.describe('of the raw text: what was authorised is bound by it'),
  editedAt: Timestamp.nullable(),
  text: z.string().describe('visible text, canonical line endings'),
  hidden: z.array(HiddenSpan).describe('what was stripped from it, reported to people'),
});
export type Source = z.infer<typeof Source>;

/** seeds/3: `issue_body_hash + last_consumed_comment_id`, and a digest that edits and deletions move. */
export const Revision = z.object({
  bodyHash: Digest.describe('of title and body'),
  lastCommentId: z.int().nonnegative().describe('id of the newest consumed comment; 0 for none'),
  setDigest: Digest.describe('of every consumed source’s id, content hash, author and editor'),
});
export type Revision = z.infer<typeof Revision>;

/** Something the request points to. It is listed and not fetched: nobody authorised what stands there. */
export const Reference = z.object({
  kind: z.enum([
    'sub-issue',
    'parent-issue',
    'linked-pull-request',
    'mention',
    'attachment',
    'image',
  ]),
  target: z.string().describe('owner/name#number, or an address'),
  source: z.string().describe('the source it stands in; github for links that GitHub keeps'),
});
export type Reference = z.infer<typeof Reference>;

/** Which requirements were read: seeds/3’s requirements snapshot. */
export const Snapshot = z.object({
  issue: IssueNumber,
  takenAt: Timestamp,
  revision: Revision,
  sources: z.array(Source).describe('title, body, then comments in the order GitHub lists them'),
  references: z.array(Reference).default([]).describe('what it points to; listed, not fetched'),
});
export type Snapshot = z.infer<typeof Snapshot>;
