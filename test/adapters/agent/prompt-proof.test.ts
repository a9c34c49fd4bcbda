import { describe, expect, it } from 'vitest';
import { durableUnits, promptFacts } from '../../../src/adapters/agent/prompt-proof.ts';
import { WIRE_FORMATS } from '../model/support/wire-formats.ts';
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
    // Recomputed from what the server recorded, down to the byte.
    const units = server.bodies.map((body, n) => durableUnits(body, n > 0));
    expect(harness.prompts.map(({ durableBytes }) => durableBytes)).toEqual(
      units.map((each) => Buffer.byteLength(each.join(''))),
    );
    for (const [n, each] of units.entries())
      expect((units[n + 1] ?? each).slice(0, each.length)).toEqual(each);
    // The reminder is on the wire, and no unit holds it.
    expect(server.bodies[2]).toContain('[harness reminder]');
    expect(units.flat().join('')).not.toContain('[harness reminder]');
  });
});

describe('promptFacts', () => {
  const units = (head: string, ...blocks: string[]) =>
    durableUnits(
      { model: head, messages: blocks.map((text) => ({ role: 'user', content: text })) },
      false,
    );
  const before = units('m', 'one', 'twö', 'three');

  it.each([
    ['grown', units('m', 'one', 'twö', 'three', 'four'), 'held'],
    ['the same', before, 'held'],
    ['another head', units('n', 'one', 'twö', 'three'), 'broken'],
    ['a block in the middle', units('m', 'one', 'twä', 'three'), 'broken'],
    ['shorter', units('m', 'one'), 'broken'],
  ])('%s', (_, now, prefix) => {
    expect(promptFacts(before, now, false).prefix).toBe(prefix);
  });

  it('names the byte, not the character, and says when a compaction is the cause', () => {
    const now = units('m', 'one', 'twöx', 'three');
    const { firstDifference } = promptFacts(before, now, false);
    const whole = Buffer.from(before.join(''));
    const other = Buffer.from(now.join(''));
    expect(firstDifference).toBe(whole.findIndex((byte, at) => byte !== other[at]));
    expect(promptFacts(before, now, true)).toMatchObject({ prefix: 'compaction', firstDifference });
  });

  it('of a first request says so; of a body it cannot read it claims nothing', () => {
    expect(promptFacts(null, before, false)).toMatchObject({
      prefix: 'first',
      firstDifference: null,
    });
    expect(durableUnits('no json', false)).toEqual([]);
    expect(durableUnits(undefined, true)).toEqual([]);
  });
});
