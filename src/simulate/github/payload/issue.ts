import { nodeId } from '../node-id.ts';
import {
  type IssueRecord,
  type LabelRecord,
  type ReactionRecord,
  reactionContents,
} from '../records.ts';
import { commentsOf, repositoryApiUrl, repositoryUrl, type World } from '../world.ts';
import { nullableAppPayload } from './app.ts';
import { authorAssociation } from './author-association.ts';
import { type Json, nullableUserPayload, userPayload } from './user.ts';

/** An issue, or a pull request seen as one. */
export function issuePayload(world: World, issue: IssueRecord): Json {
  const api = repositoryApiUrl(world);
  const url = `${api}/issues/${issue.number}`;
  return {
    url,
    repository_url: api,
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: issuePage(world, issue),
    id: issue.id,
    node_id: issueNodeId(issue),
    number: issue.number,
    title: issue.title,
    user: userPayload(world, issue.author),
    labels: issue.labels.map((label) => labelPayload(world, label)),
    state: issue.state,
    locked: issue.locked,
    assignee: nullableUserPayload(world, issue.assignees[0] ?? null),
    assignees: issue.assignees.map((user) => userPayload(world, user)),
    milestone: null,
    comments: commentsOf(world, issue).length,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.closedAt,
    author_association: authorAssociation(world, issue.author),
    active_lock_reason: issue.lockReason,
    ...(issue.pull && pullLinks(world, issue)),
    body: issue.body,
    reactions: reactionsPayload(url, issue.reactions),
    timeline_url: `${url}/timeline`,
    performed_via_github_app: nullableAppPayload(world, issue.app),
    state_reason: issue.stateReason,
  };
}

/** `GET /issues/{n}` names who closed it; lists and webhooks do not. */
export function fullIssuePayload(world: World, issue: IssueRecord): Json {
  return { ...issuePayload(world, issue), closed_by: nullableUserPayload(world, issue.closedBy) };
}

export function issueNodeId(issue: IssueRecord): string {
  return issue.pull ? nodeId('PullRequest', issue.pull.id) : nodeId('Issue', issue.id);
}

export function issuePage(world: World, issue: IssueRecord): string {
  return `${repositoryUrl(world)}/${issue.pull ? 'pull' : 'issues'}/${issue.number}`;
}

function pullLinks(world: World, issue: IssueRecord): Json {
  const page = issuePage(world, issue);
  return {
    draft: issue.pull?.draft ?? false,
    pull_request: {
      url: `${repositoryApiUrl(world)}/pulls/${issue.number}`,
      html_url: page,
      diff_url: `${page}.diff`,
      patch_url: `${page}.patch`,
      merged_at: issue.pull?.mergedAt ?? null,
    },
  };
}

export function labelPayload(world: World, label: LabelRecord): Json {
  return {
    id: label.id,
    node_id: nodeId('Label', label.id),
    url: `${repositoryApiUrl(world)}/labels/${encodeURIComponent(label.name)}`,
    name: label.name,
    description: label.description,
    color: label.color,
    default: false,
  };
}

/** How many of each reaction; GitHub adds it to whatever can be reacted to. */
export function reactionsPayload(url: string, reactions: readonly ReactionRecord[]): Json {
  const counts = reactionContents.map((content) => [
    content,
    reactions.filter((reaction) => reaction.content === content).length,
  ]);
  return {
    url: `${url}/reactions`,
    total_count: reactions.length,
    ...Object.fromEntries(counts),
  };
}

export function reactionPayload(world: World, reaction: ReactionRecord): Json {
  return {
    id: reaction.id,
    node_id: nodeId('Reaction', reaction.id),
    user: userPayload(world, reaction.user),
    content: reaction.content,
    created_at: reaction.createdAt,
  };
}
