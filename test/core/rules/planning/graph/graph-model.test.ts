import fc from 'fast-check';
import { expect, it } from 'vitest';
import { digestText } from '../../../../../src/core/digest.ts';
import {
  emptyGraph,
  evolveGraph,
} from '../../../../../src/core/rules/planning/graph/evolve-graph.ts';
import { graphStep } from '../../../../../src/core/rules/planning/graph/graph-step.ts';
import {
  fingerprintOf,
  isActive,
  isComplete,
  nodeOf,
} from '../../../../../src/core/rules/planning/graph/graph-views.ts';
import { mayOverlap } from '../../../../../src/core/rules/planning/graph/write-sets.ts';
import { definition, GraphStory } from './graph-story.ts';

/** What a bystander knows: which workers run, and what each node was last proved with. */
interface Model {
  /** Attempts that a process is at work on, as `id/attempt`; a crash ends them all. */
  workers: Map<string, string>;
}

type Move = fc.Command<Model, GraphStory>;

/** What must hold in every state that can be reached. */
function holds(model: Model, { graph, events }: GraphStory): void {
  const active = graph.nodes.filter(isActive);
  expect(active.length).toBeLessThanOrEqual(graph.cap);
  active.forEach((node, at) => {
    for (const other of active.slice(at + 1))
      expect(mayOverlap(node.writeSet, other.writeSet)).toBe(false);
    // Nobody is lost: what counts as running is what a process runs.
    expect(model.workers.get(node.id)).toBe(`${node.id}/${node.attempts}`);
  });
  for (const node of graph.nodes) {
    if (node.state === 'passed') expect(node.result?.evidence.length).toBeGreaterThan(0);
    if (node.state === 'passed' || isActive(node))
      for (const id of node.preconditions) expect(nodeOf(graph, id)?.state).toBe('passed');
    if (node.state === 'ready')
      expect(node.preconditions.every((id) => nodeOf(graph, id)?.state === 'passed')).toBe(true);
    const cancelled = node.preconditions.some((id) => nodeOf(graph, id)?.state === 'cancelled');
    if (cancelled)
      expect(['pending', 'ready', 'running', 'verifying', 'passed']).not.toContain(node.state);
    if (node.state === 'blocked') expect(node.block).not.toBeNull();
    if (node.state === 'failed') expect(node.failures).toBeLessThan(graph.maximumAttempts);
  }
  if (isComplete(graph)) {
    expect(graph.nodes.every((n) => n.state === 'passed' || n.state === 'cancelled')).toBe(true);
    expect(graph.final?.evidence.length).toBeGreaterThan(0);
    expect(graphStep(graph).type).toBe('completed');
  } else expect(graphStep(graph).type).not.toBe('completed');
  // A fold over the events is the state: a crash loses nothing that was appended.
  expect(events.reduce(evolveGraph, emptyGraph())).toEqual(graph);
}

function move(name: string, act: (model: Model, story: GraphStory) => void): Move {
  return {
    check: () => true,
    run(model, story) {
      act(model, story);
      // The harness interrupts whoever was reset or stopped, and keeps the others.
      for (const id of [...model.workers.keys()]) {
        const node = nodeOf(story.graph, id);
        if (!node || !isActive(node)) model.workers.delete(id);
      }
      holds(model, story);
    },
    toString: () => name,
  };
}

const ids = ['E1', 'E2', 'E3', 'E4', 'E5', 'E6', 'E10'];
const anyId = fc.constantFrom(...ids);
const anyOutput = fc.constantFrom('x', 'y');

