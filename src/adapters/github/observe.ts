import { CatalogueError } from '../../core/catalogue-error.ts';
import { digestText } from '../../core/digest.ts';
import type { Actor } from '../../core/schema/actor.ts';
import type { Observation, SeenComment } from '../../core/schema/observation.ts';
import { actorOf } from './actor.ts';
import { createBudget, type Limits } from './comment-budget.ts';
import type { GitHubContext } from './context.ts';
import { issueComments, pullRequestComments, pullRequestsOn } from './conversation.ts';
import { catalogueError, graphqlFailures } from './errors.ts';
import { type IssueNode, LOOK_QUERY, type LookAnswer } from './look-query.ts';
import { rolesOf } from './permissions.ts';
import { relatedTo } from './related.ts';
import { choosePullRequest } from './seen-pull-request.ts';
import { seenText } from './seen-text.ts';
import { standingRequests } from './standing-requests.ts';

export interface Look {
  baseBranch: string | null;
  branch: string;
  marker: string;
  ask?: readonly Actor[];
}

/**
 * One look at the issue: one GraphQL request for up to a hundred comments, one more per further
 * hundred, and one permission look-up per person.
 * @throws CatalogueError `no-issue`, `moved`, `is-pull-request`, `too-many-comments`, `token-invalid`, `github-failed`
 */
export async function observe(
  context: GitHubContext,
  number: number,
  look: Look,
  limits: Limits,
): Promise<Observation> {
  const { repository, viewer } = await ask(context, number, look);
  const issue = theIssue(number, repository.issueOrPullRequest);
  const account = createBudget(limits);
  const comments = await issueComments(context, issue, account);
  const pulls = await pullRequestsOn(context, look.branch, repository.pullRequests);
  for (const pull of pulls) comments.push(...(await pullRequestComments(context, pull, account)));
  const text = seenText(issue);
  const rename = issue.renames.nodes.at(-1);
  const titleEditor = rename ? actorOf(rename.actor) : null;
  const requests = standingRequests(issue);
  const writers = [text, ...comments].flatMap(({ author, editor }) => [author, editor]);
  const askers = [...requests.map(({ by }) => by), ...(look.ask ?? [])];
  const roles = await rolesOf(context, present([...writers, titleEditor, ...askers]));
  const self = actorOf(viewer);
  return {
    at: context.clock.now().toISOString(),
    repository: repository.nameWithOwner,
    viewer: self,
    issue: {
      number,
      kind: 'issue',
      state: issue.state === 'OPEN' ? 'open' : 'closed',
      locked: issue.locked,
      labels: issue.labels?.nodes.map((label) => label.name) ?? [],
      assignees: issue.assignees.nodes.map(actorOf),
      requests,
      related: relatedTo(issue),
      title: issue.title,
      titleEditor,
      text,
    },
    comments,
    roles,
    base: baseOf(repository, look.baseBranch),
    branch: { name: look.branch, head: repository.head?.target?.oid ?? null },
    pullRequest: choosePullRequest(pulls, look.marker),
    commentMarker: ownComment(comments, look.marker, self),
  };
}

async function ask(context: GitHubContext, number: number, look: Look): Promise<LookAnswer> {
  const variables = {
    owner: context.owner,
    repo: context.repo,
    number,
    branch: look.branch,
    headRef: `refs/heads/${look.branch}`,
    baseRef: `refs/heads/${look.baseBranch ?? ''}`,
    namedBase: look.baseBranch !== null,
  };
  try {
    return await context.client.graphql<LookAnswer>(LOOK_QUERY, variables);
  } catch (error) {
    if (graphqlFailures(error).some((failure) => failure.type === 'NOT_FOUND')) {
      throw await missing(context, number, error);
    }
    throw catalogueError(error, `reading issue #${number}`);
  }
}

/** GraphQL knows a moved issue as little as one that never was; REST tells them apart. */
async function missing(
  { client, owner, repo }: GitHubContext,
  number: number,
  cause: unknown,
): Promise<CatalogueError> {
  const at = { owner, repo, issue_number: number };
  return client
    .request('GET /repos/{owner}/{repo}/issues/{issue_number}', at)
    .catch((error: unknown) => error)
    .then((answer) =>
      answer instanceof CatalogueError
        ? answer
        : new CatalogueError('no-issue', `(#${number})`, { cause }),
    );
}

function theIssue(
  number: number,
  found: LookAnswer['repository']['issueOrPullRequest'],
): IssueNode {
  if (found === null) throw new CatalogueError('no-issue', `(#${number})`);
  if (found.__typename === 'PullRequest') {
    throw new CatalogueError('is-pull-request', `(#${number})`);
  }
  return found;
}

/** A repository without commits has no default branch to read; `HEAD` stands for its name then. */
function baseOf(repository: LookAnswer['repository'], asked: string | null): Observation['base'] {
  if (asked !== null) return { branch: asked, sha: repository.base?.target?.oid ?? null };
  const { name = 'HEAD', target = null } = repository.defaultBranchRef ?? {};
  return { branch: name, sha: target?.oid ?? null };
}

/** Our one comment: it begins with the marker, and our own token wrote it; anybody can copy a marker. */
function ownComment(
  comments: readonly SeenComment[],
  marker: string,
  self: Actor,
): Observation['commentMarker'] {
  const own = comments.find(
    ({ place, author, body }) =>
      place === 'issue' && author.id === self.id && body.startsWith(marker),
  );
  return own ? { id: own.id, digest: digestText(own.body) } : null;
}

function present(actors: readonly (Actor | null)[]): Actor[] {
  return actors.filter((actor) => actor !== null);
}
