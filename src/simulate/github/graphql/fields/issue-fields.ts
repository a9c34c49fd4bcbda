import { closingWords } from '../../actions/pulls-follow.ts';
import { nodeId } from '../../node-id.ts';
import { issueNodeId, issuePage } from '../../payload/issue.ts';
import type { CommentRecord, IssueRecord, LabelRecord } from '../../records.ts';
import { commentsOf, pulls, repositoryUrl, type World } from '../../world.ts';
import { connection } from '../connection.ts';
import { type Fields, type Reference, reference } from '../reference.ts';
import { actor } from './actor-fields.ts';
import { reactableFields } from './reaction-fields.ts';
import { timelineItems } from './timeline-fields.ts';
import { writtenFields } from './written-fields.ts';

/** An issue, or a pull request by its own type. */
export function issue(record: IssueRecord): Reference {
  return reference(record.pull ? 'PullRequest' : 'Issue', record);
}

/** What issues and pull requests share. */
export const conversationFields: Fields<IssueRecord> = {
  ...writtenFields,
  ...reactableFields,
  id: issueNodeId,
  number: ({ number }) => number,
  title: ({ title }) => title,
  updatedAt: ({ updatedAt }) => updatedAt,
  closed: ({ state }) => state === 'closed',
  closedAt: ({ closedAt }) => closedAt,
  locked: ({ locked }) => locked,
  activeLockReason: ({ lockReason }) => lockReason?.toUpperCase().replace(/[- ]/g, '_') ?? null,
  url: (record, { world }) => issuePage(world, record),
  resourcePath: (record, { world }) => new URL(issuePage(world, record)).pathname,
  repository: (_, { world }) => reference('Repository', world.repository),
  labels: ({ labels }, _, args) =>
    connection('labels', labels, args, (label) => reference('Label', label)),
  assignees: ({ assignees }, _, args) => connection('assignees', assignees, args, actor),
  timelineItems: (record, { world }, args) => timelineItems(world, record, args),
  comments: (record, { world }, args) =>
    connection('comments', commentsOf(world, record), args, (c) => reference('IssueComment', c)),
};

function closingPulls(world: World, { number }: IssueRecord): IssueRecord[] {
  const closes = ({ body }: IssueRecord) =>
    [...(body ?? '').matchAll(closingWords)].some((match) => Number(match[1]) === number);
  return pulls(world).filter(closes);
}

export const issueFields: Fields<IssueRecord> = {
  ...conversationFields,
  databaseId: ({ id }) => id,
  fullDatabaseId: ({ id }) => String(id),
  state: ({ state }) => state.toUpperCase(),
  stateReason: ({ stateReason }) => stateReason?.toUpperCase() ?? null,
  parent: ({ parent }) => parent && issue(parent),
  subIssues: ({ subIssues }, _, args) => connection('sub-issues', subIssues, args, issue),
  // A pull request closes what its body says.
  closedByPullRequestsReferences: (record, { world }, args) =>
    connection('closing-pulls', closingPulls(world, record), args, issue),
};

export const commentFields: Fields<CommentRecord> = {
  ...writtenFields,
  ...reactableFields,
  id: ({ id }) => nodeId('IssueComment', id),
  databaseId: ({ id }) => id,
  fullDatabaseId: ({ id }) => String(id),
  isMinimized: ({ minimizedReason }) => minimizedReason !== null,
  minimizedReason: ({ minimizedReason }) => minimizedReason,
  updatedAt: ({ updatedAt }) => updatedAt,
  url: (record, { world }) => `${issuePage(world, record.issue)}#issuecomment-${record.id}`,
  issue: (record) => issue(record.issue),
  repository: (_, { world }) => reference('Repository', world.repository),
};

export const labelFields: Fields<LabelRecord> = {
  id: ({ id }) => nodeId('Label', id),
  name: ({ name }) => name,
  color: ({ color }) => color,
  description: ({ description }) => description,
  isDefault: () => false,
  url: ({ name }, { world }) => `${repositoryUrl(world)}/labels/${encodeURIComponent(name)}`,
};
