import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { digestOf } from '../../../src/core/digest.ts';
import type { Contract } from '../../../src/core/schema/contract.ts';
import { amended, comment, MAYA, observation, prepared, THEIRS } from '../../support/task.ts';
import { GraphWorld, UNUSABLE, type WorldOptions } from './support/graph-world.ts';
import { PARTS, partsContract, says, step } from './support/word-parts.ts';

const PLAN = {
  steps: [step('A', 'a'), step('B', 'b', { deps: ['A'] }), step('C', 'c', { deps: ['A'] })],
};

const create = (change: Partial<WorldOptions> = {}) =>
  new GraphWorld({ contract: partsContract(), plans: [PLAN], parts: PARTS, ...change });

/** Once, when this step takes a turn. */
const when = (id: string, happens: (world: GraphWorld) => void) => {
  let done = false;
  return (world: GraphWorld, who: string) => {
    if (who !== id || done) return;
    done = true;
    happens(world);
  };
};
const stays = (ticks = 0) => [{ ticks }, { ticks }, { ticks }, { ticks }];
const turnsAfter = (world: GraphWorld, type: string) => {
  const at = world.events.findIndex((event) => event.type === type);
  return world.events.slice(at).filter((event) => event.type === 'turn-taken').length;
};

describe('people in the middle of a task graph', () => {
  it.each([
    [
      'closes the issue',
      (w: GraphWorld) => {
        w.seen = observation({ issue: { state: 'closed' } });
      },
      'closed',
    ],
    [
      'takes the right away',
      (w: GraphWorld) => {
        w.seen = observation({ roles: { [MAYA.id]: 'read' } });
      },
      'no longer has the right',
    ],
    [
      'says stop',
      (w: GraphWorld) => {
        w.seen = observation({ comments: [comment(7, MAYA, '/contract stop')] });
      },
      'asked to stop',
    ],
  ])('whoever %s ends every node within a turn', async (_, happens, reason) => {
    const world = create({
      parts: {
        ...PARTS,
        steps: { ...PARTS.steps, B: [[...stays(), says('b')]], C: [[...stays(), says('c')]] },
      },
      onTurn: when('B', happens),
    });
    expect((await world.run()).type).toBe('work-interrupted');
    const end = world.events.findLast((event) => event.type === 'run-ended');
    expect(end?.outcome).toBe('stopped');
    expect(end?.reason).toContain(reason);
    expect(turnsAfter(world, 'run-ended')).toBeLessThanOrEqual(1);
    expect(world.count('node-passed A')).toBe(1);
  });

  it('nobody’s comment is lost or taken for deleted while several nodes look at once', async () => {
    let look = 0;
    const world = create({
      plans: [{ steps: [step('A', 'a'), step('B', 'b'), step('C', 'c')] }],
      configuration: 'approval: never\nmode: task-graph\ngraph:\n  parallel: 3\n',
      parts: {
        ...PARTS,
        steps: {
          A: [[...stays(1), says('a')]],
          B: [[...stays(2), says('b')]],
          C: [[...stays(3), says('c')]],
        },
      },
      // An earlier look takes longer than the next one.
      lookTicks: () => [9, 0, 4][look++ % 3] ?? 0,
      onTurn: when('B', (w) => {
        w.seen = observation({ comments: [comment(7, MAYA, 'Thanks for taking this on!')] });
      }),
    });
    await world.run();
    const about = world.events
      .flatMap((event) => (event.type === 'source-reconciled' ? event.dispositions : []))
      .filter(({ source }) => source === 'comment:issue:7');
    expect(about.map(({ change }) => change)).toEqual(['added']);
  });

  it('an amendment stops what runs; the very same plan then keeps what it does not touch, and is no idle replan', async () => {
    const v1 = partsContract();
    const second = (v: Contract): Contract => ({
      ...v,
      version: v.version + 1,
      acceptance: v.acceptance.map((each) =>
        each.id === 'AC-2' ? { ...each, statement: `b says new, truly (${v.version})` } : each,
      ),
    });
    const world = create({ onTurn: when('C', (w) => w.happen(amended(second(v1)))) });
    // The amendment is somebody else’s append: this process sees it when it begins anew.
    await world.runKilled([{ at: 40 }]).catch(() => undefined);
    let contract = v1;
    for (let n = 0; n < 4; n += 1) {
      contract = second(contract);
      world.happen(amended(contract), ...prepared(contract));
      const report = await world.run();
      expect(world.delivered(report)['src/c.js']).toBe('new');
    }
    expect(world.count('node-started A')).toBeLessThanOrEqual(2);
    expect(world.count('node-reused A')).toBeGreaterThanOrEqual(4);
    expect(world.count('node-started B')).toBeGreaterThanOrEqual(4);
    for (let n = 0; n < 4; n += 1) {
      contract = { ...contract, version: contract.version + 1, goal: `words, said ${n} times` };
      world.happen(amended(contract), ...prepared(contract));
      expect((await world.run()).type).toBe('worked');
    }
    expect(world.state.replansWithoutProgress).toBe(0);
  });

  it('C12 a node that hands back blocks what hangs on it alone, and only a person’s word lets it try again', async () => {
    const plan = { steps: [step('A', 'a'), step('B', 'b', { deps: ['A'] }), step('C', 'c')] };
    const steps = { ...PARTS.steps, A: [[{ handBack: 'a is generated', done: '' }], [says('a')]] };
    const world = create({ plans: [plan], parts: { ...PARTS, steps } });
    const first = await world.run();
    expect(first).toMatchObject({ type: 'handed-back', handback: { found: 'a is generated' } });
    expect(world.state.graph?.nodes.map(({ state }) => state)).toEqual([
      'blocked',
      'blocked',
      'passed',
    ]);
    // The process dies before it can tell: the next one tells, and tries nothing.
    expect((await world.run()).type).toBe('handed-back');
    expect(world.count('node-started A')).toBe(1);
    world.happen(
      { type: 'run-ended', outcome: 'handed-back', reason: 'blocked', handback: null },
      { type: 'resume-requested', by: MAYA },
      ...world.events.slice(0, 1),
    );
    expect(world.delivered(await world.run())).toMatchObject({
      'src/a.js': 'new',
      'src/b.js': 'new',
    });
    expect(world.count('node-unblocked A')).toBe(1);
    expect(world.count('node-started C')).toBe(1);
  });

  it('C12 a person can name the nodes that go on: the others wait', async () => {
    const handsBack = (what: string) => ({ handBack: what, done: '' });
    const steps = {
      ...PARTS.steps,
      A: [[handsBack('a is generated')], [says('a')]],
      B: [[handsBack('b is generated')], [says('b')]],
    };
    const plan = { steps: [step('A', 'a'), step('B', 'b'), step('C', 'c')] };
    const world = create({ plans: [plan], parts: { ...PARTS, steps } });
    expect((await world.run()).type).toBe('handed-back');
    const told = (nodes?: string[]) =>
      world.happen(
        { type: 'run-ended', outcome: 'handed-back', reason: 'blocked', handback: null },
        { type: 'resume-requested', by: MAYA, ...(nodes ? { nodes } : {}) },
        ...world.events.slice(0, 1),
      );
    told(['B']);
    expect((await world.run()).type).toBe('handed-back');
    expect([world.count('node-started A'), world.count('node-passed B')]).toEqual([1, 1]);
    told();
    expect(world.delivered(await world.run())).toMatchObject({ 'src/a.js': 'new' });
    expect(world.count('node-started B')).toBe(2);
  });

  it('C14 a conflict is handed back, with the files', async () => {
    const world = create({ onTurn: when('B', (w) => w.machine.conflicts.push('src/b.js')) });
    const report = await world.run();
    expect(report).toMatchObject({ type: 'handed-back' });
    expect(JSON.stringify(report)).toContain('Others changed the same files meanwhile: src/b.js');
  });

  it('C14 a node that hangs on an undecided question does not start; the others do', async () => {
    const open = {
      id: 'Q-1',
      text: 'Which b?',
      alternatives: ['x', 'y'],
      blocking: false,
      decision: null,
    };
    const v1 = partsContract(['a', 'b', 'c'], { openQuestions: [open] });
    const plan = {
      steps: [
        step('A', 'a'),
        step('B', 'b', { questions: ['Q-1'] }),
        step('C', 'c', { deps: ['A'] }),
      ],
    };
    const world = create({ contract: v1, plans: [plan] });
    const report = await world.run();
    expect(report.type).toBe('handed-back');
    expect(JSON.stringify(report)).toContain('Q-1 is undecided');
    expect(world.count('node-started B')).toBe(0);
    expect(world.count('node-passed C')).toBe(1);
    const decision = { choice: 'x', by: MAYA, at: '2026-05-04T11:00:00.000Z' };
    const v2: Contract = { ...v1, version: 2, openQuestions: [{ ...open, decision }] };
    world.happen(amended(v2), ...prepared(v2));
    expect(world.delivered(await world.run())['src/b.js']).toBe('new');
    expect(world.count('node-started A')).toBe(1);
  });

  it('an objection that the planner cannot answer ends as stuck, with what was tried, not in asking for ever', async () => {
    const world = create({
      plans: [PLAN, UNUSABLE],
      onTurn: when('A', (w) => {
        w.seen = observation({ comments: [comment(7, MAYA, '/contract replan not like that')] });
      }),
    });
    const report = await world.run();
    expect(report).toMatchObject({ type: 'work-ended', outcome: 'stuck' });
    expect(world.asked.filter(({ who }) => who === 'planner').length).toBeLessThanOrEqual(4);
  });
});

