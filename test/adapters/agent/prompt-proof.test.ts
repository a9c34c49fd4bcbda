import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { provePrompt } from '../../../src/adapters/agent/prompt-proof.ts';
import { WIRE_FORMATS } from '../model/support/wire-formats.ts';
import { durableUnits } from './support/durable-units.ts';
import { call, DONE, inOrder, step, workOnWire } from './support/work-on-wire.ts';

const plan = (...items: [string, string][]) => ({
  calls: [call('write_plan', { items: items.map(([id, status]) => step(id, status)) })],
});

describe.each(Object.keys(WIRE_FORMATS))('F10 the cache proof over %s', (provider) => {
  it('agrees with the bytes on the wire: each durable prefix is the beginning of the next body’s', async () => {
    const { harness, server } = await workOnWire(
      provider,
      inOrder(
        plan(['a', 'in_progress']),
        { calls: [call('list_files'), call('read_file', { path: 'src/list.js' })] },
        plan(['a', 'in_progress'], ['b', 'pending']),
        { text: 'Thinking aloud.' },
        DONE,
      ),
    );
    expect(harness.prompts.map(({ prefix }) => prefix)).toEqual([
      'first',
      ...Array(4).fill('held'),
    ]);
    // Read anew, block by block, from what the server recorded.
    const units = server.bodies.map((body, n) => durableUnits(body, n > 0));
    for (const [n, each] of units.entries())
      expect((units[n + 1] ?? each).slice(0, each.length)).toEqual(each);
    for (const [n, { durableBytes }] of harness.prompts.entries()) {
      const whole = Buffer.byteLength((units[n] ?? []).join(''));
      // They differ by the brackets and commas between blocks alone.
      expect(Math.abs(durableBytes - whole)).toBeLessThan(40 * (units[n]?.length ?? 0));
    }
    // The reminder is on the wire, and no unit holds it.
    expect(server.bodies[2]).toContain('[harness reminder]');
    expect(units.flat().join('')).not.toContain('[harness reminder]');
  });
});

type Block = { text: string; marked: boolean };
const REMINDER = '[harness reminder]\nstep 1 of 2 {"}]';

/** A body as a provider’s package makes it: blocks under messages, a reminder in the last one, tools behind. */
function bodyOf(
  blocks: readonly Block[],
  { head = 'm', tools = 't', reminder = REMINDER as string | null } = {},
): Buffer {
  const content = blocks.map(({ text, marked }) => ({
    type: 'text',
    text,
    ...(marked ? { cache_control: { type: 'ephemeral', ttl: '5m' } } : {}),
  }));
  const messages = content.map((block, n) => ({
    role: n % 2 === 0 ? 'user' : 'assistant',
    content: [block] as object[],
  }));
  if (reminder !== null) {
    const last = messages.at(-1);
    if (last?.role === 'user') last.content.push({ type: 'text', text: reminder });
    else messages.push({ role: 'user', content: [{ type: 'text', text: reminder }] });
  }
  return Buffer.from(JSON.stringify({ model: head, messages, tools: [{ name: tools }] }));
}

const texts = (...all: string[]): Block[] => all.map((text) => ({ text, marked: false }));
const sentBefore = (body: Buffer, reminder: string | null = REMINDER) =>
  provePrompt(body, reminder, null, false).part;

describe('provePrompt', () => {
  const before = texts('one', 'twö', 'three', 'four');

  it.each<[string, Buffer, string]>([
    ['grown', bodyOf(texts('one', 'twö', 'three', 'four', 'five')), 'held'],
    ['the same', bodyOf(before), 'held'],
    ['another head', bodyOf(before, { head: 'n' }), 'broken'],
    ['other tools', bodyOf(before, { tools: 'other' }), 'broken'],
    ['a block in the middle', bodyOf(texts('one', 'twä', 'three', 'four')), 'broken'],
    ['shorter', bodyOf(texts('one', 'twö')), 'broken'],
  ])('%s', (_, now, prefix) => {
    expect(provePrompt(now, REMINDER, sentBefore(bodyOf(before)), false).facts.prefix).toBe(prefix);
  });

  it('names the byte, not the character, and says when a compaction is the cause', () => {
    const now = bodyOf(texts('one', 'twöx', 'three', 'four'));
    const { facts } = provePrompt(now, REMINDER, sentBefore(bodyOf(before)), false);
    const text = now.toString();
    const conversation = text.indexOf('[{"role"') + 1;
    const rest = '],"tools":[{"name":"t"}]}';
    expect(facts.firstDifference).toBe(
      // Head and tools are cached before the conversation.
      Buffer.byteLength(text.slice(0, conversation) + rest) +
        Buffer.byteLength(text.slice(conversation, text.indexOf('x"', conversation))),
    );
    const compacted = provePrompt(now, REMINDER, sentBefore(bodyOf(before)), true).facts;
    expect(compacted).toMatchObject({
      prefix: 'compaction',
      firstDifference: facts.firstDifference,
    });
  });

  it('of a first request says so; of a body it cannot read it claims nothing', () => {
    const first = { prefix: 'first', firstDifference: null };
    expect(provePrompt(bodyOf(before), REMINDER, null, false).facts).toMatchObject(first);
    for (const body of ['no json', undefined, 7, '{"messages":"none"}', '{}', '[]'])
      expect(provePrompt(body, null, sentBefore(bodyOf(before)), false)).toEqual({
        facts: { durableBytes: 0, ...first },
        part: null,
      });
    // A reminder that is not the last thing said.
    expect(provePrompt(bodyOf(before), 'another', null, false).part).toBeNull();
  });

  it('says what reading both bodies block by block says, wherever markers and reminders stand', () => {
    const text = fc.constantFrom('a', 'ö’', '{"}],', '"cache_control":{', 'tools":[', '\\"');
    const block = fc.record({ text, marked: fc.boolean() });
    const list = fc.array(block, { minLength: 1, maxLength: 8 });
    const reminder = fc.constantFrom(REMINDER, null, 'a');
    fc.assert(
      fc.property(list, list, fc.boolean(), reminder, reminder, (old, more, grows, one, other) => {
        // What was sent before is the beginning, with its markers moved; or the two have nothing to do with each other.
        const now = grows
          ? [...old.map(({ text: t }) => ({ text: t, marked: false })), ...more]
          : more;
        const [a, b] = [bodyOf(old, { reminder: one }), bodyOf(now, { reminder: other })];
        const { facts } = provePrompt(b, other, sentBefore(a, one), false);
        const [was, is] = [
          durableUnits(`${a}`, one !== null),
          durableUnits(`${b}`, other !== null),
        ];
        const held = was.every((unit, n) => unit === is[n]);
        expect(facts.prefix).toBe(held ? 'held' : 'broken');
      }),
    );
  });
});
