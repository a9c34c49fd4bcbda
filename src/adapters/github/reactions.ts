import { CatalogueError } from '../../core/catalogue-error.ts';
import type { Tracker } from '../../ports.ts';
import type { GitHubContext } from './context.ts';

type Content = Parameters<Tracker['react']>[1];

/**
 * Reacts to `issue:<number>` or `comment:<place>:<id>`; the same reaction twice is one. A review’s
 * own text takes no reaction over REST, so nothing happens for `review-summary`.
 * @throws CatalogueError `bad-input` for anything else
 */
export async function react(
  context: GitHubContext,
  source: string,
  content: Content,
): Promise<void> {
  const { client, owner, repo } = context;
  const [kind, place, text = ''] = source.startsWith('issue:')
    ? ['issue', 'issue', source.slice('issue:'.length)]
    : source.split(':');
  const id = /^\d{1,16}$/.test(text) ? Number(text) : null;
  if (id !== null && kind === 'issue') {
    await client.request('POST /repos/{owner}/{repo}/issues/{issue_number}/reactions', {
      owner,
      repo,
      issue_number: id,
      content,
    });
  } else if (id !== null && (place === 'issue' || place === 'pull-request')) {
    await client.request('POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions', {
      owner,
      repo,
      comment_id: id,
      content,
    });
  } else if (id !== null && place === 'review') {
    await client.request('POST /repos/{owner}/{repo}/pulls/comments/{comment_id}/reactions', {
      owner,
      repo,
      comment_id: id,
      content,
    });
  } else if (id === null || place !== 'review-summary') {
    throw new CatalogueError('bad-input', 'Nothing to react to.', { place: { field: 'source' } });
  }
}
