import fc from 'fast-check';
import { expect } from 'vitest';
import { check, turn, write } from '../../work/support/planned-run.ts';
import { isNew, type Part, partsRun, planned, report, rightly, says } from './parts-task.ts';

const PARTS: readonly Part[] = ['a', 'b', 'c'];
const criterionOf = (part: Part) => `AC-${PARTS.indexOf(part) + 1}`;
const neighbour = (part: Part): Part => PARTS[(PARTS.indexOf(part) + 1) % PARTS.length] ?? 'a';
const shell = (script: string) => ({ name: 'run', input: { argv: ['sh', '-c', script] } });
const handsBack = {
  name: 'hand_back',
  input: {
    found: 'it is generated',
    blocked: 'this part',
    alternatives: [],
    preserved: 'the rest',
    decision: 'Where it comes from.',
  },
};

/** What the agent of a node does that it should not, and what it should do, in any order. */
const MOVES = {
  'claims done': () => turn(report('done')),
  'does it wrongly': (part) => turn(says(part, 'nearly')),
  'does it rightly': (part) => turn(says(part)),
  'does it, and breaks it after the check': (part) =>
    turn(says(part), check(criterionOf(part)), says(part, 'later'), report('done')),
  'writes what is another’s': (part) => turn(says(neighbour(part), 'mine')),
  'writes what is another’s by a command': (part) =>
    turn(shell(`echo "export const ${neighbour(part)} = 'mine';" > src/${neighbour(part)}.js`)),
  'deletes what is another’s': (part) => turn(shell(`rm -f src/${neighbour(part)}.js`)),
  'weakens the test': () => turn(write('test/parts.test.js', '// nothing\n')),
  'forges the acceptance test': (part) =>
    turn(shell(`mkdir -p acceptance; echo "// passes" > acceptance/${part}.test.js`)),
  'leaves the scope': () => turn(write('.github/contractor.yml', 'approval: never\n')),
  'plans what was planned': () => turn({ name: 'write_plan', input: { items: 'soon' } }),
  'calls what is not there': () => turn({ name: 'deliver', input: { force: true } }),
  'leaves something running': () => turn(shell('setsid sleep 300 >/dev/null 2>&1 &')),
  'hands back': () => turn(handsBack),
  'says nothing': () => ({ text: '' }),
  talks: () => ({ text: 'I think it is done.' }),
} satisfies Record<string, (part: Part) => ReturnType<typeof turn> | { text: string }>;

const NAMES = Object.keys(MOVES) as (keyof typeof MOVES)[];
const anyNode = fc.record({
  moves: fc.array(fc.constantFrom(...NAMES), { maxLength: 4 }),
  /** Comes to its senses in the end. */
  mends: fc.boolean(),
  /** Declares more than its part. */
  wide: fc.boolean(),
  gated: fc.boolean(),
  after: fc.boolean(),
});

/** Plays so many random stories of such agents at the nodes of one graph, on the whole product. @throws the shortest that ends wrongly. */
export async function graphNeverFalselyDelivered(stories: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.tuple(anyNode, anyNode, anyNode), async (nodes) => {
      const ids = ['A', 'B', 'C'];
      const run = await partsRun({
        plans: [
          {
            steps: nodes.map(({ wide, gated, after }, n) =>
              planned(ids[n] ?? '', PARTS[n] ?? 'a', {
                ...(wide ? { writes: ['src/**'] } : {}),
                ...(gated ? {} : { verification: [] }),
                deps: after && n > 0 ? [ids[n - 1]] : [],
              }),
            ),
          },
        ],
        steps: Object.fromEntries(
          nodes.map(({ moves, mends }, n) => {
            const part = PARTS[n] ?? 'a';
            const played = moves.map((name) => MOVES[name](part));
            return [ids[n], [...played, ...(mends ? rightly(part) : [turn(report('done'))])]];
          }),
        ),
        whenRunsOut: 'repeat',
      });
      expect(['delivered', 'stuck', 'handed-back', 'over-budget']).toContain(run.outcome);
      expect(run.outcome === 'delivered').toBe(run.pulls === 1);
      const { graph } = run.state;
      if (run.outcome === 'delivered') {
        expect(isNew(run)).toBe(true);
        expect(graph?.final?.passed).toBe(true);
        expect(graph?.nodes.every(({ state }) => state === 'passed')).toBe(true);
      }
      for (const { state, result } of graph?.nodes ?? []) {
        expect(['running', 'verifying']).not.toContain(state);
        if (state === 'passed') expect(result?.evidence.length).toBeGreaterThan(0);
      }
    }),
    { numRuns: stories, endOnFailure: true },
  );
}
