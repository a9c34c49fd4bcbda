import { expect, it } from 'vitest';
import { modelFailure } from '../../../src/core/rules/limits/model-failure.ts';
import {
  MODEL_PRICES,
  priceOf,
  usageOf,
  withConfiguredPrices,
} from '../../../src/core/rules/limits/model-price.ts';

const own = { input: 1, cached: 2, cacheWrite: 3, output: 4 };

it.each([
  ['the longest beginning', 'openai/gpt-5-mini-2025', {}, MODEL_PRICES['openai/gpt-5-mini']],
  [
    'an unknown name is as dear as its provider gets',
    'anthropic/claude-next',
    {},
    MODEL_PRICES['anthropic/'],
  ],
  ['an override', 'openai/gpt-5', { 'openai/gpt-5': own }, own],
  ['an override of a provider', 'openai/gpt-5', { 'openai/': own }, own],
  [
    'a server of one’s own',
    'openai-compatible/x',
    {},
    { input: 0, cached: 0, cacheWrite: 0, output: 0 },
  ],
])('a price is found by %s', (_name, id, overrides, price) => {
  expect(priceOf(id, overrides)).toEqual(price);
});

it('an unknown provider is never free, so that a money limit holds', () => {
  expect(priceOf('else/where').output).toBeGreaterThan(0);
});

it('cached and written tokens are paid at their own price', () => {
  const usage = usageOf('x', { input: 1000, cached: 600, cacheWrite: 300, output: 10 }, own);
  expect(usage).toEqual({
    inputTokens: 1000,
    cachedTokens: 600,
    outputTokens: 10,
    usd: (100 * 1 + 600 * 2 + 300 * 3 + 10 * 4) / 1_000_000,
  });
});

it.each([
  ['a status', Object.assign(new Error('too\nmany'), { statusCode: 429 }), 'HTTP 429: too many'],
  ['the last of several tries', { lastError: new Error('gone') }, 'gone'],
  ['no error at all', 'text', 'text'],
  ['null', null, 'null'],
  ['a key', new Error('Incorrect key sk-proj-abcdefgh12345678 given'), 'Incorrect key <key> given'],
])('a failure is told in one line: %s', (_name, error, line) => {
  expect(modelFailure(error)).toBe(line);
});

it.each([
  ['alone', { input: 2, output: 8 }, { input: 2, cached: 2, cacheWrite: 2, output: 8 }],
  [
    'with the cache',
    { input: 2, cached: 0.2, cacheWrite: 2.5, output: 8 },
    { input: 2, cached: 0.2, cacheWrite: 2.5, output: 8 },
  ],
])(
  'a configured price %s never costs less than fresh input where it is silent',
  (_, given, made) => {
    expect(priceOf('my/model', withConfiguredPrices({ 'my/': given }))).toEqual(made);
  },
);
