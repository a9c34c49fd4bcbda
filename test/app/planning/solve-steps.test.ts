import { describe, expect, it } from 'vitest';
import { comment, MAYA, observation } from '../../support/task.ts';
import { GraphWorld, type WorldOptions } from './support/graph-world.ts';
import { PARTS, partsContract, says, step } from './support/word-parts.ts';

/** B fails; whoever finishes the task mends it. */
const PLAN = {
  steps: [
    step('E1', 'a'),
    step('E2', 'b', { task: 'Let b say new. #E1', deps: ['E1'] }),
    step('E3', 'c'),
  ],
};
const create = (change: Partial<WorldOptions> = {}) =>
  new GraphWorld({
    contract: partsContract(),
    configuration: 'approval: never\nmode: plan-and-execute\n',
    plans: [PLAN],
    parts: {
      base: PARTS.base,
      steps: {
        E1: [[says('a')]],
        E2: [[says('b', 'nearly')]],
        E3: [[says('c')]],
        finish: [[says('b')]],
      },
    },
    ...change,
  });
const DELIVERED = { 'src/a.js': 'new', 'src/b.js': 'new', 'src/c.js': 'new', 'src/d.js': 'old' };
const solved = (world: GraphWorld) =>
  world.events.flatMap((event) => (event.type === 'step-solved' ? `${event.id} ${event.ok}` : []));
const asked = (world: GraphWorld) => world.asked.map(({ who }) => who);

describe('a plan that is solved step by step', async () => {
  const undisturbed = create();
  await undisturbed.run();
  const moments = Array.from({ length: undisturbed.events.length - 7 }, (_, at) => at + 1);

  it('C5 goes on after a step that failed, and has it finished', () => {
    expect(solved(undisturbed)).toEqual(['E1 true', 'E2 false', 'E3 true']);
    expect(asked(undisturbed)).toEqual(['planner', 'E1', 'E2', 'E3', 'finish']);
  });

  it.each([
    ['the same machine', {}],
    ['the same machine, what was not pushed is lost', { lost: true }],
    ['another machine', { fresh: true }],
    ['another machine, what was not pushed is lost', { lost: true, fresh: true }],
  ])('C13 killed after each of its events, comes to the same on %s', async (_, how) => {
    for (const at of moments) {
      const world = create();
      expect(world.delivered(await world.runKilled([{ at, ...how }])), `at ${at}`).toEqual(
        DELIVERED,
      );
      expect([...new Set(solved(world))].sort()).toEqual(['E1 true', 'E2 false', 'E3 true']);
    }
  });

  it('F5 a step that changes what is not its to change has failed, and whoever finishes hears so', async () => {
    const steps = {
      ...undisturbed.options.parts.steps,
      E1: [[{ ...says('a'), runs: { 'src/d.js': 'stray' } }]],
    };
    const world = create({ parts: { base: PARTS.base, steps } });
    await world.run();
    expect(world.state.planned?.outcomes[0]).toMatchObject({ ok: false });
    expect(world.state.planned?.outcomes[0]?.output).toContain('src/d.js');
  });

  it('ends as infrastructure when its model fails, not with every step failed', async () => {
    const steps = { ...undisturbed.options.parts.steps, E2: [[{ fails: true as const }]] };
    const world = create({ parts: { base: PARTS.base, steps } });
    expect(await world.run()).toMatchObject({ type: 'work-ended', outcome: 'infra-failed' });
    expect(solved(world)).toEqual(['E1 true']);
  });

  it('a word against the plan is answered after the step at hand; what stays as it was is not done again', async () => {
    const other = { steps: [...PLAN.steps.slice(0, 1), step('E2', 'c'), step('E3', 'b')] };
    let said = false;
    const world = create({
      plans: [PLAN, other],
      parts: {
        base: PARTS.base,
        steps: { E1: [[{}, says('a')]], E2: [[says('c')]], E3: [[says('b')]] },
      },
      onTurn: (w, id) => {
        if (id !== 'E1' || said) return;
        said = true;
        w.seen = observation({ comments: [comment(7, MAYA, '/contract replan c first')] });
      },
    });
    expect(world.delivered(await world.run())).toEqual(DELIVERED);
    expect(asked(world)).toEqual(['planner', 'E1', 'planner', 'E2', 'E3']);
  });

  it('C14 a step that hangs on an undecided question is not begun, nor what comes after it', async () => {
    const open = {
      id: 'Q-1',
      text: 'Which b?',
      alternatives: ['x'],
      blocking: false,
      decision: null,
    };
    const plan = { steps: [PLAN.steps[0], step('E2', 'b', { questions: ['Q-1'] }), PLAN.steps[2]] };
    const contract = partsContract(['a', 'b', 'c'], { openQuestions: [open] });
    const world = create({ contract, plans: [plan] });
    expect(await world.run()).toMatchObject({
      type: 'handed-back',
      handback: { found: 'Which b?' },
    });
    expect(asked(world)).toEqual(['planner', 'E1']);
  });

  it('hands what a verification found red to whoever finishes', async () => {
    const world = create();
    await world.run();
    const heard: string[] = [];
    const agent = world.options.parts;
    agent.heard = heard;
    world.happen({
      type: 'verification-finished',
      sha: 'f'.repeat(40),
      contractHash: world.state.contractHash ?? '',
      passed: false,
      summary: 'a stop rule was touched',
    });
    await world.run();
    expect(heard.join()).toContain('a stop rule was touched');
  });
});
