import { parseNodeId } from '../node-id.ts';
import { mayRead } from '../permissions.ts';
import type {
  CommentRecord,
  IssueRecord,
  PullIssue,
  ReviewCommentRecord,
  ReviewRecord,
  ThreadRecord,
} from '../records.ts';
import { Refusal } from '../refusal.ts';
import { pulls, type World } from '../world.ts';
import { actor } from './fields/actor-fields.ts';
import { issue } from './fields/issue-fields.ts';
import { type GraphqlContext, type Reference, reference } from './reference.ts';

interface Shown {
  readonly shown: Reference;
}

/** What a node id stands for, with the record that mutations change. */
export type Node =
  | (Shown & { readonly kind: 'issue'; readonly record: IssueRecord })
  | (Shown & { readonly kind: 'comment'; readonly record: CommentRecord })
  | (Shown & { readonly kind: 'thread'; readonly record: ThreadRecord; readonly pull: PullIssue })
  | (Shown & { readonly kind: 'review'; readonly record: ReviewRecord })
  | (Shown & { readonly kind: 'review-comment'; readonly record: ReviewCommentRecord })
  | (Shown & { readonly kind: 'other' });

/** @throws Refusal NOT_FOUND, in GitHub's words */
export function nodeWithId({ world, actor: viewer }: GraphqlContext, id: string): Node {
  mayRead(world, viewer, 'metadata');
  const node = find(world, id);
  if (!node) throw new Refusal(404, `Could not resolve to a node with the global id of '${id}'`);
  return node;
}

function find(world: World, id: string): Node | undefined {
  const parsed = parseNodeId(id);
  const key = Number(parsed?.key);
  switch (parsed?.type) {
    case 'Issue':
    case 'PullRequest': {
      const issues = [...world.issues.values()].filter(({ gone }) => !gone);
      const record = issues.find((i) => (parsed.type === 'Issue' ? i.id : i.pull?.id) === key);
      return record && { kind: 'issue', record, shown: issue(record) };
    }
    case 'IssueComment': {
      const record = world.comments.get(key);
      return record && { kind: 'comment', record, shown: reference('IssueComment', record) };
    }
    case 'PullRequestReview':
    case 'PullRequestReviewComment':
    case 'PullRequestReviewThread':
      return inReview(world, parsed.type, key);
    case 'User':
    case 'Bot':
    case 'Organization': {
      const user = world.users.get(key);
      return user && { kind: 'other', shown: actor(user) };
    }
    case 'Label': {
      const label = world.labels.find((known) => known.id === key);
      return label && { kind: 'other', shown: reference('Label', label) };
    }
    case 'Repository':
      return { kind: 'other', shown: reference('Repository', world.repository) };
    default:
      return undefined;
  }
}

function inReview(world: World, type: string, key: number): Node | undefined {
  for (const issue of pulls(world)) {
    const { reviews, threads } = issue.pull;
    const review = reviews.find(({ id }) => id === key);
    if (review)
      return { kind: 'review', record: review, shown: reference(type, { issue, review }) };
    const thread = threads.find(({ id }) => id === key);
    if (thread) {
      return {
        kind: 'thread',
        record: thread,
        pull: issue,
        shown: reference(type, { issue, thread }),
      };
    }
    const comment = threads.flatMap(({ comments }) => comments).find(({ id }) => id === key);
    if (comment) {
      return {
        kind: 'review-comment',
        record: comment,
        shown: reference(type, { issue, comment }),
      };
    }
  }
  return undefined;
}
