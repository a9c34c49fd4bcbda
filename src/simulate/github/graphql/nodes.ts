import { parseNodeId } from '../node-id.ts';
import { mayRead } from '../permissions.ts';
import type { CommentRecord, IssueRecord, PullIssue, ThreadRecord } from '../records.ts';
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
    case 'PullRequestReviewThread':
      return thread(world, key);
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

function thread(world: World, key: number): Node | undefined {
  for (const pull of pulls(world)) {
    const record = pull.pull.threads.find((known) => known.id === key);
    if (!record) continue;
    const shown = reference('PullRequestReviewThread', { issue: pull, thread: record });
    return { kind: 'thread', record, pull, shown };
  }
  return undefined;
}