describe('somebody pushes to the branch in the middle of a task graph', () => {
  const pushed = async (files: Record<string, string>, plan: object = PLAN) => {
    const world = create({
      plans: [plan],
      parts: {
        ...PARTS,
        steps: { ...PARTS.steps, B: [[says('b', 'new', 30)]], C: [[says('c', 'new', 30)]] },
      },
    });
    const events = world.ledger.length;
    // Dies when A has passed.
    for (let at = 14; world.count('node-passed A') === 0; at += 1) {
      world.ledger.length = events;
      await world.run(at).catch(() => undefined);
    }
    const tree = world.keep({ ...PARTS.base, ...files });
    world.remote.commits.set(THEIRS, tree);
    world.happen(
      { type: 'head-moved', sha: THEIRS },
      { type: 'head-adopted', sha: THEIRS, tree, changedPaths: Object.keys(files), by: 'olaf' },
      {
        type: 'verification-finished',
        sha: THEIRS,
        contractHash: digestOf(world.options.contract),
        passed: false,
        summary: 'AC-1 is red',
      },
    );
    return { world, report: await world.run() };
  };

  it('what passed is put on top of it', async () => {
    const { world, report } = await pushed({ 'docs/olaf.md': 'hello' });
    const tree = world.delivered(report);
    expect(tree).toMatchObject({ 'docs/olaf.md': 'hello', 'src/a.js': 'new', 'src/c.js': 'new' });
    expect(world.count('node-passed A')).toBe(1);
  });

  it('C15 who is to write what was changed is stale, and what hangs on it', async () => {
    const { world, report } = await pushed({ 'src/a.js': 'old, says olaf' });
    expect(world.delivered(report)['src/a.js']).toBe('new');
    expect(world.count('node-passed A')).toBe(2);
    expect(world.asked.findLast(({ who }) => who === 'A')).toBeDefined();
  });

  it('a push that does not fit to it has all of it done again', async () => {
    const { world, report } = await pushed({ 'src/a.js': 'old, says olaf', 'src/d.js': 'olaf' });
    expect(world.delivered(report)).toMatchObject({ 'src/a.js': 'new', 'src/d.js': 'olaf' });
    expect(world.events.find(({ type }) => type === 'merged-moved')).toMatchObject({ lost: true });
  });

  it('C15 a change that a node named as making it worthless has it done again, though it finds nothing to change', async () => {
    const plan = {
      steps: [
        step('A', 'a', { invalidates_if: ['src/d.js'], verification: [] }),
        ...PLAN.steps.slice(1),
      ],
    };
    const { world, report } = await pushed({ 'src/d.js': 'changed' }, plan);
    expect(world.delivered(report)).toMatchObject({ 'src/a.js': 'new', 'src/d.js': 'changed' });
    expect(world.count('node-passed A')).toBe(2);
    expect(world.count('node-failed A')).toBe(0);
  });
});

