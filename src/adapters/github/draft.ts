import type { GitHubContext } from './context.ts';

const FIND = `query PullRequest($owner: String!, $repo: String!, $number: Int!) {
  repository(owner: $owner, name: $repo) { pullRequest(number: $number) { id isDraft } }
}`;
const CONVERT = `mutation Convert($id: ID!) {
  convertPullRequestToDraft(input: { pullRequestId: $id }) { pullRequest { id } }
}`;
const READY = `mutation Ready($id: ID!) {
  markPullRequestReadyForReview(input: { pullRequestId: $id }) { pullRequest { id } }
}`;

/** Makes a pull request a draft, or ready. REST cannot; nothing is sent when it is so already. */
export async function setDraft(
  context: GitHubContext,
  number: number,
  draft: boolean,
): Promise<void> {
  const { client, owner, repo } = context;
  const { repository } = await client.graphql<{
    repository: { pullRequest: { id: string; isDraft: boolean } };
  }>(FIND, { owner, repo, number });
  const { id, isDraft } = repository.pullRequest;
  if (isDraft !== draft) await client.graphql(draft ? CONVERT : READY, { id });
}
