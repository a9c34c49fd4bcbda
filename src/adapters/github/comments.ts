import { type ActorNode, actorOf } from './actor.ts';
import type { GitHubContext } from './context.ts';
import { markerLine } from './marker-line.ts';
import { postOnce } from './post-once.ts';

/** Posts a comment at most once: after a 5xx it is looked for by its first line, the marker. Returns its id. */
export function createComment(context: GitHubContext, issue: number, body: string) {
  const { client, owner, repo } = context;
  return postOnce({
    secondMs: context.secondMs,
    find: () => findOwnComment(context, issue, markerLine(body) ?? body),
    post: async () => {
      const { data } = await client.request(
        'POST /repos/{owner}/{repo}/issues/{issue_number}/comments',
        { owner, repo, issue_number: issue, body },
      );
      return Number(data.id);
    },
  });
}

export async function updateComment(context: GitHubContext, id: number, body: string) {
  const { client, owner, repo } = context;
  await client.request('PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}', {
    owner,
    repo,
    comment_id: id,
    body,
  });
}

interface NewestComments {
  viewer: { databaseId: number };
  repository: {
    issueOrPullRequest: {
      comments: {
        nodes: { fullDatabaseId: string; body: string; author: ActorNode | null }[];
      };
    } | null;
  };
}

const NEWEST = `comments(last: 50) {
  nodes { fullDatabaseId body author { __typename login ... on User { databaseId } ... on Bot { databaseId } } }
}`;

const NEWEST_COMMENTS_QUERY = `query NewestComments($owner: String!, $repo: String!, $number: Int!) {
  viewer { databaseId }
  repository(owner: $owner, name: $repo) {
    issueOrPullRequest(number: $number) {
      ... on Issue { ${NEWEST} }
      ... on PullRequest { ${NEWEST} }
    }
  }
}`;

/** Among the newest comments, by ourselves; no `since`, for our clock may differ from GitHub’s. */
async function findOwnComment(
  context: GitHubContext,
  number: number,
  opening: string,
): Promise<number | null> {
  const { owner, repo } = context;
  const variables = { owner, repo, number };
  const answer = await context.client.graphql<NewestComments>(NEWEST_COMMENTS_QUERY, variables);
  const nodes = answer.repository.issueOrPullRequest?.comments.nodes ?? [];
  const own = nodes.findLast(
    (node) => actorOf(node.author).id === answer.viewer.databaseId && node.body.startsWith(opening),
  );
  return own ? Number(own.fullDatabaseId) : null;
}