const moves: fc.Arbitrary<Move>[] = [
  fc.constantFrom('', 'changed').map((extra) =>
    move(`schedule(${extra})`, (model, story) => {
      const inputs = Object.fromEntries(ids.map((id) => [id, extra]));
      for (const id of story.schedule(inputs)) {
        expect(model.workers.has(id)).toBe(false);
        model.workers.set(id, `${id}/${story.attempt(id)}`);
      }
    }),
  ),
  fc
    .tuple(anyId, anyOutput)
    .map(([id, output]) => move(`pass(${id})`, (_, s) => s.pass(id, output))),
  anyId.map((id) => move(`fail(${id})`, (_, story) => story.fail(id))),
  anyId.map((id) =>
    move(`executed(${id})`, (_, story) => {
      story.give({ type: 'executed', id, attempt: story.attempt(id) });
    }),
  ),
  fc.tuple(anyId, fc.nat(4)).map(([id, attempt]) =>
    move(`judged(${id}, ${attempt}) without evidence, or late`, (_, story) => {
      const verdict = {
        passed: true as const,
        evidence: [],
        outputHash: digestText('x'),
        changed: [],
        untouched: [],
      };
      story.give({ type: 'judged', id, attempt, verdict });
    }),
  ),
  fc.constant(
    move('crash', (model, story) => {
      model.workers.clear();
      story.graph = story.events.reduce(evolveGraph, emptyGraph());
      story.give({ type: 'restarted' });
    }),
  ),
  fc
    .option(anyId)
    .map((id) =>
      move(`suspend(${id})`, (_, story) =>
        story.give({ type: 'suspend', id, reason: 'look again' }),
      ),
    ),
  fc
    .tuple(anyId, fc.option(anyId))
    .map(([id, by]) =>
      move(`paths-changed(${id}, by ${by})`, (_, story) =>
        story.give({ type: 'paths-changed', paths: [`${id}.ts`], by }),
      ),
    ),
  anyId.map((id) =>
    move(`conflict(${id})`, (_, story) =>
      story.give({
        type: 'halted',
        id,
        attempt: story.attempt(id),
        cause: 'conflict',
        reason: 'x',
      }),
    ),
  ),
  anyId.map((id) =>
    move(`unblock(${id})`, (_, story) => {
      const blocked = (except: string) =>
        story.graph.nodes.filter((n) => n.id !== except && n.block?.cause === 'attempts').length;
      const before = blocked(id);
      story.give({ type: 'unblock', id, reason: 'again' });
      expect(blocked(id)).toBe(before);
    }),
  ),
  anyId.map((id) =>
    move(`cancel(${id})`, (_, story) => story.give({ type: 'cancel', id, reason: 'not needed' })),
  ),
  fc
    .tuple(anyId, anyId)
    .map(([id, precondition]) =>
      move(`waive(${id}, ${precondition})`, (_, story) =>
        story.give({ type: 'waive', id, precondition, reason: 'not needed' }),
      ),
    ),
  fc
    .subarray(['Q-1', 'Q-2'])
    .map((open) =>
      move(`questions(${open})`, (_, story) => story.give({ type: 'questions', open })),
    ),
  fc.tuple(fc.boolean(), fc.boolean(), fc.subarray(['EV-1'])).map(([passed, current, evidence]) =>
    move(`final(${passed}, ${current})`, (_, story) =>
      story.give({
        type: 'final',
        fingerprint: current ? fingerprintOf(story.graph) : digestText('of other results'),
        passed,
        evidence,
        feedback: 'red',
      }),
    ),
  ),
  fc.constantFrom('one', 'other').map((purpose) =>
    move(`replan(${purpose})`, (_, story) => {
      const nodes = graphNodes(purpose);
      story.give({ type: 'plan', nodes, cap: 2, maximumAttempts: 2, reason: 'again' });
    }),
  ),
  fc.constant(
    move('run to the end', (model, story) => {
      for (let started = story.schedule(); started.length > 0; started = story.schedule())
        for (const id of started) {
          story.pass(id);
          model.workers.delete(id);
        }
      for (const node of story.graph.nodes.filter(isActive))
        model.workers.set(node.id, `${node.id}/${node.attempts}`);
    }),
  ),
];

function graphNodes(purpose = 'one') {
  return [
    definition({ id: 'E1', writeSet: [] }),
    definition({ id: 'E2', preconditions: ['E1'], purpose }),
    definition({ id: 'E3', preconditions: ['E1'], questions: ['Q-1'] }),
    definition({ id: 'E4', preconditions: ['E2', 'E3'], invalidatesIf: ['E1.ts'] }),
    definition({ id: 'E5', writeSet: ['E*.ts'] }),
    definition({ id: 'E6', writeSet: ['other/x.ts'] }),
    definition({ id: 'E10', preconditions: ['E4', 'E5'], writeSet: [] }),
  ];
}

it('C12 C13 C14 C15 E9: over all moves, crashes anywhere, nothing false is ever reached', () => {
  const reached = new Set<string>();
  fc.assert(
    fc.property(fc.commands(moves, { maxCommands: 50, size: 'max' }), (commands) => {
      fc.modelRun(() => {
        const real = new GraphStory(graphNodes(), 2, 2);
        return { model: { workers: new Map() }, real };
      }, commands);
    }),
    { numRuns: 80 },
  );
  fc.assert(
    fc.property(fc.array(fc.nat(5), { maxLength: 30 }), (choices) => {
      // Driven towards the end, with failures and crashes on the way: it always comes to a typed stop.
      const story = new GraphStory(graphNodes(), 2, 3);
      for (const choice of choices) {
        const [id] = story.schedule().concat(story.graph.nodes.filter(isActive).map((n) => n.id));
        if (id === undefined) break;
        if (choice === 0) story.fail(id);
        else if (choice === 1) story.give({ type: 'restarted' });
        else story.pass(id);
      }
      story.give({ type: 'restarted' });
      story.passAll();
      const fingerprint = fingerprintOf(story.graph);
      story.give({ type: 'final', fingerprint, passed: true, evidence: ['EV-1'], feedback: null });
      const { type } = graphStep(story.graph);
      expect(['completed', 'blocked']).toContain(type);
      reached.add(type);
    }),
    { numRuns: 100 },
  );
  expect(reached).toContain('completed');
});
