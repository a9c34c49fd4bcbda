import { Octokit } from '@octokit/core';
import { retry } from '@octokit/plugin-retry';
import { throttling } from '@octokit/plugin-throttling';
import { asksToWait } from './errors.ts';

type Parameters = { method: string; url: string; request: object };

/** What became of the first attempt, which went out without us. */
export interface FirstAttempt {
  /** What it failed with; undefined when its answer was no use. */
  failure: unknown;
  /** False: only what a rate limit refused may be sent again. */
  repeatable: boolean;
}

export type PatientRequest = (
  parameters: Parameters,
  first: FirstAttempt,
) => Promise<Awaited<ReturnType<Octokit['request']>>>;

/** How often a request that a rate limit refused is sent again. */
const LIMIT_RETRIES = 2;
const DEFAULT_WAIT_SECONDS = 120;

/** Tells from the plugins what one request must know; Octokit hands it through untouched. */
interface Own {
  failure?: unknown;
  retries?: number;
}

/** Retries and waits as Octokit’s plugins know how to, beginning with a failure that happened before. */
export function createPatient(
  settings: object,
  options: { secondMs: number; maximumWaitSeconds?: number },
): PatientRequest {
  const { secondMs, maximumWaitSeconds = DEFAULT_WAIT_SECONDS } = options;
  const worthWaiting = (seconds: number, _options: unknown, _octokit: unknown, retries: number) =>
    seconds <= maximumWaitSeconds && retries < LIMIT_RETRIES;
  const octokit = new (Octokit.plugin(firstFailure, namedLimits, retry, throttling))({
    ...settings,
    retry: {
      // 429 and a limiting 403 belong to the throttling plugin, which knows how long to wait.
      doNotRetry: [400, 401, 403, 404, 405, 409, 410, 422, 429, 451],
      retryAfterBaseValue: secondMs,
    },
    throttle: {
      retryAfterBaseValue: secondMs,
      onRateLimit: worthWaiting,
      onSecondaryRateLimit: worthWaiting,
      ...unspaced(),
    },
  });
  return (parameters, { failure, repeatable }) => {
    // Without the first client’s hook, which would bring the request back to where it came from.
    const { hook: _hook, ...request } = parameters.request as { hook?: unknown };
    const own: Own = { failure, ...(!repeatable && { retries: 0 }) };
    return octokit.request({ ...parameters, request: { ...request, ...own } });
  };
}

/** Registered first, so innermost: throws the failure that happened before, in place of a request. */
function firstFailure(octokit: Octokit): void {
  octokit.hook.wrap('request', (request, parameters) => {
    const own = parameters.request as Own;
    const { failure } = own;
    if (failure === undefined) return request(parameters);
    delete own.failure;
    throw failure;
  });
}

/**
 * The throttling plugin knows a secondary limit by its wording alone; GitHub’s rule is that whoever
 * is answered `retry-after` waits so long.
 */
function namedLimits(octokit: Octokit): void {
  octokit.hook.error('request', (error) => {
    if (asksToWait(error)) error.message = `${error.message} (secondary rate limit)`;
    throw error;
  });
}

/**
 * The plugin spaces every GraphQL call like a write, which would make reading 10,000 comments take
 * two minutes. Spacing is ours (only writes); the plugin keeps what a limit’s answer means.
 */
function unspaced(): object {
  const group = {
    key: () => ({ schedule: (_job: unknown, work: () => Promise<unknown>) => work() }),
  };
  return { write: group, notifications: group };
}
