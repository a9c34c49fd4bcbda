import { Octokit } from '@octokit/core';
import { CatalogueError } from '../../core/catalogue-error.ts';
import type { Clock } from '../../ports.ts';
import { isRateLimit, mayHaveHappened } from './errors.ts';
import { createGate } from './gate.ts';
import { graphqlBaseUrl } from './graphql-base-url.ts';
import type { PatientRequest } from './patient-octokit.ts';
import { type RequestLog, watchedFetch } from './watched-fetch.ts';
import { createSpacing } from './write-spacing.ts';

/*
 * Why it is built like this: the Action must reach its first request within three times
 * `node -e 0` (22 ms on the machine this was measured on, Node 24, bundled).
 * - @octokit/core takes 2 ms to load, @octokit/rest 10, @actions/github’s getOctokit 42. Core’s
 *   `request` is typed by the same OpenAPI description as rest’s methods.
 * - The retry and throttling plugins send every request through three limiters, some twenty timers
 *   of 1 ms one after the other: 19 ms a request. So a first attempt goes out without them, and a
 *   failure that is worth another attempt is handed to them as if they had seen it themselves.
 */

export interface ClientOptions {
  token: string;
  /** REST root: https://api.github.com, or https://host/api/v3. */
  apiUrl: string;
  /** GraphQL endpoint; derived from `apiUrl` when absent. */
  graphqlUrl?: string;
  clock: Pick<Clock, 'now'>;
  /** Told about every HTTP attempt, retries too. */
  requestLog?: RequestLog;
  /** Longest wait a rate limit may ask for, in seconds; beyond it the request fails. Default 120. */
  maximumWaitSeconds?: number;
  /** How long one second of waiting lasts, in ms: tests make it short. Default 1000. */
  secondMs?: number;
}

/** The part of Octokit that the adapter uses. */
export interface GitHubClient {
  request: Octokit['request'];
  /** @throws the errors of `request`, and octokit’s GraphqlResponseError when the answer has errors */
  graphql<T>(query: string, variables: Record<string, unknown>): Promise<T>;
}

/** GitHub allows 100; this leaves room for others who use the same token. */
const CONCURRENT_REQUESTS = 10;
/** https://docs.github.com/rest/using-the-rest-api/best-practices-for-using-the-rest-api#pause-between-mutative-requests */
const SECONDS_BETWEEN_WRITES = 1;

/**
 * An Octokit that sends again what is safe to send again, honours rate limits within a bound, and
 * spaces writes where GitHub asks for it. A REST POST is never sent twice here unless a limit
 * refused it: it may have had its effect (post-once.ts reads back first).
 */
export function createClient(options: ClientOptions): GitHubClient {
  const { secondMs = 1000 } = options;
  const settings = {
    auth: options.token,
    baseUrl: options.apiUrl.replace(/\/+$/, ''),
    userAgent: 'contractor',
    log: { debug() {}, info() {}, warn() {}, error() {} },
    request: { fetch: watchedFetch(options.clock, options.requestLog) },
  };
  const octokit = new Octokit(settings);
  const gate = createGate(CONCURRENT_REQUESTS);
  const spacing = createSpacing(
    limitsWrites(options.apiUrl) ? SECONDS_BETWEEN_WRITES * secondMs : 0,
  );
  let patient: Promise<PatientRequest> | undefined;
  octokit.hook.wrap('request', async (request, parameters) => {
    if (isWrite(parameters)) await spacing.turn();
    const repeatable = parameters.method !== 'POST' || isRepeatablePost(parameters.url);
    let failure: unknown;
    try {
      const answer = await gate(() => Promise.resolve(request(parameters)));
      if (!isGraphqlFailure(answer.data)) return here(answer);
    } catch (error) {
      if (!isRateLimit(error) && !(repeatable && mayHaveHappened(error))) throw error;
      failure = error;
    }
    patient ??= import('./patient-octokit.ts').then(({ createPatient }) =>
      createPatient(settings, { ...options, secondMs }),
    );
    return here(await (await patient)(parameters, { failure, repeatable }));
  });
  const baseUrl = graphqlBaseUrl(options.apiUrl, options.graphqlUrl);
  return {
    request: octokit.request,
    graphql: (query, variables) =>
      octokit.graphql({ ...variables, query, baseUrl, url: '/graphql' }),
  };
}

/** @throws CatalogueError `moved` for a redirect that was not followed (watched-fetch.ts) */
function here<T extends { status: number; url: string }>(answer: T): T {
  if (answer.status < 300 || answer.status > 399) return answer;
  throw new CatalogueError('moved', `(${new URL(answer.url).pathname})`);
}

/** GitHub Enterprise Server has rate limits off by default; the embedded GitHub is on this machine. */
function limitsWrites(apiUrl: string): boolean {
  const { hostname } = new URL(apiUrl);
  return hostname === 'api.github.com' || hostname.endsWith('.ghe.com');
}

function isWrite(parameters: { method: string; url: string; query?: unknown }): boolean {
  if (parameters.url !== '/graphql') return parameters.method !== 'GET';
  return (
    typeof parameters.query === 'string' && parameters.query.trimStart().startsWith('mutation')
  );
}

/** The same reaction twice is one reaction; GraphQL mutations of ours set what may be set again. */
function isRepeatablePost(url: string): boolean {
  return url.endsWith('/reactions') || url === '/graphql';
}

/** GraphQL answers 200 also when a limit was hit, or when it gave up on the query. */
function isGraphqlFailure(data: unknown): boolean {
  if (typeof data !== 'object' || data === null || !('errors' in data)) return false;
  const errors: unknown[] = Array.isArray(data.errors) ? data.errors : [];
  return errors.some((error) => {
    const { type, message } = error as { type?: string; message?: string };
    return type === 'RATE_LIMITED' || /^Something went wrong while executing/.test(message ?? '');
  });
}
