import type { GitHubContext } from './context.ts';
import { isRateLimit, reporting, statusOf } from './errors.ts';

/** {@link missingRights}, asked until nothing is missing, and then no more by this process. */
export function rightsAsker(context: GitHubContext): () => Promise<string[]> {
  let hasAll = false;
  return async () => {
    if (hasAll) return [];
    const missing = await missingRights(context);
    hasAll = missing.length === 0;
    return missing;
  };
}

/**
 * What the token may not write of what a delivery needs, besides what the ledger and our comment have shown already. Asked by
 * requests that can create nothing: GitHub answers 422 to whoever may, 403 to whoever may not.
 */
function missingRights({ client, owner, repo }: GitHubContext): Promise<string[]> {
  const nothing = { owner, repo };
  const asks: [string, () => Promise<unknown>][] = [
    [
      'checks: write',
      () =>
        client.request('POST /repos/{owner}/{repo}/check-runs', {
          ...nothing,
          name: '',
          head_sha: '',
        }),
    ],
    [
      'pull-requests: write',
      () => client.request('POST /repos/{owner}/{repo}/pulls', { ...nothing, head: '', base: '' }),
    ],
  ];
  return reporting('asking what the token may write', async () => {
    const missing = await Promise.all(
      asks.map(async ([right, ask]) => {
        try {
          await ask();
          return [];
        } catch (error) {
          if (statusOf(error) === 422) return [];
          if (statusOf(error) === 403 && !isRateLimit(error)) return [named(right, error)];
          // Where GitHub hides what one may not see, it says 404.
          if (statusOf(error) === 404) return [right];
          throw error;
        }
      }),
    );
    return missing.flat();
  });
}

/** A person’s token cannot be granted every right (docs.github.com/rest/checks/runs#create-a-check-run). */
function named(right: string, error: unknown): string {
  const onlyApps = error instanceof Error && /authenticate via a GitHub App/i.test(error.message);
  return onlyApps ? `${right} (which only a workflow’s or an App’s token can have)` : right;
}
