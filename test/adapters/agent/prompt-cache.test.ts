import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { builtinAgent } from '../../../src/adapters/agent/builtin-agent.ts';
import { resolveModel } from '../../../src/adapters/model/resolve-model.ts';
import { directSandbox } from './support/direct-sandbox.ts';
import { RecordingHarness } from './support/recording-harness.ts';
import { runScript, type Turns } from './support/run-script.ts';
import { WorkPlace } from './support/work-place.ts';

const plan = (...items: [string, string][]) => ({
  tools: [
    {
      name: 'write_plan',
      input: { items: items.map(([id, status]) => ({ id, content: `Do ${id}`, status })) },
    },
  ],
});

/** Eight turns with plan edits, reads, edits, refusals, talk. */
const TURNS: Turns = [
  plan(['a', 'in_progress'], ['b', 'pending']),
  {
    tools: [
      { name: 'read_file', input: { path: 'src/list.js' } },
      { name: 'list_files', input: {} },
    ],
  },
  plan(['a', 'in_progress'], ['b', 'in_progress']),
  { text: 'Thinking aloud.' },
  { tools: [{ name: 'edit_file', input: { path: 'src/list.js', old: 'false', new: 'true' } }] },
  plan(['a', 'in_progress'], ['b', 'pending'], ['c', 'pending']),
  { tools: [{ name: 'nothing_like_it', input: {} }] },
  { tools: [{ name: 'done', input: {} }] },
];

describe('on the wire of an openai-compatible server', () => {
  it('E3 the durable prefix of each request is, byte for byte, the beginning of the next', async () => {
    await runScript(TURNS, {
      see: ({ requests }) => {
        expect(requests).toHaveLength(8);
        const bodies = requests.map(({ body }) => body);
        for (const [n, body] of bodies.entries()) {
          const next = bodies[n + 1];
          if (next === undefined) continue;
          const prefix = durablePrefix(body);
          expect(prefix.length).toBeGreaterThan(1000);
          expect(next.startsWith(prefix)).toBe(true);
        }
      },
    });
  });

  it('E1 tools and system part are the same on every request', async () => {
    await runScript(TURNS, {
      see: ({ requests }) => {
        const parts = requests.map(({ body }) => {
          const { tools, messages } = JSON.parse(body);
          return JSON.stringify([tools, messages[0]]);
        });
        expect(new Set(parts).size).toBe(1);
        expect(parts[0]).toContain('One step at a time');
      },
    });
  });

  it('E1 the guidance on plans can be replaced or left out', async () => {
    for (const [planning, words] of [
      ['', null],
      ['Plan in verse.', 'Plan in verse.'],
    ] as const) {
      await runScript([{ tools: [{ name: 'done', input: {} }] }], {
        agent: { planning },
        see: ({ requests }) => {
          const system = String(requests[0]?.messages[0]?.content);
          expect(system).not.toContain('Exactly one step is in_progress');
          if (words !== null) expect(system).toContain(words);
        },
      });
    }
  });

  it('E2 A6 each request has exactly one reminder, the present one, as its last message', async () => {
    await runScript(TURNS, {
      see: ({ requests }) => {
        expect(requests[0]?.body).not.toContain('[harness reminder]');
        for (const { body, messages } of requests.slice(1)) {
          expect(body.split('[harness reminder]')).toHaveLength(2);
          expect(String(messages.at(-1)?.content)).toMatch(
            /^\[harness reminder\]\nPlan v\d, step 1/,
          );
        }
        expect(String(requests.at(-1)?.messages.at(-1)?.content)).toContain('[ ] c Do c');
      },
    });
  });

  it('E5 an empty plan adds nothing', async () => {
    await runScript(
      [{ tools: [{ name: 'list_files', input: {} }] }, { tools: [{ name: 'done', input: {} }] }],
      {
        see: ({ requests }) => {
          expect(requests[1]?.messages.map((message) => message.role)).toEqual([
            'system',
            'user',
            'assistant',
            'tool',
          ]);
        },
      },
    );
  });

  it('E7 a plan of one worktree is not seen in another conversation', async () => {
    await runScript(
      [
        plan(['a', 'in_progress']),
        { tools: [{ name: 'done', input: {} }] },
        { tools: [{ name: 'done', input: {} }] },
      ],
      {
        see: async ({ agent, requests }) => {
          using other = new WorkPlace();
          await agent.work(other.assignment(), new RecordingHarness(other.path));
          expect(requests.at(-1)?.body).not.toContain('Do a');
        },
      },
    );
  });

  it('E4 a provider without caching is sent no breakpoints', async () => {
    await runScript(TURNS, {
      see: ({ requests }) =>
        expect(requests.map(({ body }) => body).join()).not.toMatch(/cache_?control/i),
    });
  });
});