describe('limits', () => {
  it.each([
    ['turns', { turns: 3 }],
    ['US dollars', { usd: 0.025 }],
    ['tokens', { tokens: 30 }],
  ])('B5 a budget of %s ends all nodes, and keeps what passed', async (what, budgets) => {
    const world = create({
      configuration: stringify({ approval: 'never', mode: 'task-graph', budgets }),
      parts: {
        ...PARTS,
        steps: { ...PARTS.steps, B: [[...stays(), says('b')]], C: [[...stays(), says('c')]] },
      },
    });
    const report = await world.run();
    expect(report).toMatchObject({ type: 'work-ended', outcome: 'over-budget' });
    expect(JSON.stringify(report)).toContain(what);
    expect(world.count('node-passed A')).toBe(1);
    // Two at work: each may have begun a turn when the last one was counted.
    expect(world.state.turns).toBeLessThanOrEqual(4);
  });

  it('a model that fails ends the work as infrastructure, and what passed is kept', async () => {
    const world = create({
      parts: { ...PARTS, steps: { ...PARTS.steps, B: [[{ fails: true }]] } },
    });
    expect(await world.run()).toMatchObject({ type: 'work-ended', outcome: 'infra-failed' });
    expect(world.count('node-passed A')).toBe(1);
  });

  it('F5 tells what was declared and not written', async () => {
    const plan = {
      steps: [step('A', 'a', { writes: ['src/a.js', 'docs/**'] }), step('B', 'b'), step('C', 'c')],
    };
    const world = create({ plans: [plan] });
    await world.run();
    expect(world.state.graph?.nodes[0]?.result).toMatchObject({
      changed: ['src/a.js'],
      untouched: ['docs/**'],
    });
  });
});
