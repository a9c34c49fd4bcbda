import type { LanguageModelV3Message } from '@ai-sdk/provider';
import { told } from './history.ts';

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
  history: readonly LanguageModelV3Message[],
  reminder: string | null,
  lastBreakpoint: number,
  ttl: CacheTtl,
): LanguageModelV3Message[] {
  const marked = new Set([lastBreakpoint, history.length - 1]);
  const copy = history.map((message, index) =>
    marked.has(index) ? { ...message, providerOptions: breakpoint(ttl) } : message,
  ) as LanguageModelV3Message[];
  return reminder === null ? copy : [...copy, told(reminder)];
}
