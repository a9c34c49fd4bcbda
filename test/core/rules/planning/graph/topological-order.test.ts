import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareIds } from '../../../../../src/core/rules/planning/graph/compare-ids.ts';
import { parallelBatches } from '../../../../../src/core/rules/planning/graph/parallel-batches.ts';
import {
  findCycle,
  levelsOf,
  topologicalOrder,
} from '../../../../../src/core/rules/planning/graph/topological-order.ts';
import { mayOverlap } from '../../../../../src/core/rules/planning/graph/write-sets.ts';

const steps = (graph: Record<string, string[]>) =>
  Object.entries(graph).map(([id, deps]) => ({ id, deps }));

/** Graphs without a cycle: each step may hang on any before it; listed in any order. */
const acyclic = fc
  .array(fc.tuple(fc.array(fc.nat(40), { maxLength: 4 }), fc.constantFrom('a', 'b', 'c/*', '**')), {
    maxLength: 25,
  })
  .chain((rows) =>
    fc.shuffledSubarray(
      rows.map(([deps, glob], at) => ({
        id: `E${at + 1}`,
        deps: at === 0 ? [] : [...new Set(deps.map((dep) => `E${(dep % at) + 1}`))],
        writes: [glob],
      })),
      { minLength: rows.length },
    ),
  );

describe('C4 one order', () => {
  it.each([
    ['E2', 'E10'],
    ['E9', 'E10'],
    ['A', 'B'],
    ['A9', 'B1'],
    ['E1', 'E1a'],
    ['E01', 'E1'],
    ['E2-10', 'E10-2'],
    ['E99999999999999999998', 'E99999999999999999999'],
  ])('%s comes before %s', (a, b) => {
    expect(compareIds(a, b)).toBeLessThan(0);
    expect(compareIds(b, a)).toBeGreaterThan(0);
    expect(compareIds(a, a)).toBe(0);
  });

  it('ties go by natural numbers', () => {
    const graph = { E10: [], E2: [], E1: ['E10'], E3: ['E2'] };
    expect(topologicalOrder(steps(graph)).order).toEqual(['E2', 'E3', 'E10', 'E1']);
  });

  it('a dependency twice counts once; one that is not there counts as fulfilled', () => {
    const graph = { E1: ['E2', 'E2', 'E7'], E2: [] };
    expect(topologicalOrder(steps(graph))).toEqual({ order: ['E2', 'E1'], unordered: [] });
  });

  it('what is on a cycle, or behind it, cannot be ordered', () => {
    const graph = { E1: [], E2: ['E3'], E3: ['E2'], E4: ['E3'] };
    expect(topologicalOrder(steps(graph))).toEqual({
      order: ['E1'],
      unordered: ['E2', 'E3', 'E4'],
    });
    expect(findCycle(steps(graph))).toEqual(['E2', 'E3', 'E2']);
    expect(findCycle(steps({ E1: [], E2: ['E1'] }))).toBeNull();
  });

  it('a chain of 10,000 is ordered', () => {
    const chain = Array.from({ length: 10_000 }, (_, at) => ({
      id: `E${at + 1}`,
      deps: at === 0 ? [] : [`E${at}`],
    }));
    expect(topologicalOrder(chain.reverse()).order[9999]).toBe('E10000');
  });

  it('depends on the graph alone, never on how it was listed, and puts each step after its dependencies', () => {
    fc.assert(
      fc.property(acyclic, (listed) => {
        const { order, unordered } = topologicalOrder(listed);
        const sorted = [...listed].sort((a, b) => compareIds(a.id, b.id));
        expect(order).toEqual(topologicalOrder(sorted).order);
        expect(unordered).toEqual([]);
        for (const step of listed)
          for (const dep of step.deps)
            expect(order.indexOf(dep)).toBeLessThan(order.indexOf(step.id));
        expect(levelsOf(listed).flat().length).toBe(listed.length);
      }),
    );
  });
});

describe('C4 C14 parallel batches', () => {
  const writer = (id: string, writes: string[], deps: string[] = []) => ({ id, deps, writes });

  it.each<[string, ReturnType<typeof writer>[], number, string[][]]>([
    ['apart: at once', [writer('E1', ['a']), writer('E2', ['b'])], 4, [['E1', 'E2']]],
    [
      'one file: one after the other',
      [writer('E1', ['a']), writer('E2', ['a'])],
      4,
      [['E1'], ['E2']],
    ],
    [
      'globs that may meet',
      [writer('E1', ['src/**']), writer('E2', ['src/x/*.ts'])],
      4,
      [['E1'], ['E2']],
    ],
    [
      'who writes nothing runs beside anyone',
      [writer('E1', ['**']), writer('E2', [])],
      4,
      [['E1', 'E2']],
    ],
    [
      'no more than the cap',
      [writer('E1', []), writer('E2', []), writer('E10', [])],
      2,
      [['E1', 'E2'], ['E10']],
    ],
    ['after dependencies', [writer('E1', []), writer('E2', [], ['E1'])], 4, [['E1'], ['E2']]],
    ['a cap of none is one', [writer('E1', []), writer('E2', [])], 0, [['E1'], ['E2']]],
  ])('%s', (_, list, cap, batches) => {
    expect(parallelBatches(list, cap)).toEqual(batches);
  });

  it('hold every step once, within the cap, apart, and after its dependencies', () => {
    fc.assert(
      fc.property(acyclic, fc.integer({ min: 1, max: 4 }), (list, cap) => {
        const byId = new Map(list.map((step) => [step.id, step]));
        const batches = parallelBatches(list, cap);
        const done = new Set<string>();
        for (const batch of batches) {
          expect(batch.length).toBeLessThanOrEqual(cap);
          const members = batch.map((id) => byId.get(id));
          members.forEach((step, at) => {
            expect(step?.deps.every((dep) => done.has(dep))).toBe(true);
            for (const other of members.slice(at + 1))
              expect(mayOverlap(step?.writes ?? [], other?.writes ?? [])).toBe(false);
          });
          for (const id of batch) done.add(id);
        }
        expect(batches.flat().length).toBe(list.length);
        expect(done.size).toBe(list.length);
      }),
    );
  });
});
