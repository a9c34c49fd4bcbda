import { describe, expect, it } from 'vitest';
import type { Served } from '../model/support/provider-server.ts';
import type { Body } from '../model/support/wire-formats.ts';
import { AnthropicCache, type CacheAnswer } from './support/anthropic-cache.ts';
import { call, step, workOnWire } from './support/work-on-wire.ts';

const TURNS = 18;
const MINUTE = 60_000;
/** More calls in one turn than the provider looks back over. */
const MANY = 33;

/** What the model does in turn n: plan edits, reads, talk, many calls at once. */
function turn(n: number): Served {
  if (n === TURNS) return { calls: [call('done')] };
  if (n === 7) return { calls: Array.from({ length: MANY }, () => call('list_files')) };
  if (n === 9) return { text: 'Thinking aloud.' };
  if (n % 3 === 1)
    return {
      calls: [
        call('write_plan', {
          items: [
            step('a', 'in_progress'),
            ...Array.from({ length: n }, (_, k) => step(`s${k}`, 'pending')),
          ],
        }),
      ],
    };
  return { text: `Turn ${n}.`, calls: [call('read_file', { path: 'src/list.js' })] };
}

async function played(cacheTtl: '5m' | '1h', minutes: (n: number) => number) {
  const cache = new AnthropicCache();
  const answers: CacheAnswer[] = [];
  let now = 0;
  const serve = (request: Body, n: number): Served => {
    now += minutes(n) * MINUTE;
    const answer = cache.request(request, now);
    answers.push(answer);
    return { ...turn(n), input: answer.input, cached: answer.cached, written: answer.written };
  };
  const result = await workOnWire('anthropic', serve, {
    cacheTtl,
    prepare: (harness) => {
      // An amendment in the middle: told in the conversation, which only grows.
      harness.look = (at) =>
        at === 11 ? { go: true, note: 'The contract was amended.' } : undefined;
    },
  });
  return { ...result, answers };
}

/** Blocks of a request before its reminder: what the next one should find in the cache. */
const durableBlocks = ({ blocks }: CacheAnswer, n: number): number =>
  n === 0 ? blocks : blocks - 1;

describe('E8 the provider’s cache, simulated', () => {
  it('holds the whole durable prefix of each request when the next one comes', async () => {
    const { report, answers, harness } = await played('5m', () => 1);
    expect(report).toMatchObject({ end: 'finished', turns: TURNS });
    const expected = answers.slice(0, -1).map(durableBlocks);
    expect(answers.slice(1).map(({ cachedBlocks }) => cachedBlocks)).toEqual(expected);
    expect(harness.prompts.map(({ prefix }) => prefix)).toEqual([
      'first',
      ...Array(TURNS - 1).fill('held'),
    ]);
    const cached = answers.reduce((sum, each) => sum + each.cached, 0);
    const input = answers.reduce((sum, each) => sum + each.input, 0);
    expect(cached / input).toBeGreaterThan(0.85);
  });

  it.each([
    ['5m', false],
    ['1h', true],
  ] as const)('after ten minutes of checks, with %s', async (ttl, hit) => {
    const { answers } = await played(ttl, (n) => (n === 5 ? 10 : 1));
    expect((answers[4]?.cachedBlocks ?? 0) > 0).toBe(hit);
    expect(answers[5]?.cachedBlocks).toBe(durableBlocks(answers[4] as CacheAnswer, 4));
  });
});
