import type { Clock } from '../../ports.ts';

/** One HTTP attempt. `status` is null when no answer came. */
export interface RequestLine {
  method: string;
  /** Without the query string. */
  path: string;
  status: number | null;
  durationMs: number;
}

export type RequestLog = (line: RequestLine) => void;

/** No answer within this time counts as a failed attempt, in milliseconds. */
const ATTEMPT_TIMEOUT_MS = 30_000;

/** Paths of one issue or comment: an issue that was moved answers 301 with where it is now. */
const OF_AN_ISSUE = /\/issues\/(?:comments\/)?\d+(?:\/|$)/;

/** `fetch` that gives up on an attempt in time, and tells the log about each. */
export function watchedFetch(clock: Pick<Clock, 'now'>, log: RequestLog = () => {}): typeof fetch {
  return async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const started = clock.now().getTime();
    const tell = (status: number | null) =>
      log({
        method: init?.method ?? 'GET',
        path: pathname,
        status,
        durationMs: clock.now().getTime() - started,
      });
    try {
      const signal = AbortSignal.timeout(ATTEMPT_TIMEOUT_MS);
      // Followed, a redirect would read or change what stands in another repository.
      const read = (init?.method ?? 'GET') === 'GET' && !OF_AN_ISSUE.test(pathname);
      const redirect = read ? 'follow' : 'manual';
      const answer = await fetch(input, { ...init, signal, redirect });
      tell(answer.status);
      return answer;
    } catch (error) {
      tell(null);
      throw error;
    }
  };
}
