import { ACTOR_FRAGMENT, type ActorNode } from './actor.ts';
import { type CommentNode, TEXT_FRAGMENT, type TextNode } from './seen-text.ts';

/** One page of a GraphQL connection. */
export interface Page<T> {
  nodes: T[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

export interface ReviewNode extends CommentNode {
  id: string;
  state: string;
  comments: Page<CommentNode>;
}

export interface PullRequestNode {
  number: number;
  state: 'OPEN' | 'CLOSED' | 'MERGED';
  isDraft: boolean;
  isCrossRepository: boolean;
  headRefOid: string;
  body: string;
  comments: Page<CommentNode>;
  reviews: Page<ReviewNode>;
}

/** Somebody put a label on, or assigned somebody; perhaps it was taken away again since. */
export interface RequestEventNode {
  __typename: string;
  createdAt: string;
  actor: ActorNode | null;
  label?: { name: string };
  assignee?: { login?: string } | null;
}

/** An issue or pull request that GitHub links with another. */
export interface RelatedNode {
  number: number;
  repository: { nameWithOwner: string };
}

export interface IssueNode extends TextNode {
  __typename: 'Issue';
  number: number;
  title: string;
  state: 'OPEN' | 'CLOSED';
  locked: boolean;
  labels: { nodes: { name: string }[] } | null;
  assignees: { nodes: ActorNode[] };
  renames: { nodes: { actor: ActorNode | null }[] };
  requests: { nodes: RequestEventNode[] };
  comments: Page<CommentNode>;
  parent?: RelatedNode | null;
  subIssues?: { nodes: RelatedNode[] };
  closedBy?: { nodes: RelatedNode[] } | null;
}

interface RefNode {
  target: { oid: string } | null;
}

export interface LookAnswer {
  viewer: ActorNode;
  repository: {
    nameWithOwner: string;
    defaultBranchRef: (RefNode & { name: string }) | null;
    base?: RefNode | null;
    head: RefNode | null;
    issueOrPullRequest: IssueNode | { __typename: 'PullRequest' } | null;
    pullRequests: Page<PullRequestNode>;
  };
}

const PAGE = 'pageInfo { hasNextPage endCursor }';

const COMMENT_FRAGMENTS = `
${ACTOR_FRAGMENT}
${TEXT_FRAGMENT}
fragment issueComment on IssueComment { fullDatabaseId isMinimized ...text }
fragment reviewComment on PullRequestReviewComment { fullDatabaseId isMinimized ...text }`;

const REVIEW_FRAGMENT = `
fragment review on PullRequestReview {
  id fullDatabaseId isMinimized state ...text
  comments(first: 50) { ${PAGE} nodes { ...reviewComment } }
}`;

const PULL_REQUEST_FRAGMENT = `${REVIEW_FRAGMENT}
fragment pull on PullRequest {
  number state isDraft isCrossRepository headRefOid body
  comments(first: 100) { ${PAGE} nodes { ...issueComment } }
  reviews(first: 50) { ${PAGE} nodes { ...review } }
}`;

const PULL_REQUESTS_ARGUMENTS =
  'headRefName: $branch, first: 5, orderBy: { field: CREATED_AT, direction: DESC }';

/**
 * Everything one look needs in one request. Only GraphQL tells who edited a text and when, and what
 * a moderator hid. About 26,000 nodes at most, far below GitHub’s limit of 500,000
 * (https://docs.github.com/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api).
 */
export const LOOK_QUERY = `query Look(
  $owner: String!, $repo: String!, $number: Int!, $branch: String!, $headRef: String!,
  $baseRef: String!, $namedBase: Boolean!
) {
  viewer { __typename login databaseId }
  repository(owner: $owner, name: $repo) {
    nameWithOwner
    defaultBranchRef { name target { oid } }
    base: ref(qualifiedName: $baseRef) @include(if: $namedBase) { target { oid } }
    head: ref(qualifiedName: $headRef) { target { oid } }
    issueOrPullRequest(number: $number) {
      __typename
      ... on Issue {
        number title state locked
        labels(first: 100) { nodes { name } }
        parent { number repository { nameWithOwner } }
        subIssues(first: 100) { nodes { number repository { nameWithOwner } } }
        closedBy: closedByPullRequestsReferences(first: 100, includeClosedPrs: true) {
          nodes { number repository { nameWithOwner } }
        }
        assignees(first: 100) { nodes { __typename login databaseId } }
        renames: timelineItems(itemTypes: [RENAMED_TITLE_EVENT], last: 1) {
          nodes { ... on RenamedTitleEvent { actor { ...who } } }
        }
        requests: timelineItems(itemTypes: [LABELED_EVENT, ASSIGNED_EVENT], last: 100) {
          nodes {
            __typename
            ... on LabeledEvent { createdAt actor { ...who } label { name } }
            ... on AssignedEvent { createdAt actor { ...who } assignee { ... on User { login } } }
          }
        }
        ...text
        comments(first: 100) { ${PAGE} nodes { ...issueComment } }
      }
    }
    pullRequests(${PULL_REQUESTS_ARGUMENTS}) { ${PAGE} nodes { ...pull } }
  }
}
${COMMENT_FRAGMENTS}${PULL_REQUEST_FRAGMENT}`;

export const MORE_PULL_REQUESTS_QUERY = `query MorePullRequests(
  $owner: String!, $repo: String!, $branch: String!, $after: String!
) {
  repository(owner: $owner, name: $repo) {
    pullRequests(${PULL_REQUESTS_ARGUMENTS}, after: $after) { ${PAGE} nodes { ...pull } }
  }
}
${COMMENT_FRAGMENTS}${PULL_REQUEST_FRAGMENT}`;

/** Comments of an issue or a pull request after the first hundred. */
export const MORE_COMMENTS_QUERY = `query MoreComments(
  $owner: String!, $repo: String!, $number: Int!, $after: String!
) {
  repository(owner: $owner, name: $repo) {
    issueOrPullRequest(number: $number) {
      ... on Issue { comments(first: 100, after: $after) { ${PAGE} nodes { ...issueComment } } }
      ... on PullRequest { comments(first: 100, after: $after) { ${PAGE} nodes { ...issueComment } } }
    }
  }
}
${COMMENT_FRAGMENTS.replace(/\nfragment reviewComment.*/, '')}`;

export const MORE_REVIEWS_QUERY = `query MoreReviews(
  $owner: String!, $repo: String!, $number: Int!, $after: String!
) {
  repository(owner: $owner, name: $repo) {
    pullRequest(number: $number) {
      reviews(first: 50, after: $after) { ${PAGE} nodes { ...review } }
    }
  }
}
${COMMENT_FRAGMENTS.replace(/\nfragment issueComment.*/, '')}${REVIEW_FRAGMENT}`;

export const MORE_REVIEW_COMMENTS_QUERY = `query MoreReviewComments($id: ID!, $after: String!) {
  node(id: $id) {
    ... on PullRequestReview {
      comments(first: 100, after: $after) { ${PAGE} nodes { ...reviewComment } }
    }
  }
}
${COMMENT_FRAGMENTS.replace(/\nfragment issueComment.*/, '')}`;
