import { expect, it } from 'vitest';
import {
  classifyModelFailure,
  type ModelFailureKind,
} from '../../../../src/core/rules/limits/model-failure.ts';
import { retryDelay } from '../../../../src/core/rules/limits/retry-delay.ts';

const NOW = Date.parse('2026-05-04T10:00:00Z');
const patience = { retries: 3, longestWaitMs: 5000 };
const call = (statusCode: number, more: object = {}) =>
  Object.assign(new Error('so it is'), { statusCode }, more);
const headers = (responseHeaders: object) => ({ responseHeaders });

it.each<[string, unknown, ModelFailureKind]>([
  ['Anthropic', call(400, { message: 'prompt is too long: 210 tokens > 200' }), 'context-overflow'],
  [
    'Anthropic, with the answer',
    call(400, { message: 'input length and `max_tokens` exceed context limit: 1 + 2 > 2' }),
    'context-overflow',
  ],
  ['Anthropic, by size', call(413, { responseBody: 'request_too_large' }), 'context-overflow'],
  ['OpenAI', call(400, { responseBody: '"context_length_exceeded"' }), 'context-overflow'],
  [
    'vLLM',
    call(400, { message: "This model's maximum context length is 4096 tokens." }),
    'context-overflow',
  ],
  [
    'Google',
    call(400, { message: 'exceeds the maximum number of tokens allowed (1048576)' }),
    'context-overflow',
  ],
  ['llama.cpp', call(400, { responseBody: 'exceed_context_size_error' }), 'context-overflow'],
  [
    'Ollama',
    call(400, { message: 'prompt too long; exceeded max context length by 9 tokens' }),
    'context-overflow',
  ],
  ['GitHub Models', call(413, { responseBody: 'tokens_limit_reached' }), 'context-overflow'],
  ['the last of many', { lastError: call(401) }, 'key-refused'],
  ['a deadline', Object.assign(new Error(), { name: 'TimeoutError' }), 'timed-out'],
  ['no status, but a network code', { code: 'ECONNRESET' }, 'unreachable'],
  ['a shape nobody expected', new TypeError('x is not iterable'), 'broken-answer'],
  ['no error at all', undefined, 'unknown'],
])('a failure is told by the words of %s', (_, error, kind) => {
  expect(classifyModelFailure(error, NOW).kind).toBe(kind);
});

it.each<[string, unknown, number, number | null]>([
  ['seconds', call(429, headers({ 'retry-after': '3' })), 0, 3000],
  [
    'milliseconds go first',
    call(429, headers({ 'retry-after-ms': '7', 'retry-after': '3' })),
    0,
    7,
  ],
  ['a moment', call(429, headers({ 'retry-after': 'Mon, 04 May 2026 10:00:02 GMT' })), 0, 2000],
  [
    'a moment that is over',
    call(503, headers({ 'retry-after': 'Mon, 04 May 2026 09:00:00 GMT' })),
    0,
    0,
  ],
  ['words', call(429, headers({ 'retry-after': 'soon' })), 0, 500],
  ['more than the run gives', call(429, headers({ 'retry-after': '6' })), 0, null],
  ['nothing: it doubles', call(500), 2, 2000],
  ['nothing: it is bounded', call(500), 9, null],
  ['tries are used up', call(500), 3, null],
  ['what would fail again', call(400), 0, null],
])('a wait is as long as the server asks: %s', (_, error, made, delay) => {
  expect(retryDelay(classifyModelFailure(error, NOW), made, patience)).toBe(delay);
});
