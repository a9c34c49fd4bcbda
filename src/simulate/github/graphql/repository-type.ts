import type { NamedActor } from '../actor.ts';
import { nodeId } from '../node-id.ts';
import { effectiveRole, mayRead, permissionFor } from '../permissions.ts';
import type { IssueRecord } from '../records.ts';
import { notFound, Refusal } from '../refusal.ts';
import { findUser, isPull, pulls, repositoryUrl, type World } from '../world.ts';
import { connection, type PageArguments } from './connection.ts';
import { actorType, commitType, issueType, labelType, type Source } from './types.ts';

interface Numbered {
  readonly number: number;
}

/** The repository and all that is reached through it. */
export function repositoryType(world: World, viewer: NamedActor): Source {
  const { repository } = world;
  const { owner, name } = repository;
  const role = viewer.kind === 'person' ? effectiveRole(world, viewer.user).toUpperCase() : null;
  const shown = (issue: IssueRecord) => issueType(world, viewer, issue);
  return {
    __typename: 'Repository',
    id: nodeId('Repository', repository.id),
    databaseId: repository.id,
    name,
    nameWithOwner: `${owner.login}/${name}`,
    owner: actorType(world, owner),
    url: repositoryUrl(world),
    isPrivate: repository.private,
    visibility: repository.private ? 'PRIVATE' : 'PUBLIC',
    isFork: false,
    isArchived: false,
    isEmpty: async () => (await world.git.refs('refs/heads/')).size === 0,
    createdAt: repository.createdAt,
    updatedAt: repository.pushedAt,
    pushedAt: repository.pushedAt,
    viewerPermission: role,
    defaultBranchRef: () => refType(world, viewer, `refs/heads/${repository.defaultBranch}`),
    ref: ({ qualifiedName }: { qualifiedName: string }) => refNamed(world, viewer, qualifiedName),
    issue: ({ number }: Numbered) => shown(found(world, viewer, number, 'Issue')),
    pullRequest: ({ number }: Numbered) => shown(found(world, viewer, number, 'PullRequest')),
    issueOrPullRequest: ({ number }: Numbered) =>
      shown(found(world, viewer, number, 'issue or pull request')),
    issues: (args: IssueFilter) => {
      mayRead(world, viewer, 'issues');
      return connection('issues', selectedIssues(world, args), args, shown);
    },
    pullRequests: (args: PullFilter) => {
      mayRead(world, viewer, 'pull_requests');
      return connection('pullRequests', selectedPulls(world, args), args, shown);
    },
    labels: (args: PageArguments) =>
      connection('labels', world.labels, args, (label) => labelType(world, label)),
    label: ({ name: wanted }: { name: string }) => {
      const label = world.labels.find((l) => l.name.toLowerCase() === wanted.toLowerCase());
      return label ? labelType(world, label) : null;
    },
  };
}

function found(world: World, viewer: NamedActor, number: number, kind: string): IssueRecord {
  const issue = world.issues.get(number);
  const known =
    issue &&
    !issue.gone &&
    (kind === 'Issue' ? !issue.pull : kind === 'PullRequest' ? issue.pull : true);
  if (!known) {
    throw new Refusal(
      404,
      `Could not resolve to an ${kind} with the number of ${number}.`.replace('an P', 'a P'),
    );
  }
  mayRead(world, viewer, permissionFor(issue));
  return issue;
}

interface IssueFilter extends PageArguments {
  readonly states?: readonly string[] | null;
  readonly labels?: readonly string[] | null;
  readonly filterBy?: { readonly assignee?: string | null; readonly since?: string | null } | null;
}

function selectedIssues(world: World, { states, labels, filterBy }: IssueFilter): IssueRecord[] {
  return [...world.issues.values()].filter((issue) => {
    if (isPull(issue) || issue.gone) return false;
    if (states && !states.includes(issue.state.toUpperCase())) return false;
    if (labels && !issue.labels.some(({ name }) => labels.includes(name))) return false;
    if (filterBy?.since && issue.updatedAt < filterBy.since) return false;
    const assignee = filterBy?.assignee ? findUser(world, filterBy.assignee) : undefined;
    return !filterBy?.assignee || issue.assignees.some((user) => user === assignee);
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

async function refNamed(world: World, viewer: NamedActor, name: string): Promise<Source | null> {
  mayRead(world, viewer, 'contents');
  const full = name.startsWith('refs/') ? [name] : [`refs/heads/${name}`, `refs/tags/${name}`];
  for (const candidate of full) {
    const shown = await refType(world, viewer, candidate);
    if (shown) return shown;
  }
  return null;
}

async function refType(world: World, viewer: NamedActor, ref: string): Promise<Source | null> {
  const sha = await world.git.resolve(ref);
  if (!sha) return null;
  const at = ref.lastIndexOf('/', ref.startsWith('refs/heads/') ? 'refs/heads/'.length : undefined);
  return {
    __typename: 'Ref',
    id: nodeId('Ref', ref),
    name: ref.slice(at + 1),
    prefix: ref.slice(0, at + 1),
    target: () => commitType(world, sha),
    repository: () => repositoryType(world, viewer),
  };
}

/** @throws Refusal NOT_FOUND for any other repository, and for one the viewer may not see */
export function repositoryNamed(world: World, viewer: NamedActor, owner: string, name: string) {
  const { repository } = world;
  const same =
    owner.toLowerCase() === repository.owner.login.toLowerCase() &&
    name.toLowerCase() === repository.name.toLowerCase();
  try {
    if (!same) throw notFound();
    mayRead(world, viewer, 'metadata');
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 404) throw error;
    throw new Refusal(404, `Could not resolve to a Repository with the name '${owner}/${name}'.`);
  }
  return repositoryType(world, viewer);
}
