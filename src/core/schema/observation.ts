import { z } from 'zod';
import { Actor, Role } from './actor.ts';
import { Digest, GitSha, IssueNumber, Timestamp } from './scalars.ts';

/** One text on GitHub as seen in this look: raw, before anything hidden is stripped. */
export const SeenText = z.object({
  body: z.string(),
  author: Actor,
  editor: Actor.nullable().describe('null when never edited'),
  editorKnown: z.boolean().describe('false: it was edited and we could not read by whom'),
  editedAt: Timestamp.nullable(),
});
export type SeenText = z.infer<typeof SeenText>;

export const SeenComment = SeenText.extend({
  id: z.int().positive(),
  place: z
    .enum(['issue', 'pull-request', 'review', 'review-summary'])
    .describe('review: a comment on a line; review-summary: the text a review is submitted with'),
  createdAt: Timestamp,
  hidden: z.boolean().describe('minimised by a moderator'),
});
export type SeenComment = z.infer<typeof SeenComment>;

/** Our pull request, or another one that sits on our branch. */
export const SeenPullRequest = z.object({
  number: IssueNumber,
  state: z.enum(['open', 'closed', 'merged']),
  head: GitSha,
  draft: z.boolean(),
  ours: z.boolean().describe('its body carries our marker for this task'),
  recordHead: GitSha.nullable().describe(
    'commit the record in its body describes; null without one',
  ),
});
export type SeenPullRequest = z.infer<typeof SeenPullRequest>;

/** Everything one look at GitHub saw. Facts only: nothing here is a decision. */
export const Observation = z.object({
  at: Timestamp.describe('clock of the harness'),
  repository: z.string().describe('owner/name'),
  viewer: Actor.describe('whom our own token writes as'),
  issue: z.object({
    number: IssueNumber,
    kind: z.enum(['issue', 'pull-request']),
    state: z.enum(['open', 'closed']),
    locked: z.boolean(),
    labels: z.array(z.string()),
    assignees: z.array(Actor),
    requests: z
      .array(
        z.object({
          kind: z.enum(['labeled', 'assigned']),
          name: z.string(),
          by: Actor,
          at: Timestamp,
        }),
      )
      .default([])
      .describe(
        'who put the labels and assignees on that are there now: a lost webhook loses no task',
      ),
    related: z
      .array(
        z.object({
          relation: z.enum(['sub-issue', 'parent-issue', 'linked-pull-request']),
          target: z.string().describe('owner/name#number'),
        }),
      )
      .optional()
      .describe('issues and pull requests that GitHub links with it'),
    title: z.string(),
    titleEditor: Actor.nullable().default(null),
    text: SeenText,
  }),
  comments: z
    .array(SeenComment)
    .describe('issue, pull request and review comments, in GitHub’s order'),
  roles: z.record(z.string(), Role).describe('actor id → role, asked once in this look'),
  base: z.object({ branch: z.string(), sha: GitSha.nullable().describe('null: no such branch') }),
  branch: z.object({
    name: z.string().describe('head branch this task delivers on'),
    head: GitSha.nullable().describe('null: it does not exist'),
  }),
  pullRequest: SeenPullRequest.nullable(),
  commentMarker: z
    .object({ id: z.int().positive(), digest: Digest })
    .nullable()
    .describe('the comment with our marker written by ourselves, and the digest of its body'),
});
export type Observation = z.infer<typeof Observation>;

/** What woke us. It only says "look at issue N"; its sender is checked like anyone else. */
export const Trigger = z.object({
  kind: z.enum([
    'assigned',
    'labeled',
    'comment',
    'edited',
    'pull-request',
    'schedule',
    'dispatch',
    'console',
  ]),
  sender: Actor.nullable().describe('null for schedule and console'),
  source: z.string().nullable().describe('comment:<place>:<id> for a comment'),
  at: Timestamp,
});
export type Trigger = z.infer<typeof Trigger>;
