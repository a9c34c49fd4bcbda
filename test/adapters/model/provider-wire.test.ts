import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { structuredModel } from '../../../src/adapters/model/structured-model.ts';
import type { Patience } from '../../../src/core/rules/limits/retry-delay.ts';
import { KEY, type Served, startProvider } from './support/provider-server.ts';
import { WIRE_FORMATS, type WireAnswer } from './support/wire-formats.ts';

const Verdict = z.object({ verdict: z.enum(['pass', 'fail']) });
/** Each provider has its own words for it; none of them is needed to know that the answer is not whole. */
const OVERLOADED = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
const GOOD: WireAnswer = { text: '{"verdict":"pass"}', input: 120, cached: 100, output: 3 };

/** Asks one structured question, with these answers of the server in order; the last is repeated. */
const ask = (provider: string, ...served: Served[]) => askPatiently(provider, {}, ...served);

async function askPatiently(provider: string, patience: Partial<Patience>, ...served: Served[]) {
  await using server = await startProvider(
    provider,
    (_, n) => served[Math.min(n, served.length) - 1] ?? GOOD,
    { retries: 2, longestWaitMs: 50, ...patience },
  );
  const asked = await structuredModel(server.model)
    .ask({ purpose: 'review', system: 'Judge.', prompt: 'Is it so?', schema: Verdict })
    .catch((error: unknown) => ({ error }));
  return { asked, calls: server.bodies.length, headers: server.headers, bodies: server.bodies };
}

describe.each(Object.keys(WIRE_FORMATS))('a structured question to %s, on the wire', (provider) => {
  it('is answered, with cached tokens told apart, under the key that was given', async () => {
    const { asked, calls, headers } = await ask(provider, GOOD);
    expect(asked).toMatchObject({
      answer: { verdict: 'pass' },
      usage: { inputTokens: 120, cachedTokens: 100, outputTokens: 3 },
    });
    expect(calls).toBe(1);
    const sent = headers[0]?.[WIRE_FORMATS[provider]?.header ?? ''];
    expect(String(sent).replace('Bearer ', '')).toBe(KEY);
  });

  it.each([
    ['no JSON', { text: 'Certainly {it} is.' }],
    ['another shape', { text: '{"verdict":"maybe"}' }],
    ['nothing', { text: '' }],
  ])('is repaired once after %s, and both calls are paid', async (_, bad) => {
    const { asked, calls, bodies } = await ask(provider, { ...bad, input: 100 }, GOOD);
    expect(asked).toMatchObject({ answer: { verdict: 'pass' }, usage: { inputTokens: 220 } });
    expect(calls).toBe(2);
    expect(bodies[1]).toContain('That answer cannot be used');
  });

  it.each<[string, Served]>([
    ['429', { status: 429, headers: { 'retry-after': '0' } }],
    ['500', { status: 500 }],
    ['529', { status: 529 }],
    ['an answer that breaks off', { begun: 'drop' }],
    ['an answer that ends before its end', { begun: 'close' }],
    ['an error in mid-stream', { begun: 'error', event: OVERLOADED }],
    ['a body that is no JSON', { raw: '<html>Bad gateway</html>' }],
    ['a body of another shape', { raw: '{"unexpected":true}' }],
  ])('is asked again after %s', async (_, trouble) => {
    const { asked, calls } = await ask(provider, trouble, GOOD);
    expect(asked).toMatchObject({ answer: { verdict: 'pass' } });
    expect(calls).toBe(2);
  });

  it.each<[string, Served, RegExp, number]>([
    ['401', { status: 401, message: `bad key ${KEY}` }, /HTTP 401: .*does not accept the key/, 1],
    ['403', { status: 403 }, /HTTP 403: .*models: read/, 1],
    ['a used-up account', { status: 402 }, /HTTP 402: .*account/, 1],
    ['a prompt that is too long', { overflow: true }, /HTTP 4\d\d: /, 1],
    ['429 that asks for an hour', { status: 429, headers: { 'retry-after': '3600' } }, /429/, 1],
    ['500 for ever', { status: 500 }, /HTTP 500/, 3],
    ['529 for ever', { status: 529 }, /HTTP 529/, 3],
    ['answers that keep breaking off', { begun: 'drop' }, /./, 3],
    [
      'answers that never reach their end',
      { begun: 'close' },
      /broke off|without a finish reason/,
      3,
    ],
  ])('ends as unusable after %s', async (_, trouble, words, times) => {
    const { asked, calls } = await ask(provider, trouble);
    expect(asked).toMatchObject({
      error: { code: 'model-unusable', message: expect.stringMatching(words) },
    });
    expect(JSON.stringify(asked)).not.toContain(KEY);
    expect(calls).toBe(times);
  });

  it('that stalls in mid-answer is noticed and asked again', async () => {
    const patience = { silenceMs: 500, retries: 6 };
    const { asked, calls } = await askPatiently(provider, patience, { begun: 'stall' }, GOOD);
    expect(asked).toMatchObject({ answer: { verdict: 'pass' } });
    expect(calls).toBeGreaterThan(1);
  });

  it('that stalls for ever ends as unusable, and says so', async () => {
    const { asked, calls } = await askPatiently(
      provider,
      { silenceMs: 60, retries: 1 },
      { begun: 'stall' },
    );
    expect(asked).toMatchObject({
      error: { code: 'model-unusable', message: expect.stringContaining('silent for') },
    });
    expect(calls).toBeLessThan(3);
  });

  it('is read by a server that cannot stream, with the one request', async () => {
    const { asked, calls } = await ask(provider, { whole: GOOD });
    expect(asked).toMatchObject({
      answer: { verdict: 'pass' },
      usage: { inputTokens: 120, cachedTokens: 100, outputTokens: 3 },
    });
    expect(calls).toBe(1);
  });
});
