import type { NamedActor } from '../actor.ts';
import { parseNodeId } from '../node-id.ts';
import { mayRead } from '../permissions.ts';
import type {
  CommentRecord,
  IssueRecord,
  PullIssue,
  ReviewCommentRecord,
  ThreadRecord,
} from '../records.ts';
import { Refusal } from '../refusal.ts';
import { pulls, type World } from '../world.ts';
import { repositoryType } from './repository-type.ts';
import { actorType, commentType, issueType, labelType, type Source, threadType } from './types.ts';

/** What a node id stands for, with the record that mutations change. */
export type Node =
  | { readonly kind: 'issue'; readonly record: IssueRecord; shown(): Source }
  | { readonly kind: 'comment'; readonly record: CommentRecord; shown(): Source }
  | {
      readonly kind: 'thread';
      readonly record: ThreadRecord;
      readonly pull: PullIssue;
      shown(): Source;
    }
  | { readonly kind: 'review-comment'; readonly record: ReviewCommentRecord; shown(): Source }
  | { readonly kind: 'other'; shown(): Source };

/** @throws Refusal NOT_FOUND, in GitHub's words */
export function nodeWithId(world: World, viewer: NamedActor, id: string): Node {
  mayRead(world, viewer, 'metadata');
  const node = find(world, viewer, id);
  if (!node) throw new Refusal(404, `Could not resolve to a node with the global id of '${id}'`);
  return node;
}

function find(world: World, viewer: NamedActor, id: string): Node | undefined {
  const parsed = parseNodeId(id);
  const key = Number(parsed?.key);
  switch (parsed?.type) {
    case 'Issue':
    case 'PullRequest': {
      const issues = [...world.issues.values()].filter(({ gone }) => !gone);
      const record = issues.find((i) => (parsed.type === 'Issue' ? i.id : i.pull?.id) === key);
      return record && { kind: 'issue', record, shown: () => issueType(world, viewer, record) };
    }
    case 'IssueComment': {
      const record = world.comments.get(key);
      return record && { kind: 'comment', record, shown: () => commentType(world, viewer, record) };
    }
    case 'PullRequestReviewThread':
      return thread(world, viewer, key);
    case 'User':
    case 'Bot':
    case 'Organization': {
      const user = world.users.get(key);
      return user && { kind: 'other', shown: () => actorType(world, user) };
    }
    case 'Label': {
      const label = world.labels.find((known) => known.id === key);
      return label && { kind: 'other', shown: () => labelType(world, label) };
    }
    case 'Repository':
      return { kind: 'other', shown: () => repositoryType(world, viewer) };
    default:
      return undefined;
  }
}

function thread(world: World, viewer: NamedActor, key: number): Node | undefined {
  for (const pull of pulls(world)) {
    const record = pull.pull.threads.find((known) => known.id === key);
    if (record) {
      return { kind: 'thread', record, pull, shown: () => threadType(world, viewer, pull, record) };
    }
  }
  return undefined;
}
