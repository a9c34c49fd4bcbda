import type { ConfiguredPrice } from '../../schema/configuration.ts';
import type { Usage } from '../../schema/usage.ts';

/** US dollars for a million tokens. */
export interface TokenPrice {
  input: number;
  cached: number;
  cacheWrite: number;
  output: number;
}

/** Tokens of one model call, as its provider reported them. `input` is the total, cached ones included. */
export interface TokenCount {
  input: number;
  cached: number;
  cacheWrite: number;
  output: number;
}

const price = (input: number, cached: number, cacheWrite: number, output: number): TokenPrice => ({
  input,
  cached,
  cacheWrite,
  output,
});

/**
 * List prices by the longest matching beginning of `provider/name`. Estimates for a budget, not an invoice;
 * `''` after the provider's slash is what unknown names of it are taken for: its dearest, so that a money limit fails closed.
 */
export const MODEL_PRICES: Readonly<Record<string, TokenPrice>> = {
  'anthropic/': price(15, 1.5, 18.75, 75),
  'anthropic/claude-opus-4-5': price(5, 0.5, 6.25, 25),
  'anthropic/claude-opus-4-6': price(5, 0.5, 6.25, 25),
  'anthropic/claude-sonnet': price(3, 0.3, 3.75, 15),
  'anthropic/claude-haiku': price(1, 0.1, 1.25, 5),
  'openai/': price(15, 7.5, 15, 60),
  'openai/gpt-5': price(1.25, 0.125, 1.25, 10),
  'openai/gpt-5-mini': price(0.25, 0.025, 0.25, 2),
  'openai/gpt-5-nano': price(0.05, 0.005, 0.05, 0.4),
  'openai/gpt-4.1': price(2, 0.5, 2, 8),
  'openai/gpt-4.1-mini': price(0.4, 0.1, 0.4, 1.6),
  'openai/gpt-4o': price(2.5, 1.25, 2.5, 10),
  'openai/gpt-4o-mini': price(0.15, 0.075, 0.15, 0.6),
  'google/': price(4, 0.4, 4, 18),
  'google/gemini-2.5-pro': price(2.5, 0.25, 2.5, 15),
  'google/gemini-2.5-flash': price(0.3, 0.03, 0.3, 2.5),
  'google/gemini-2.5-flash-lite': price(0.1, 0.01, 0.1, 0.4),
  // No list price is known: the token budget is what binds there, and the cost line says so.
  'openai-compatible/': price(0, 0, 0, 0),
  'github/': price(0, 0, 0, 0),
};

/** Configured prices with what they leave out: as dear as fresh input, so that a money limit fails closed. */
export function withConfiguredPrices(
  prices: Readonly<Record<string, ConfiguredPrice>>,
): Readonly<Record<string, TokenPrice>> {
  return Object.fromEntries(
    Object.entries(prices).map(([id, { input, cached = input, cacheWrite, output }]) => [
      id,
      { input, cached, cacheWrite: cacheWrite ?? Math.max(input, cached), output },
    ]),
  );
}

/** The price of a model: the longest key of `overrides`, then of the table, that its id begins with. */
export function priceOf(
  modelId: string,
  overrides: Readonly<Record<string, TokenPrice>> = {},
): TokenPrice {
  return longestMatch(modelId, overrides) ?? longestMatch(modelId, MODEL_PRICES) ?? DEAREST;
}

/** Token numbers as the AI SDK reports them; what a provider leaves out counts as nothing. */
export interface ReportedTokens {
  inputTokens: number | undefined;
  outputTokens: number | undefined;
  inputTokenDetails: {
    cacheReadTokens: number | undefined;
    cacheWriteTokens: number | undefined;
  };
}

/** A reported call in the schema's words. */
export function reportedUsage(
  modelId: string,
  reported: ReportedTokens,
  tokenPrice: TokenPrice,
): Usage {
  const tokens = {
    input: reported.inputTokens ?? 0,
    cached: reported.inputTokenDetails.cacheReadTokens ?? 0,
    cacheWrite: reported.inputTokenDetails.cacheWriteTokens ?? 0,
    output: reported.outputTokens ?? 0,
  };
  return usageOf(modelId, tokens, tokenPrice);
}

/** The schema's usage with its estimated cost in US dollars. */
export function usageOf(modelId: string, tokens: TokenCount, tokenPrice = priceOf(modelId)): Usage {
  const fresh = Math.max(0, tokens.input - tokens.cached - tokens.cacheWrite);
  const millionths =
    fresh * tokenPrice.input +
    tokens.cached * tokenPrice.cached +
    tokens.cacheWrite * tokenPrice.cacheWrite +
    tokens.output * tokenPrice.output;
  return {
    inputTokens: tokens.input,
    cachedTokens: tokens.cached,
    outputTokens: tokens.output,
    usd: millionths / 1_000_000,
  };
}

/** Two calls taken together. */
export function addUsage(a: Usage, b: Usage): Usage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    usd: a.usd + b.usd,
  };
}

const DEAREST = price(15, 15, 18.75, 75);

function longestMatch(
  modelId: string,
  table: Readonly<Record<string, TokenPrice>>,
): TokenPrice | undefined {
  const key = Object.keys(table)
    .filter((prefix) => modelId.startsWith(prefix))
    .sort((a, b) => b.length - a.length)[0];
  return key === undefined ? undefined : table[key];
}
