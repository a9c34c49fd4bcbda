import { CatalogueError } from '../../core/catalogue-error.ts';
import type { PullRequestDraft } from '../../ports.ts';
import type { GitHubContext } from './context.ts';
import { orNull, statusOf } from './errors.ts';
import { postOnce } from './post-once.ts';

/** One open pull request on the task’s branch. */
interface Opened {
  number: number;
  adopted: boolean;
}

/**
 * Opens the task’s pull request, or adopts the one that is open on the branch and carries our marker.
 * @throws CatalogueError `foreign-pull-request` when one without the marker is open there
 */
export async function openPullRequest(
  context: GitHubContext,
  draft: PullRequestDraft,
): Promise<Opened> {
  const { client, owner, repo } = context;
  const found = await findOpen(context, draft);
  if (found !== null) return found;
  try {
    return await postOnce({
      secondMs: context.secondMs,
      find: () => findOpen(context, draft),
      post: async () => {
        const { head, base, title, body } = draft;
        const { data } = await client.request('POST /repos/{owner}/{repo}/pulls', {
          owner,
          repo,
          head,
          base,
          title,
          body,
        });
        return { number: data.number, adopted: false };
      },
    });
  } catch (error) {
    // 422 also means "a pull request already exists": another run was faster.
    const raced = statusOf(error) === 422 ? await findOpen(context, draft) : null;
    if (raced !== null) return raced;
    throw error;
  }
}

async function findOpen(context: GitHubContext, draft: PullRequestDraft): Promise<Opened | null> {
  const { client, owner, repo } = context;
  const { data } = await client.request('GET /repos/{owner}/{repo}/pulls', {
    owner,
    repo,
    head: `${owner}:${draft.head}`,
    state: 'open',
    per_page: 100,
  });
  const ours = data.find((pull) => pull.body?.startsWith(draft.marker));
  if (ours) return { number: ours.number, adopted: true };
  const foreign = data[0];
  if (!foreign) return null;
  throw new CatalogueError('foreign-pull-request', `(#${foreign.number} on ${draft.head})`);
}

/**
 * Changes title and body if, and only if, the head is the one the text describes. GitHub has no
 * conditional update: the head is read before and after, so a text that no longer fits is known at once.
 * @returns false when the head is another one; the caller reconciles and writes anew
 */
export async function updatePullRequest(
  context: GitHubContext,
  number: number,
  change: { title: string; body: string; expectedHead: string },
): Promise<boolean> {
  const { client, owner, repo } = context;
  const at = { owner, repo, pull_number: number };
  const { title, body, expectedHead } = change;
  if ((await headOid(context, number)) !== expectedHead) return false;
  await client.request('PATCH /repos/{owner}/{repo}/pulls/{pull_number}', { ...at, title, body });
  return (await headOid(context, number)) === expectedHead;
}

async function headOid(context: GitHubContext, number: number): Promise<string> {
  const { client, owner, repo } = context;
  const { data } = await client.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', {
    owner,
    repo,
    pull_number: number,
  });
  return data.head.sha;
}

/** Head branch of a pull request of this repository; null for a fork’s, and where there is none. */
export async function headBranch(context: GitHubContext, number: number): Promise<string | null> {
  const { client, owner, repo } = context;
  const answer = await orNull(
    client.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', {
      owner,
      repo,
      pull_number: number,
    }),
  );
  if (answer === null) return null;
  const { head, base } = answer.data;
  return head.repo?.id === base.repo.id ? head.ref : null;
}