describe('on the wire of Anthropic', () => {
  it.each(['5m', '1h'] as const)(
    'E4 the breakpoint stands on the last durable block, directly before the reminder, for %s',
    async (cacheTtl) => {
      using place = new WorkPlace({ 'src/list.js': 'export const json = false;\n' });
      await using server = await anthropicServer();
      const harness = new RecordingHarness(place.path);
      const agent = builtinAgent({
        model: resolveModel('anthropic/claude-sonnet-4-5', {
          keys: { ANTHROPIC_API_KEY: 'k' },
          baseUrl: null,
          endpoints: { anthropic: server.url },
        }),
        sandbox: directSandbox,
        cacheTtl,
      });
      const report = await agent.work(place.assignment(), harness);
      expect(report).toMatchObject({ end: 'finished', turns: 4 });

      const requests = server.bodies.map((body) => JSON.parse(body));
      for (const [n, request] of requests.entries()) {
        expect(request.system.at(-1).cache_control).toEqual({ type: 'ephemeral', ttl: cacheTtl });
        const blocks = request.messages.flatMap(
          (message: { content: object[] }) => message.content,
        );
        const marked = blocks.flatMap((block: object, at: number) =>
          'cache_control' in block ? at : [],
        );
        const lastDurable = blocks.length - (n === 0 ? 1 : 2);
        // The last durable block, and the one that was it the request before.
        expect(marked).toHaveLength(n === 0 ? 1 : 2);
        expect(marked.at(-1)).toBe(lastDurable);
        if (n > 0) expect(blocks[lastDurable].type).toBe('tool_result');
      }
      const durable = requests.map((request, n) => {
        const blocks = request.messages.flatMap(
          (message: { content: object[] }) => message.content,
        );
        return JSON.stringify(n === 0 ? blocks : blocks.slice(0, -1), withoutMarkers).slice(0, -1);
      });
      for (const [n, text] of durable.entries()) {
        expect((durable[n + 1] ?? text).startsWith(text)).toBe(true);
      }
      // Two-thirds of each input was read from the cache, and is paid as such.
      expect(harness.turns[0]?.usd).toBeCloseTo((100 * 3 + 200 * 0.3 + 10 * 15) / 1_000_000, 9);
    },
  );
});

/** The body up to where the ephemeral tail begins, or to the end of the messages without one. */
function durablePrefix(body: string): string {
  const { messages } = JSON.parse(body) as { messages: { content: unknown }[] };
  const last = JSON.stringify(messages.at(-1));
  const end = body.lastIndexOf(last);
  return String(messages.at(-1)?.content).startsWith('[harness reminder]')
    ? body.slice(0, end)
    : body.slice(0, end + last.length);
}

const withoutMarkers = (key: string, value: unknown) =>
  key === 'cache_control' ? undefined : value;

/** As much of Anthropic's messages endpoint as four turns need. */
async function anthropicServer() {
  const bodies: string[] = [];
  const calls = [
    ['write_plan', { items: [{ id: 'a', content: 'Do a', status: 'in_progress' }] }],
    ['read_file', { path: 'src/list.js' }],
    ['write_plan', { items: [{ id: 'a', content: 'Do a', status: 'pending' }] }],
    ['done', {}],
  ] as const;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    bodies.push(body);
    const [name, input] = calls[bodies.length - 1] ?? ['done', {}];
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        id: `msg_${bodies.length}`,
        type: 'message',
        role: 'assistant',
        model: 'claude-sonnet-4-5',
        content: [{ type: 'tool_use', id: `toolu_${bodies.length}`, name, input }],
        stop_reason: 'tool_use',
        usage: { input_tokens: 100, cache_read_input_tokens: 200, output_tokens: 10 },
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    bodies,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
