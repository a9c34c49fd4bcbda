import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findJson } from '../../../src/adapters/model/find-json.ts';
import { resolveModel } from '../../../src/adapters/model/resolve-model.ts';
import { structuredModel } from '../../../src/adapters/model/structured-model.ts';
import { ReviewVerdict } from '../../../src/core/schema/draft.ts';
import type { ModelScriptInput } from '../../../src/simulate/model/script.ts';
import { startScriptedModel } from '../../../src/simulate/model/scripted-model.ts';

const pass = { verdict: 'pass' as const, reasons: ['it is'] };

async function review(script: ModelScriptInput) {
  await using server = await startScriptedModel(script);
  const model = resolveModel('openai-compatible/scripted', {
    keys: {},
    baseUrl: server.baseUrl,
    patience: { retries: 1, longestWaitMs: 10 },
  });
  const asked = await structuredModel(model)
    .ask({ purpose: 'review', system: 'Judge.', prompt: 'Is it so?', schema: ReviewVerdict })
    .catch((error: unknown) => ({ error }));
  return { asked, requests: server.requests };
}

describe('structuredModel', () => {
  it('gives the answer and what it cost', async () => {
    const { asked, requests } = await review({ reviews: [pass] });
    expect(asked).toMatchObject({ answer: pass, usage: { usd: 0 } });
    expect(requests).toHaveLength(1);
    expect(asked).toMatchObject({ usage: { inputTokens: requests[0]?.usage.prompt_tokens } });
  });

  it('shows a wrong answer once to the model with what is wrong, and counts both calls', async () => {
    const { asked, requests } = await review({ reviews: [{ nonsense: true }, pass] });
    expect(asked).toMatchObject({ answer: pass });
    const [, repair] = requests;
    expect(repair?.messages.map((message) => message.role)).toEqual([
      'system',
      'user',
      'assistant',
      'user',
    ]);
    expect(repair?.messages.at(-1)?.content).toContain('no JSON object');
    const total = requests.reduce((sum, { usage }) => sum + usage.prompt_tokens, 0);
    expect(asked).toMatchObject({ usage: { inputTokens: total } });
  });

  it('is unusable after one repair, never a pass by accident', async () => {
    const { asked, requests } = await review({ reviews: [{ nonsense: true }] });
    expect(asked).toMatchObject({ error: { code: 'model-unusable', infrastructure: true } });
    expect(requests).toHaveLength(2);
  });

  it('waits a rate limit out', async () => {
    const { asked } = await review({ reviews: [{ error: '429' }, pass] });
    expect(asked).toMatchObject({ answer: pass });
  });

  it.each(['500', 'truncated', '400'] as const)(
    'is unusable when it keeps failing with %s',
    async (error) => {
      const { asked } = await review({ reviews: [{ error }] });
      expect(asked).toMatchObject({ error: { code: 'model-unusable', cause: expect.anything() } });
    },
  );

  it('asks in words where the endpoint refuses a schema', async () => {
    const bodies: string[] = [];
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      bodies.push(body);
      const refused = body.includes('response_format');
      response.writeHead(refused ? 400 : 200, { 'content-type': 'application/json' });
      const content = `Here you are:\n\`\`\`json\n${JSON.stringify(pass)}\n\`\`\``;
      const choices = [{ message: { role: 'assistant', content }, finish_reason: 'stop' }];
      response.end(
        JSON.stringify(refused ? { error: { message: 'no response_format' } } : { choices }),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const model = structuredModel(resolveModel('openai-compatible/old', { keys: {}, baseUrl }));
    const { answer } = await model.ask({
      purpose: 'review',
      system: 's',
      prompt: 'p',
      schema: ReviewVerdict,
    });
    server.closeAllConnections();
    server.close();
    expect(answer).toEqual(pass);
    expect(JSON.parse(bodies[1] ?? '').messages[0].content).toContain('"verdict"');
  });

  it('ends a call that takes too long', async () => {
    const server = createServer(() => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const resolved = resolveModel('openai-compatible/slow', { keys: {}, baseUrl });
    const model = structuredModel(resolved, { timeoutMs: 20 });
    const asking = model.ask({ purpose: 'draft', system: 's', prompt: 'p', schema: z.object({}) });
    await expect(asking).rejects.toMatchObject({ code: 'model-unusable' });
    server.closeAllConnections();
    server.close();
  });
});

describe('findJson', () => {
  it.each([
    ['bare', '{"a":1}'],
    ['fenced', 'Sure.\n```json\n{"a":1}\n```\nDone {really}.'],
    ['in prose', 'The answer: {"a":1} as asked.'],
    ['an open fence', '```\n{"a":1}'],
  ])('finds it %s', (_name, text) => {
    expect(findJson(text)).toEqual({ a: 1 });
  });

  it('finds nothing in prose, and never throws', () => {
    expect(findJson('plans {are} fine')).toBeUndefined();
    fc.assert(fc.property(fc.string(), (text) => void findJson(text)));
  });
});
