import type { LanguageModelV3Message } from '@ai-sdk/provider';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compact } from '../../../src/adapters/agent/compact.ts';
import { charactersOf, told } from '../../../src/adapters/agent/history.ts';
import { ToolOutputs } from '../../../src/adapters/agent/tool-outputs.ts';
import { call, DONE, workOnWire } from './support/work-on-wire.ts';

const VERBATIM = {
  opening: 'The contract, word for word.',
  plan: 'New:\n- [>] a',
  evidence: 'EV-3 red',
};

/** A turn as it stands in a history: what was said, calls, their results, and perhaps a note. */
function turnOf(
  n: number,
  results: readonly string[],
  note: string | null,
): LanguageModelV3Message[] {
  const ids = results.map((_, at) => `call-${n}-${at}`);
  return [
    {
      role: 'assistant',
      content: [
        { type: 'text', text: `Turn ${n}.` },
        ...ids.map((toolCallId) => ({
          type: 'tool-call' as const,
          toolCallId,
          toolName: 'run',
          input: { n },
        })),
      ],
    },
    ...(results.length === 0
      ? []
      : [
          {
            role: 'tool' as const,
            content: results.map((value, at) => ({
              type: 'tool-result' as const,
              toolCallId: ids[at] ?? '',
              toolName: 'run',
              output: { type: 'text' as const, value },
            })),
          },
        ]),
    ...(note === null ? [] : [told(note)]),
  ];
}

const history = fc
  .array(
    fc.tuple(fc.array(fc.string({ maxLength: 600 }), { maxLength: 4 }), fc.option(fc.string())),
    {
      maxLength: 12,
    },
  )
  .map((turns) => [
    told('old opening'),
    ...turns.flatMap(([results, note], n) => turnOf(n, results, note)),
  ]);

const textOf = (message: LanguageModelV3Message | undefined) => JSON.stringify(message?.content);

describe('compact', () => {
  it('keeps contract, plan and evidence word for word, the newest turns as they are, and parts no call from its result', () => {
    fc.assert(
      fc.property(history, fc.nat(4000), (messages, room) => {
        const made = compact(messages, VERBATIM, new ToolOutputs(), room);
        if (made === null) return;
        const [opening, brief, ...kept] = made.messages;
        expect(textOf(opening)).toContain(VERBATIM.opening);
        expect(brief?.content[0]).toMatchObject({ text: expect.stringContaining(VERBATIM.plan) });
        expect(brief?.content[0]).toMatchObject({
          text: expect.stringContaining(VERBATIM.evidence),
        });
        expect(kept).toEqual(messages.slice(messages.length - kept.length));
        expect(kept[0]?.role ?? 'assistant').toBe('assistant');
        expect(kept.reduce((sum, each) => sum + charactersOf(each), 0)).toBeLessThanOrEqual(room);
        const calls = kept.flatMap((each) =>
          each.role === 'assistant' ? each.content.filter(({ type }) => type === 'tool-call') : [],
        );
        const results = kept.flatMap((each) => (each.role === 'tool' ? each.content : []));
        expect(results.length).toBe(calls.length);
      }),
    );
  });

  it('is the same from the same, and names where each long output is whole', () => {
    const long = 'x'.repeat(5000);
    const messages = [
      told('o'),
      ...turnOf(1, [long, 'short'], null),
      ...turnOf(2, ['y'], 'a note'),
    ];
    const outputs = new ToolOutputs();
    const made = compact(messages, VERBATIM, outputs, 0);
    expect(made).toEqual(compact(messages, VERBATIM, new ToolOutputs(), 0));
    expect(made).toMatchObject({ droppedTurns: 2, keptTurns: 0 });
    const brief = textOf(made?.messages[1]);
    const id = /read_output \{\\"id\\": \\"(out-\d)\\"\}/.exec(brief)?.[1] ?? '';
    expect(outputs.page(id, 0)).toBe(long);
    expect(brief).toContain('you were told: a note');
  });

  it('has nothing to leave out of a history that fits', () => {
    const messages = [told('o'), ...turnOf(1, ['a'], null)];
    expect(compact(messages, VERBATIM, new ToolOutputs(), 10_000)).toBeNull();
    expect(compact([told('o')], VERBATIM, new ToolOutputs(), 0)).toBeNull();
  });
});

it('a conversation that would fill the configured window is compacted before it does, and goes on', async () => {
  const tokens: number[] = [];
  const { report, harness } = await workOnWire(
    'openai-compatible',
    (body, n) => {
      const size = Math.ceil(JSON.stringify(body).length / 4);
      tokens.push(size);
      if (n === 18) return DONE;
      return { calls: [call('run', { argv: ['seq', '1', '1500'] })], input: size };
    },
    { contextTokens: 12_000 },
  );
  expect(report).toMatchObject({ end: 'finished', turns: 18 });
  const compactions = harness.notices.filter(({ type }) => type === 'context-compacted');
  expect(compactions.length).toBeGreaterThan(2);
  expect(harness.prompts.filter(({ prefix }) => prefix === 'compaction')).toHaveLength(
    compactions.length,
  );
  expect(harness.prompts.some(({ prefix }) => prefix === 'broken')).toBe(false);
  expect(Math.max(...tokens)).toBeLessThan(12_000);
});
