import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { structuredModel } from '../../../src/adapters/model/structured-model.ts';
import { KEY, type Served, startProvider } from './support/provider-server.ts';
import { WIRE_FORMATS } from './support/wire-formats.ts';

const Verdict = z.object({ verdict: z.enum(['pass', 'fail']) });
const GOOD: Served = { text: '{"verdict":"pass"}', input: 120, cached: 100, output: 3 };

/** Asks one structured question, with these answers of the server in order; the last is repeated. */
async function ask(provider: string, ...served: Served[]) {
  await using server = await startProvider(
    provider,
    (_, n) => served[Math.min(n, served.length) - 1] ?? GOOD,
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
    ['an answer that breaks off', { drop: true }],
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
    ['a prompt that is too long', { overflow: true }, /HTTP 4\d\d: /, 1],
    ['429 that asks for an hour', { status: 429, headers: { 'retry-after': '3600' } }, /429/, 1],
    ['500 for ever', { status: 500 }, /HTTP 500/, 3],
    ['answers that keep breaking off', { drop: true }, /./, 3],
  ])('ends as unusable after %s', async (_, trouble, words, times) => {
    const { asked, calls } = await ask(provider, trouble);
    expect(asked).toMatchObject({
      error: { code: 'model-unusable', message: expect.stringMatching(words) },
    });
    expect(JSON.stringify(asked)).not.toContain(KEY);
    expect(calls).toBe(times);
  });
});
