import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type ModelAccess, resolveModel } from '../../../src/adapters/model/resolve-model.ts';
import { structuredModel } from '../../../src/adapters/model/structured-model.ts';

const access: ModelAccess = { keys: {}, baseUrl: null };

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('resolveModel', () => {
  it.each([
    ['mistral/large', /anthropic, openai, google, github, openai-compatible/],
    ['gpt-5', /provider\/name/],
    ['openai/', /provider\/name/],
    ['', /provider\/name/],
  ])('refuses %j and names what it knows', (id, message) => {
    expect(() => resolveModel(id, access, 'models.draft')).toThrowError(
      expect.objectContaining({
        code: 'bad-configuration',
        message: expect.stringMatching(message),
        place: { field: 'models.draft' },
      }),
    );
  });

  it.each([
    ['anthropic/claude-sonnet-4-5', 'ANTHROPIC_API_KEY'],
    ['openai/gpt-5', 'OPENAI_API_KEY'],
    ['google/gemini-2.5-pro', 'GOOGLE_GENERATIVE_AI_API_KEY'],
    ['github/openai/gpt-4.1', 'GITHUB_TOKEN'],
  ])(
    'says on first use which key %s needs, and takes none from the environment',
    async (id, key) => {
      vi.stubEnv(key, 'from the environment');
      await expect(resolveModel(id, access).load()).rejects.toMatchObject({
        code: 'no-model',
        message: expect.stringContaining(key),
      });
    },
  );

  it('asks for an endpoint where there is no default', () => {
    expect(() => resolveModel('openai-compatible/llama', access)).toThrowError(
      expect.objectContaining({ code: 'bad-configuration', place: { field: 'models.baseUrl' } }),
    );
  });

  it('takes names with slashes as they are', () => {
    const model = resolveModel('openai-compatible/openai/gpt-4o', {
      ...access,
      baseUrl: 'http://x',
    });
    expect(model.id).toBe('openai-compatible/openai/gpt-4o');
  });
});

describe('each provider, on the wire', () => {
  const answer = JSON.stringify({ verdict: 'pass' });
  const usage = { input_tokens: 12, output_tokens: 3 };
  const cases: [string, ModelAccess['keys'], RegExp, string, object][] = [
    [
      'anthropic/claude-sonnet-4-5',
      { ANTHROPIC_API_KEY: ' k-1\n' },
      /"model":"claude-sonnet-4-5"/,
      'x-api-key',
      {
        type: 'message',
        id: 'm',
        model: 'm',
        role: 'assistant',
        content: [{ type: 'text', text: answer }],
        stop_reason: 'end_turn',
        usage,
      },
    ],
    [
      'openai/gpt-5',
      { OPENAI_API_KEY: 'k-1' },
      /"name":"review".*"strict":false|"strict":false.*"name":"review"/,
      'authorization',
      {
        id: 'r',
        created_at: 0,
        model: 'gpt-5',
        output: [
          {
            type: 'message',
            role: 'assistant',
            id: 'm',
            content: [{ type: 'output_text', text: answer, annotations: [] }],
          },
        ],
        usage,
      },
    ],
    [
      'google/gemini-2.5-pro',
      { GOOGLE_GENERATIVE_AI_API_KEY: 'k-1' },
      /"responseMimeType":"application\/json"/,
      'x-goog-api-key',
      {
        candidates: [
          { content: { role: 'model', parts: [{ text: answer }] }, finishReason: 'STOP' },
        ],
        usageMetadata: { promptTokenCount: 12, candidatesTokenCount: 3 },
      },
    ],
    [
      'openai-compatible/llama',
      { CONTRACTOR_MODEL_KEY: 'k-1' },
      /"name":"review"/,
      'authorization',
      {
        choices: [{ message: { role: 'assistant', content: answer }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 12, completion_tokens: 3 },
      },
    ],
  ];
  it.each(cases)(
    '%s sends the given key and nothing of the environment',
    async (id, keys, body, header, reply) => {
      const environment = ['ANTHROPIC_BASE_URL', 'OPENAI_BASE_URL', 'OPENAI_ORGANIZATION'];
      for (const name of environment) vi.stubEnv(name, 'http://127.0.0.1:1/elsewhere');
      await using server = await recorder(reply);
      const provider = id.slice(0, id.indexOf('/'));
      const model = resolveModel(id, {
        keys,
        baseUrl: null,
        endpoints: { [provider]: server.url },
      });
      const asked = await structuredModel(model).ask({
        purpose: 'review',
        system: 'Judge.',
        prompt: 'Is it so?',
        schema: z.object({ verdict: z.enum(['pass', 'fail']) }),
      });
      expect(asked.answer).toEqual({ verdict: 'pass' });
      expect(asked.usage).toMatchObject({ inputTokens: 12, outputTokens: 3 });
      expect(server.seen).toHaveLength(1);
      expect(server.seen[0]?.body).toMatch(body);
      expect(String(server.seen[0]?.headers[header]).replace('Bearer ', '')).toBe('k-1');
      expect(JSON.stringify(server.seen[0])).not.toContain('elsewhere');
    },
  );
});

async function recorder(reply: object) {
  const seen: { headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    seen.push({ headers: request.headers, body });
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(reply));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    seen,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
