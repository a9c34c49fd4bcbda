import { Octokit } from '@octokit/core';
import { retry } from '@octokit/plugin-retry';
import { throttling } from '@octokit/plugin-throttling';
import type { Clock } from '../../ports.ts';
import { asksToWait } from './errors.ts';
import { graphqlBaseUrl } from './graphql-base-url.ts';
import { type RequestLog, watchedFetch } from './watched-fetch.ts';
import { createSpacing } from './write-spacing.ts';

/*
 * Why @octokit/core and not @octokit/rest or @actions/github's getOctokit: the Action must reach
 * its first request within three times `node -e 0`. Bundled on the same machine (medians, Node 24):
 * `node -e 0` 22 ms, core with both plugins 25 ms, @octokit/rest with both plugins 32 ms,
 * @actions/github 64 ms. Core's `request` is typed by the same OpenAPI description as rest's methods.
 */
const Client = Octokit.plugin(namedLimits, retry, throttling);

export interface ClientOptions {
  token: string;
  /** REST root: https://api.github.com, or https://host/api/v3. */
  apiUrl: string;
  /** GraphQL endpoint; derived from `apiUrl` when absent. */
  graphqlUrl?: string;
  clock: Clock;
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

/** How often a request that a rate limit refused is sent again. */
const LIMIT_RETRIES = 2;
const DEFAULT_WAIT_SECONDS = 120;
/** https://docs.github.com/rest/using-the-rest-api/best-practices-for-using-the-rest-api#pause-between-mutative-requests */
const SECONDS_BETWEEN_WRITES = 1;

/**
 * An Octokit that retries what is safe to retry, honours rate limits within a bound, and spaces
 * writes where GitHub asks for it. A REST POST is never sent twice here: it may have had its effect
 * (post-once.ts reads back first).
 */
export function createClient(options: ClientOptions): GitHubClient {
  const { secondMs = 1000, maximumWaitSeconds = DEFAULT_WAIT_SECONDS } = options;
  const worthWaiting = (seconds: number, _options: unknown, _octokit: unknown, retries: number) =>
    seconds <= maximumWaitSeconds && retries < LIMIT_RETRIES;
  const octokit = new Client({
    auth: options.token,
    baseUrl: options.apiUrl.replace(/\/+$/, ''),
    userAgent: 'contractor',
    log: { debug() {}, info() {}, warn() {}, error() {} },
    request: { fetch: watchedFetch(options.clock, options.requestLog) },
    retry: {
      // 429 and a limiting 403 belong to the throttling plugin, which knows how long to wait.
      doNotRetry: [400, 401, 403, 404, 405, 409, 410, 422, 429, 451],
      retryAfterBaseValue: secondMs,
    },
    throttle: {
      retryAfterBaseValue: secondMs,
      onRateLimit: worthWaiting,
      onSecondaryRateLimit: worthWaiting,
      ...unlimited(),
    },
  });
  const spacing = createSpacing(
    limitsWrites(options.apiUrl) ? SECONDS_BETWEEN_WRITES * secondMs : 0,
  );
  // Registered last, so outermost: it sees each request once, before any retry.
  octokit.hook.wrap('request', async (request, parameters) => {
    // Octokit hands every request the same `request` object, and its plugins write into it. The
    // hooks below see `parameters` itself whatever is passed on, so it is changed in place.
    parameters.request = { ...parameters.request };
    if (!isWrite(parameters)) return request(parameters);
    if (parameters.method === 'POST' && !isRepeatable(parameters.url)) {
      parameters.request.retries = 0;
    }
    await spacing.turn();
    return request(parameters);
  });
  const baseUrl = graphqlBaseUrl(options.apiUrl, options.graphqlUrl);
  return {
    request: octokit.request,
    graphql: (query, variables) =>
      octokit.graphql({ ...variables, query, baseUrl, url: '/graphql' }),
  };
}

/**
 * The throttling plugin knows a secondary limit by its wording alone; GitHub’s rule is that whoever
 * is answered `retry-after` waits so long. Registered first, so the others see what it says.
 */
function namedLimits(octokit: Octokit): void {
  octokit.hook.error('request', (error) => {
    if (asksToWait(error)) error.message = `${error.message} (secondary rate limit)`;
    throw error;
  });
}

/**
 * The throttling plugin spaces every GraphQL call like a write, which would make reading 10,000
 * comments take two minutes. Spacing is ours (only writes); the plugin keeps what it knows best:
 * concurrency, and what a limit’s answer means.
 */
function unlimited(): object {
  const group = {
    key: () => ({ schedule: (_job: unknown, work: () => Promise<unknown>) => work() }),
  };
  return { write: group, notifications: group };
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

/** The same reaction twice is one reaction, so it may be sent again; GraphQL mutations of ours too. */
function isRepeatable(url: string): boolean {
  return url.endsWith('/reactions') || url === '/graphql';
}
