import type { SeenComment } from '../../core/schema/observation.ts';
import type { GitHubContext } from './context.ts';
import {
  type IssueNode,
  MORE_COMMENTS_QUERY,
  MORE_PULL_REQUESTS_QUERY,
  MORE_REVIEW_COMMENTS_QUERY,
  MORE_REVIEWS_QUERY,
  type Page,
  type PullRequestNode,
  type ReviewNode,
} from './look-query.ts';
import { type CommentNode, seenComment } from './seen-text.ts';

/** Called for each text read; throws when the look holds too much. */
type Account = (text: string) => void;

/** The issue’s comments, to the last. */
export async function issueComments(
  context: GitHubContext,
  issue: IssueNode,
  account: Account,
): Promise<SeenComment[]> {
  const more = (after: string) => commentsAfter(context, issue.number, after);
  return seen('issue', everyNode(issue.comments, more), account);
}

/** What is said on a pull request: its comments, the reviews’ own texts, the comments on lines. */
export async function pullRequestComments(
  context: GitHubContext,
  pull: PullRequestNode,
  account: Account,
): Promise<SeenComment[]> {
  const more = (after: string) => commentsAfter(context, pull.number, after);
  const comments = await seen('pull-request', everyNode(pull.comments, more), account);
  const reviews = everyNode(pull.reviews, (after) => reviewsAfter(context, pull.number, after));
  for await (const review of reviews) {
    // A pending review is its author’s draft: nobody else can see it yet.
    if (review.state === 'PENDING') continue;
    if (review.body.trim() !== '') {
      account(review.body);
      comments.push(seenComment('review-summary', review));
    }
    const lines = everyNode(review.comments, (after) => linesAfter(context, review.id, after));
    comments.push(...(await seen('review', lines, account)));
  }
  return comments;
}

/** Every pull request whose head is this branch of this repository, newest first. */
export async function pullRequestsOn(
  context: GitHubContext,
  branch: string,
  first: Page<PullRequestNode>,
): Promise<PullRequestNode[]> {
  const pulls: PullRequestNode[] = [];
  const more = async (after: string) => {
    const answer = await context.client.graphql<{
      repository: { pullRequests: Page<PullRequestNode> };
    }>(MORE_PULL_REQUESTS_QUERY, { ...named(context), branch, after });
    return answer.repository.pullRequests;
  };
  for await (const pull of everyNode(first, more)) {
    // Anybody’s fork can have a branch of the same name.
    if (!pull.isCrossRepository) pulls.push(pull);
  }
  return pulls.sort((a, b) => b.number - a.number);
}

async function* everyNode<T>(
  first: Page<T>,
  more: (after: string) => Promise<Page<T>>,
): AsyncGenerator<T> {
  let page = first;
  for (;;) {
    yield* page.nodes;
    const { hasNextPage, endCursor } = page.pageInfo;
    if (!hasNextPage || endCursor === null) return;
    page = await more(endCursor);
  }
}

async function seen(
  place: SeenComment['place'],
  nodes: AsyncIterable<CommentNode>,
  account: Account,
): Promise<SeenComment[]> {
  const comments: SeenComment[] = [];
  for await (const node of nodes) {
    account(node.body);
    comments.push(seenComment(place, node));
  }
  return comments;
}

async function commentsAfter(context: GitHubContext, number: number, after: string) {
  const answer = await context.client.graphql<{
    repository: { issueOrPullRequest: { comments: Page<CommentNode> } };
  }>(MORE_COMMENTS_QUERY, { ...named(context), number, after });
  return answer.repository.issueOrPullRequest.comments;
}

async function reviewsAfter(context: GitHubContext, number: number, after: string) {
  const answer = await context.client.graphql<{
    repository: { pullRequest: { reviews: Page<ReviewNode> } };
  }>(MORE_REVIEWS_QUERY, { ...named(context), number, after });
  return answer.repository.pullRequest.reviews;
}

async function linesAfter(context: GitHubContext, id: string, after: string) {
  const answer = await context.client.graphql<{ node: { comments: Page<CommentNode> } }>(
    MORE_REVIEW_COMMENTS_QUERY,
    { id, after },
  );
  return answer.node.comments;
}

function named(context: GitHubContext) {
  return { owner: context.owner, repo: context.repo };
}
