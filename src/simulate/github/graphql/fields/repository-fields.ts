import { nodeId } from '../../node-id.ts';
import { effectiveRole, mayRead, permissionFor } from '../../permissions.ts';
import type { IssueRecord, RepositoryRecord } from '../../records.ts';
import { Refusal } from '../../refusal.ts';
import { findUser, isPull, pulls, repositoryUrl, type World } from '../../world.ts';
import { connection, type PageArguments } from '../connection.ts';
import { type Fields, type GraphqlContext, reference } from '../reference.ts';
import { actor } from './actor-fields.ts';
import { issue } from './issue-fields.ts';
import { gitRef, refNamed } from './ref-fields.ts';

/** The repository and all that is reached through it. */
export const repositoryFields: Fields<RepositoryRecord> = {
  id: ({ id }) => nodeId('Repository', id),
  databaseId: ({ id }) => id,
  name: ({ name }) => name,
  nameWithOwner: ({ owner, name }) => `${owner.login}/${name}`,
  owner: ({ owner }) => actor(owner),
  url: (_, { world }) => repositoryUrl(world),
  isPrivate: (repository) => repository.private,
  visibility: (repository) => (repository.private ? 'PRIVATE' : 'PUBLIC'),
  isFork: () => false,
  isArchived: () => false,
  isEmpty: async (_, { world }) => (await world.git.refs('refs/heads/')).size === 0,
  createdAt: ({ createdAt }) => createdAt,
  updatedAt: ({ pushedAt }) => pushedAt,
  pushedAt: ({ pushedAt }) => pushedAt,
  viewerPermission: (_, { world, actor: viewer }) =>
    viewer.kind === 'person' ? effectiveRole(world, viewer.user).toUpperCase() : null,
  defaultBranchRef: ({ defaultBranch }, { world }) => gitRef(world, `refs/heads/${defaultBranch}`),
  ref: (_, context, { qualifiedName }) => refNamed(context, qualifiedName),
  issue: (_, context, { number }) => numbered(context, number, 'Issue'),
  pullRequest: (_, context, { number }) => numbered(context, number, 'PullRequest'),
  issueOrPullRequest: (_, context, { number }) => numbered(context, number),
  issues: (_, { world, actor: viewer }, args) => {
    mayRead(world, viewer, 'issues');
    return connection('issues', ordered(selectedIssues(world, args), args), args, issue);
  },
  pullRequests: (_, { world, actor: viewer }, args) => {
    mayRead(world, viewer, 'pull_requests');
    return connection('pullRequests', ordered(selectedPulls(world, args), args), args, issue);
  },
  labels: (_, { world }, args) =>
    connection('labels', world.labels, args, (label) => reference('Label', label)),
  label: (_, { world }, { name }) => {
    const label = world.labels.find((l) => l.name.toLowerCase() === name.toLowerCase());
    return label ? reference('Label', label) : null;
  },
};

/** @throws Refusal NOT_FOUND, in GitHub's words */
function numbered({ world, actor: viewer }: GraphqlContext, number: number, kind?: string) {
  const found = world.issues.get(number);
  const fits = kind === undefined || (found?.pull !== undefined) === (kind === 'PullRequest');
  if (!found || found.gone || !fits) {
    const what =
      kind === undefined
        ? 'an issue or pull request'
        : kind === 'Issue'
          ? 'an Issue'
          : 'a PullRequest';
    throw new Refusal(404, `Could not resolve to ${what} with the number of ${number}.`);
  }
  mayRead(world, viewer, permissionFor(found));
  return issue(found);
}

interface Order {
  readonly orderBy?: { readonly field: string; readonly direction: 'ASC' | 'DESC' } | null;
}

/** The oldest first, unless `orderBy` says otherwise. */
function ordered(found: IssueRecord[], { orderBy }: Order): IssueRecord[] {
  if (!orderBy) return found;
  const key = (record: IssueRecord) =>
    orderBy.field === 'UPDATED_AT' ? record.updatedAt : record.createdAt;
  const compare = (a: IssueRecord, b: IssueRecord) =>
    key(a) === key(b) ? a.number - b.number : key(a) < key(b) ? -1 : 1;
  const sorted = found.toSorted(compare);
  return orderBy.direction === 'DESC' ? sorted.reverse() : sorted;
}

interface IssueFilter extends PageArguments {
  readonly states?: readonly string[] | null;
  readonly labels?: readonly string[] | null;
  readonly filterBy?: { readonly assignee?: string | null; readonly since?: string | null } | null;
}

function selectedIssues(world: World, { states, labels, filterBy }: IssueFilter): IssueRecord[] {
  return [...world.issues.values()].filter((record) => {
    if (isPull(record) || record.gone) return false;
    if (states && !states.includes(record.state.toUpperCase())) return false;
    if (labels && !record.labels.some(({ name }) => labels.includes(name))) return false;
    if (filterBy?.since && record.updatedAt < filterBy.since) return false;
    const assignee = filterBy?.assignee ? findUser(world, filterBy.assignee) : undefined;
    return !filterBy?.assignee || record.assignees.some((user) => user === assignee);
  });
}

interface PullFilter extends PageArguments {
  readonly states?: readonly string[] | null;
  readonly headRefName?: string | null;
  readonly baseRefName?: string | null;
}

function selectedPulls(world: World, { states, headRefName, baseRefName }: PullFilter) {
  return pulls(world).filter(({ state, pull }) => {
    const shown = pull.mergedAt ? 'MERGED' : state.toUpperCase();
    if (states && !states.includes(shown)) return false;
    if (headRefName && pull.headRef !== headRefName) return false;
    return !baseRefName || pull.baseRef === baseRefName;
  });
}
