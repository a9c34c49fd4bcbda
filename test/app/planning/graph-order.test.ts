import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GraphWorld } from './support/graph-world.ts';
import { PARTS, partsContract, says, step } from './support/word-parts.ts';

/** C and D write one more file between them, each in words of its own: whoever comes last is seen in it. */
const PLAN = {
  steps: [
    step('A', 'a'),
    step('B', 'b'),
    step('C', 'c', { deps: ['A'], writes: ['src/c.js', 'src/shared.js'] }),
    step('D', 'd', { writes: ['src/d.js', 'src/shared.js'] }),
  ],
};
const also = (letter: 'c' | 'd', ticks: number) => {
  const turn = says(letter, 'new', ticks);
  return { ...turn, edits: { ...turn.edits, 'src/shared.js': `by ${letter}` } };
};
const worldWith = ([a, b, c, d, look]: number[]) =>
  new GraphWorld({
    contract: partsContract(['a', 'b', 'c', 'd']),
    plans: [PLAN],
    lookTicks: () => look ?? 0,
    parts: {
      ...PARTS,
      steps: {
        A: [[says('a', 'new', a)]],
        B: [[says('b', 'nearly', b)], [says('b', 'new', b)]],
        C: [[also('c', c ?? 0)]],
        D: [[also('d', d ?? 0)]],
      },
    },
  });

const resultsOf = (world: GraphWorld) =>
  world.state.graph?.nodes.map(({ id, attempts, result }) => ({
    id,
    attempts,
    changed: result?.changed,
    output: result?.outputHash,
    inputs: result?.inputsHash,
  }));

describe('a task graph whose nodes finish in any order', () => {
  it('C10 C14 comes to the same tree and the same results, and never has more at work than there is room for', async () => {
    const expected = worldWith([0, 0, 0, 0, 0]);
    const tree = expected.delivered(await expected.run());
    expect(tree['src/shared.js']).toBe('by d');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(12), { minLength: 5, maxLength: 5 }),
        fc.array(
          fc.record({
            at: fc.integer({ min: 1, max: 60 }),
            lost: fc.boolean(),
            fresh: fc.boolean(),
          }),
          {
            maxLength: 3,
          },
        ),
        async (ticks, kills) => {
          const world = worldWith(ticks);
          expect(world.delivered(await world.runKilled(kills))).toEqual(tree);
          if (kills.length === 0) expect(resultsOf(world)).toEqual(resultsOf(expected));
          let running = 0;
          for (const line of world.story()) {
            if (line.startsWith('node-started')) running += 1;
            if (/^node-(?:passed|failed|reset)/.test(line)) running -= 1;
            expect(running).toBeLessThanOrEqual(2);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
