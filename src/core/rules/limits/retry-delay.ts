import type { ModelFailure } from './model-failure.ts';

export interface Patience {
  /** Times one call is made again. */
  retries: number;
  /** Longest wait before one of them, in milliseconds. */
  longestWaitMs: number;
  /** Longest silence of a provider, before its answer and within it, until the call counts as failed, in milliseconds. */
  silenceMs: number;
}

/**
 * How long to wait before a failed model call is made again; null for no further try: it would fail the same way, tries are
 * used up, or the server asks for more time than the run will give.
 * @param made tries that were made again already
 */
export function retryDelay(
  failure: ModelFailure,
  made: number,
  patience: Omit<Patience, 'silenceMs'>,
): number | null {
  if (!failure.passing || made >= patience.retries) return null;
  const { retryAfterMs } = failure;
  if (retryAfterMs === null) return Math.min(500 * 2 ** made, patience.longestWaitMs);
  return retryAfterMs <= patience.longestWaitMs ? retryAfterMs : null;
}
