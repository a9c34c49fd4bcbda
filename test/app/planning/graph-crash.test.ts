import { describe, expect, it } from 'vitest';
import { MAYA } from '../../support/task.ts';
import { GraphWorld } from './support/graph-world.ts';
import { PARTS, partsContract, says, step } from './support/word-parts.ts';

const PLAN = {
  steps: [
    step('A', 'a'),
    step('B', 'b'),
    step('C', 'c', { deps: ['A', 'B'] }),
    { id: 'E1', agent: 'search', task: 'Look.', deps: [] },
  ],
};
/** B fails once, so that feedback has to outlive the crash as well. */
const create = () =>
  new GraphWorld({
    contract: partsContract(),
    plans: [PLAN],
    parts: {
      ...PARTS,
      steps: {
        ...PARTS.steps,
        B: [[says('b', 'nearly', 2)], [says('b')]],
        E1: [[{ done: 'seen' }]],
      },
    },
  });
const DELIVERED = { 'src/a.js': 'new', 'src/b.js': 'new', 'src/c.js': 'new', 'src/d.js': 'old' };

function expectWhole(world: GraphWorld): void {
  const { graph } = world.state;
  expect(graph?.nodes.map(({ id, state }) => `${id} ${state}`)).toEqual([
    'A passed',
    'B passed',
    'C passed',
    'E1 passed',
  ]);
  expect(graph?.final?.passed).toBe(true);
  expect(world.machine.worktrees().filter((id) => id.includes('.node-'))).toEqual([]);
}

describe('C13 a process that dies', async () => {
  const undisturbed = create();
  await undisturbed.run();
  const length = undisturbed.events.length - 7;
  const moments = Array.from({ length }, (_, at) => at + 1);

  it.each([
    ['what it noted stands, the same machine goes on', {}],
    ['what it had not pushed is lost, the same machine goes on', { lost: true }],
    ['what it noted stands, another machine goes on', { fresh: true }],
    ['what it had not pushed is lost, another machine goes on', { lost: true, fresh: true }],
  ])('after each of its events: %s', async (_, how) => {
    for (const at of moments) {
      const world = create();
      const report = await world.runKilled([{ at, ...how }]);
      expect(world.delivered(report), `killed at ${at}`).toEqual(DELIVERED);
      expectWhole(world);
    }
  });

  it('again and again, a little later each time, comes to the same', async () => {
    const world = create();
    const kills = moments.filter((at) => at % 4 === 0).map((at) => ({ at, fresh: at % 8 === 0 }));
    expect(world.delivered(await world.runKilled(kills))).toEqual(DELIVERED);
    expectWhole(world);
  });

  it('C12 after a failed attempt leaves its reason to whoever tries again', async () => {
    const world = create();
    const events = undisturbed.events.slice(7);
    const failed = events.findIndex(
      (e) => e.type === 'graph-moved' && e.change.type === 'node-failed',
    );
    await world.runKilled([{ at: failed + 2, fresh: true }]);
    const tries = world.asked.filter(({ who }) => who === 'B');
    expect(tries.at(-1)?.feedback).toContain('src/b.js does not say new');
  });

  it.each([
    ['on the same machine', false],
    ['on another machine', true],
  ])(
    'C12 after a failed attempt leaves what it did to whoever tries again, %s',
    async (_, fresh) => {
      const failed = undisturbed.events
        .slice(7)
        .findIndex((e) => e.type === 'graph-moved' && e.change.type === 'node-failed');
      const world = create();
      // Killed when the failure and what it left are pushed.
      await world.runKilled([{ at: failed + 8, fresh }]);
      const again = world.asked.filter(({ who }) => who === 'B').at(-1);
      expect(again?.feedback).toContain('src/b.js does not say new');
      expect(again?.begins?.['src/b.js']).toBe('nearly');
      expect(world.state.leftovers).toEqual({});
    },
  );

  it('between a merge and its note leaves nothing of it behind', async () => {
    const plan = { steps: [...PLAN.steps, step('D', 'd', { deps: ['C'], verification: [] })] };
    const make = () =>
      new GraphWorld({ contract: partsContract(), plans: [plan, PLAN], parts: PARTS });
    const whole = make();
    await whole.run();
    const merged = whole.events.findIndex(
      (e) => e.type === 'checkpoint-recorded' && e.checkpoint.cause === 'merged node D',
    );
    const world = make();
    await world.run(merged - 7 + 2).catch(() => undefined);
    expect(world.events.at(-1)).toMatchObject({ checkpoint: { cause: 'merged node D' } });
    world.happen({
      type: 'replan-requested',
      by: MAYA,
      reason: 'd is fine',
      source: 'comment:issue:7',
    });
    expect(world.delivered(await world.run())).toEqual(DELIVERED);
  });

  it('before what passed was pushed anywhere has it done again on another machine, with all that hangs on it', async () => {
    const world = create();
    const events = undisturbed.events.slice(7);
    const passed = events.findIndex(
      (e) => e.type === 'graph-moved' && e.change.type === 'node-passed' && e.change.id === 'C',
    );
    try {
      await world.run(passed + 2);
    } catch {
      world.remote.checkpoints.clear();
      world.freshMachine();
    }
    expect(world.delivered(await world.run())).toEqual(DELIVERED);
    expectWhole(world);
    expect(['A', 'B', 'C'].map((id) => world.count(`node-passed ${id}`))).toEqual([2, 2, 2]);
    expect(world.story().filter((line) => line.startsWith('node-reused'))).toEqual([]);
  });
});
