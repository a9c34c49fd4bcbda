import { CatalogueError } from '../../core/catalogue-error.ts';

interface GraphqlFailure {
  type?: string;
  message: string;
}

/** The HTTP status of Octokit’s error; 500 also stands for "no answer". Null for anything else. */
export function statusOf(error: unknown): number | null {
  if (!(error instanceof Error) || !('status' in error)) return null;
  return typeof error.status === 'number' ? error.status : null;
}

/** True when the request may have had its effect although it failed: a 5xx, or no answer at all. */
export function mayHaveHappened(error: unknown): boolean {
  const status = statusOf(error);
  return status !== null && status >= 500;
}

/** True when GitHub refused because of a primary or secondary rate limit: it did nothing. */
export function isRateLimit(error: unknown): boolean {
  const status = statusOf(error);
  if (status === 429 || asksToWait(error)) return true;
  return status === 403 && /rate limit/i.test(messageOf(error));
}

/** True for a refusal that says with `retry-after` how long to wait. */
export function asksToWait(error: unknown): boolean {
  const status = statusOf(error);
  if (status !== 403 && status !== 429) return false;
  const { response } = error as { response?: { headers?: Record<string, unknown> } };
  return response?.headers?.['retry-after'] !== undefined;
}

/** The errors of a GraphQL answer; empty for any other error. */
export function graphqlFailures(error: unknown): GraphqlFailure[] {
  if (!(error instanceof Error) || !('errors' in error) || !Array.isArray(error.errors)) return [];
  return error.errors;
}

/**
 * What GitHub’s answer means to a person. The original error is kept as `cause`; Octokit has
 * already taken the token out of it.
 */
export function catalogueError(error: unknown, doing: string): CatalogueError {
  if (error instanceof CatalogueError) return error;
  const options = { cause: error };
  const said = `(${doing}: ${messageOf(error)})`;
  const [failure] = graphqlFailures(error);
  if (failure?.type === 'FORBIDDEN') return new CatalogueError('token-read-only', said, options);
  const status = statusOf(error);
  if (status === 401) return new CatalogueError('token-invalid', said, options);
  if (status === 403 && !isRateLimit(error)) {
    return new CatalogueError('token-read-only', refusedBecause(error, said), options);
  }
  return new CatalogueError('github-failed', said, options);
}

/** Runs the work; whatever GitHub fails with becomes an error of the catalogue. */
export async function reporting<T>(doing: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw catalogueError(error, doing);
  }
}

/** Null where GitHub says 404. */
export async function orNull<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await request;
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
}

/** A repository setting, not the token’s permissions, forbids the workflow’s own token this. */
function refusedBecause(error: unknown, said: string): string {
  if (!/not permitted to create or approve pull requests/i.test(messageOf(error))) return said;
  return `${said} Allow it under Settings → Actions → General → Workflow permissions.`;
}

function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 300 ? `${line.slice(0, 300).toWellFormed()}…` : line;
}
