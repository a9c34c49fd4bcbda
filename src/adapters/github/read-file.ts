import type { GitHubContext } from './context.ts';
import { orNull } from './errors.ts';

/** A file’s text at a branch or commit (null: the default branch); null when there is no such file. */
export async function readFile(
  context: GitHubContext,
  path: string,
  ref: string | null,
): Promise<string | null> {
  const { client, owner, repo } = context;
  // Segments are encoded here: a template variable would encode the slashes between them.
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  const answer = await orNull(
    client.request(`GET /repos/{owner}/{repo}/contents/${encoded}`, {
      owner,
      repo,
      ...(ref !== null && { ref }),
      headers: { accept: 'application/vnd.github.raw+json' },
    }),
  );
  if (answer === null) return null;
  const data: unknown = answer.data;
  if (typeof data === 'string') return data;
  // A directory’s listing is JSON, not bytes.
  return data instanceof ArrayBuffer ? new TextDecoder().decode(data) : null;
}
