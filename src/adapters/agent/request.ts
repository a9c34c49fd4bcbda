import type { ModelMessage } from 'ai';

export type CacheTtl = '5m' | '1h';

/** Providers without prompt caching ignore this. */
export function breakpoint(ttl: CacheTtl) {
  return { anthropic: { cacheControl: { type: 'ephemeral' as const, ttl } } };
}

/**
 * The request's copy of the history (seeds/4): the durable messages with cache breakpoints, then the reminder.
 * One breakpoint stands on the last durable block, directly before the reminder; one where the last request had
 * it, so that the provider's 20-block lookback cannot miss what was written then (E4). The history is not touched.
 */
export function requestMessages(
  history: readonly ModelMessage[],
  reminder: string | null,
  lastBreakpoint: number,
  ttl: CacheTtl,
): ModelMessage[] {
  const marked = new Set([lastBreakpoint, history.length - 1]);
  const copy = history.map((message, index) =>
    marked.has(index) ? { ...message, providerOptions: breakpoint(ttl) } : message,
  ) as ModelMessage[];
  return reminder === null ? copy : [...copy, { role: 'user', content: reminder }];
}
