import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parallelBatches } from '../../src/core/rules/planning/graph/parallel-batches.ts';
import type { PlayedTurn } from '../app/planning/support/graph-agent.ts';
import { GraphWorld } from '../app/planning/support/graph-world.ts';
import {
  type Letter,
  PARTS,
  partsContract,
  says,
  step,
} from '../app/planning/support/word-parts.ts';
import { amended, prepared } from '../support/task.ts';

const LETTERS: Letter[] = ['a', 'b', 'c', 'd'];
const SHARED = 'src/shared.js';

/** A plan of seven steps: four of them say a word and are gated, the others add to a file between them. */
const anyPlan = fc
  .array(
    fc.record({
      deps: fc.array(fc.nat(6), { maxLength: 2 }),
      shares: fc.boolean(),
      ticks: fc.nat(9),
      wrongFirst: fc.boolean(),
    }),
    {
      minLength: 7,
      maxLength: 7,
    },
  )
  .map((drawn) =>
    drawn.map(({ deps, ...each }, at) => ({
      ...each,
      id: `N${at + 1}`,
      letter: LETTERS[at],
      deps: [...new Set(deps.filter((dep) => dep < at))].map((dep) => `N${dep + 1}`),
    })),
  );

type Drawn = (typeof anyPlan extends fc.Arbitrary<infer T> ? T : never)[number];

const writesOf = ({ letter, shares }: Drawn) => [
  ...(letter ? [`src/${letter}.js`] : []),
  ...(shares || !letter ? [SHARED] : []),
];

function turnsOf(node: Drawn): PlayedTurn[][] {
  const { id, letter, ticks, wrongFirst } = node;
  const shared = writesOf(node).includes(SHARED) ? { [SHARED]: `last ${id}` } : {};
  const turn = (word: string): PlayedTurn =>
    letter
      ? { ...says(letter, word, ticks), edits: { [`src/${letter}.js`]: word, ...shared } }
      : { edits: shared, ticks, done: id };
  return wrongFirst && letter ? [[turn('nearly')], [turn('new')]] : [[turn('new')]];
}

const worldOf = (plan: Drawn[]) =>
  new GraphWorld({
    contract: partsContract(LETTERS),
    plans: [
      {
        steps: plan.map((node) =>
          step(node.id, node.letter ?? 'a', {
            deps: node.deps,
            writes: writesOf(node),
            ...(node.letter ? {} : { verification: [] }),
          }),
        ),
      },
    ],
    parts: {
      base: PARTS.base,
      steps: Object.fromEntries(plan.map((node) => [node.id, turnsOf(node)])),
    },
  });

const kill = fc.record({
  at: fc.integer({ min: 1, max: 110 }),
  lost: fc.boolean(),
  fresh: fc.boolean(),
});

it('C10 C13 C14 C15: any graph, killed anywhere and amended, ends whole, once, and always as the same tree', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyPlan,
      fc.array(kill, { maxLength: 4 }),
      fc.boolean(),
      async (plan, kills, amends) => {
        const calm = worldOf(plan.map((node) => ({ ...node, ticks: 0 })));
        const expected = calm.delivered(await calm.run());
        const world = worldOf(plan);
        let report = await world.runKilled(kills);
        if (amends) {
          const next = { ...world.options.contract, version: 2, goal: 'words, all of them' };
          world.happen(amended(next), ...prepared(next));
          report = await world.runKilled(kills);
        }
        expect(world.delivered(report)).toEqual(expected);
        const { graph } = world.state;
        expect(graph?.final?.passed).toBe(true);
        expect(
          graph?.nodes.every(
            ({ state, result }) => state === 'passed' && (result?.evidence.length ?? 0) > 0,
          ),
        ).toBe(true);
        // Whoever may write one file is never at work together.
        const atWork = new Set<string>();
        for (const event of world.events) {
          if (event.type !== 'graph-moved' || !('id' in event.change)) continue;
          const { type, id } = event.change;
          if (type === 'node-started') {
            const writers = [...atWork, id].map(
              (each) => plan.find((node) => node.id === each) as Drawn,
            );
            const apart = parallelBatches(
              writers.map((node) => ({ id: node.id, deps: [], writes: writesOf(node) })),
              9,
            );
            expect(apart).toHaveLength(1);
            atWork.add(id);
          } else if (type !== 'node-executed') atWork.delete(id);
          expect(atWork.size).toBeLessThanOrEqual(2);
        }
      },
    ),
    { numRuns: Number(process.env.RUNS ?? 400) },
  );
});
