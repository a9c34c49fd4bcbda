import { describe, expect, it } from 'vitest';
import { digestText } from '../../../../../src/core/digest.ts';
import {
  emptyGraph,
  evolveGraph,
} from '../../../../../src/core/rules/planning/graph/evolve-graph.ts';
import { graphStep } from '../../../../../src/core/rules/planning/graph/graph-step.ts';
import {
  fingerprintOf,
  isComplete,
  nodeOf,
} from '../../../../../src/core/rules/planning/graph/graph-views.ts';
import { A_TO_F, definition, GraphStory } from './graph-story.ts';

function finish(story: GraphStory, passed = true): void {
  story.give({
    type: 'final',
    fingerprint: fingerprintOf(story.graph),
    passed,
    evidence: passed ? ['EV-final'] : [],
    feedback: passed ? null : 'the merged tree is red',
  });
}

describe('C10 ready-set scheduling', () => {
  it('starts what is ready, in natural order, up to the cap', () => {
    const story = new GraphStory();
    expect(story.states()).toBe('A:ready B:pending C:pending D:pending E:pending F:pending');
    expect(story.schedule()).toEqual(['A']);
    expect(story.schedule()).toEqual([]);
    story.pass('A');
    expect(story.schedule()).toEqual(['B', 'C']);
    story.pass('B');
    expect(story.states()).toBe('A:passed B:passed C:running D:pending E:pending F:pending');
    story.pass('C');
    expect(story.schedule()).toEqual(['D', 'E']);
  });

  it('a node listed as E10 comes after E2', () => {
    const nodes = ['E10', 'E1', 'E2'].map((id) => definition({ id }));
    expect(new GraphStory(nodes, 3).schedule()).toEqual(['E1', 'E2', 'E10']);
  });

  it('a node that is verified still takes its place and holds its paths', () => {
    const nodes = [
      definition({ id: 'E1', writeSet: ['a.ts'] }),
      definition({ id: 'E2', writeSet: ['a.ts'] }),
      definition({ id: 'E3' }),
      definition({ id: 'E4' }),
    ];
    const story = new GraphStory(nodes, 2);
    expect(story.schedule()).toEqual(['E1', 'E3']);
    story.give({ type: 'executed', id: 'E1', attempt: 1 });
    story.pass('E3');
    expect(story.schedule()).toEqual(['E4']);
    story.pass('E1');
    expect(story.schedule()).toEqual(['E2']);
  });

  it('C14 overlapping write sets are serialised, though both are ready', () => {
    const nodes = [
      definition({ id: 'E1', writeSet: ['src/**'] }),
      definition({ id: 'E2', writeSet: ['src/a.ts'] }),
      definition({ id: 'E3', writeSet: [] }),
    ];
    const story = new GraphStory(nodes, 3);
    expect(story.schedule()).toEqual(['E1', 'E3']);
    story.pass('E1');
    expect(story.schedule()).toEqual(['E2']);
  });

  it('C14 a node that hangs on an undecided question does not start', () => {
    const nodes = [
      definition({ id: 'A', questions: ['Q-1'] }),
      definition({ id: 'B', preconditions: ['A'] }),
    ];
    const story = new GraphStory(nodes);
    story.give({ type: 'questions', open: ['Q-1'] });
    expect(story.states()).toBe('A:blocked B:blocked');
    expect(story.schedule()).toEqual([]);
    expect(graphStep(story.graph)).toMatchObject({ type: 'blocked' });
    story.give({ type: 'questions', open: [] });
    expect(story.states()).toBe('A:ready B:pending');
  });

  it('C14 a node that failed waits, too, when a question is opened', () => {
    const story = new GraphStory([definition({ id: 'A', questions: ['Q-1'] })]);
    story.schedule();
    story.fail('A');
    story.give({ type: 'questions', open: ['Q-1'] });
    expect(story.schedule()).toEqual([]);
  });
});

describe('C12 retry, then block', () => {
  it('the retry carries the feedback, also after a crash', () => {
    const story = new GraphStory();
    story.schedule();
    story.fail('A', 'A forgot the schema');
    expect(nodeOf(story.graph, 'A')).toMatchObject({
      state: 'failed',
      feedback: 'A forgot the schema',
    });
    expect(story.schedule()).toEqual(['A']);
    story.give({ type: 'restarted' });
    expect(nodeOf(story.graph, 'A')).toMatchObject({
      state: 'ready',
      feedback: 'A forgot the schema',
    });
    expect(story.schedule()).toEqual(['A']);
    expect(nodeOf(story.graph, 'A')).toMatchObject({ attempts: 3, failures: 1 });
  });

  it('the last failure blocks the node and what hangs on it', () => {
    const story = new GraphStory();
    story.schedule();
    story.fail('A');
    story.schedule();
    story.fail('A', 'still red');
    expect(story.states()).toBe('A:blocked B:blocked C:blocked D:blocked E:blocked F:blocked');
    expect(nodeOf(story.graph, 'A')?.block).toEqual({
      cause: 'attempts',
      reason: '2 attempts failed: still red',
    });
    expect(nodeOf(story.graph, 'F')?.block).toEqual({
      cause: 'precondition',
      reason: 'D is blocked',
    });
    expect(graphStep(story.graph).type).toBe('blocked');
  });

  it('other branches go on', () => {
    const story = new GraphStory(A_TO_F, 2, 1);
    story.schedule();
    story.pass('A');
    story.schedule();
    story.fail('B');
    story.pass('C');
    expect(story.states()).toBe('A:passed B:blocked C:passed D:blocked E:blocked F:blocked');
  });

  it('unblocking one does not unblock all', () => {
    const story = new GraphStory(A_TO_F, 2, 1);
    story.schedule();
    story.pass('A');
    story.schedule();
    story.fail('B');
    story.fail('C');
    story.give({ type: 'unblock', id: 'B', reason: 'try again' });
    expect(story.states()).toBe('A:passed B:ready C:blocked D:blocked E:blocked F:blocked');
    expect(story.give({ type: 'unblock', id: 'D', reason: 'please' })).toEqual([]);
    story.give({ type: 'unblock', id: 'C', reason: 'try again' });
    expect(story.states()).toBe('A:passed B:ready C:ready D:pending E:pending F:pending');
    expect(nodeOf(story.graph, 'C')?.feedback).toBe('C is red');
  });

  it('C14 a merge conflict blocks the node until people decide', () => {
    const story = new GraphStory();
    story.schedule();
    const halted = {
      type: 'halted',
      id: 'A',
      attempt: 1,
      cause: 'conflict',
      reason: 'a.ts',
    } as const;
    story.give(halted);
    expect(nodeOf(story.graph, 'A')).toMatchObject({
      state: 'blocked',
      block: { cause: 'conflict' },
    });
    story.give({ type: 'questions', open: [] });
    expect(story.stateOf('A')).toBe('blocked');
  });
});

describe('C11 only gates pass a node', () => {
  it('a pass without evidence is a failure', () => {
    const story = new GraphStory();
    story.schedule();
    story.give({ type: 'executed', id: 'A', attempt: 1 });
    const verdict = {
      passed: true as const,
      evidence: [],
      outputHash: digestText('x'),
      changed: [],
      untouched: [],
    };
    story.give({ type: 'judged', id: 'A', attempt: 1, verdict });
    expect(nodeOf(story.graph, 'A')).toMatchObject({
      state: 'failed',
      feedback: expect.stringContaining('without evidence'),
    });
  });

  it.each([
    ['a verdict before the worker ended', 1, false],
    ['a verdict on an old attempt', 0, true],
    ['a verdict on an attempt that never was', 2, true],
  ])('%s is not heard', (_, attempt, executed) => {
    const story = new GraphStory();
    story.schedule();
    if (executed) story.give({ type: 'executed', id: 'A', attempt: 1 });
    const verdict = {
      passed: true as const,
      evidence: ['EV-1'],
      outputHash: digestText('x'),
      changed: [],
      untouched: [],
    };
    expect(story.give({ type: 'judged', id: 'A', attempt, verdict })).toEqual([]);
  });
});

describe('C13 a crash at any transition', () => {
  it('resets who was at work; a late word of theirs is not heard', () => {
    const story = new GraphStory();
    story.schedule();
    story.pass('A');
    story.schedule();
    story.give({ type: 'executed', id: 'C', attempt: 1 });
    story.give({ type: 'restarted' });
    expect(story.states()).toBe('A:passed B:ready C:ready D:pending E:pending F:pending');
    expect(story.schedule()).toEqual(['B', 'C']);
    expect(story.give({ type: 'executed', id: 'B', attempt: 1 })).toEqual([]);
    expect(story.give({ type: 'executed', id: 'B', attempt: 2 }).length).toBe(1);
  });

  it('after every event the graph can be folded again, goes on, and is never falsely done', () => {
    const whole = new GraphStory();
    whole.passAll();
    finish(whole);
    expect(isComplete(whole.graph)).toBe(true);
    for (let cut = 1; cut < whole.events.length; cut += 1) {
      const story = new GraphStory();
      story.graph = whole.events.slice(0, cut).reduce(evolveGraph, emptyGraph());
      story.give({ type: 'restarted' });
      expect(isComplete(story.graph)).toBe(false);
      expect(story.states()).not.toMatch(/running|verifying/);
      story.passAll();
      finish(story);
      expect(isComplete(story.graph)).toBe(true);
    }
  });
});

describe('D7 C15 a pass goes stale', () => {
  function allButF(): GraphStory {
    const story = new GraphStory();
    for (const round of [['A'], ['B', 'C'], ['D', 'E']]) {
      expect(story.schedule()).toEqual(round);
      for (const id of round) story.pass(id);
    }
    return story;
  }

  it('D7 C changes the schema after D passed: D is stale, and F cannot begin though 5 of 6 were done', () => {
    const story = allButF();
    story.give({ type: 'suspend', id: 'C', reason: 'the schema must change' });
    expect(story.states()).toBe('A:passed B:passed C:stale D:stale E:stale F:pending');
    expect(story.schedule()).toEqual(['C']);
    expect(nodeOf(story.graph, 'C')?.feedback).toBe('the schema must change');
    expect(story.stateOf('F')).toBe('pending');
    story.pass('C', 'another schema');
    expect(story.schedule()).toEqual(['D', 'E']);
    story.pass('D');
    expect(story.stateOf('F')).toBe('pending');
    story.pass('E');
    expect(story.schedule()).toEqual(['F']);
  });

  it('what C produced is the same again: D and E are used again, nothing runs twice', () => {
    const story = allButF();
    story.give({ type: 'suspend', id: 'C', reason: 'look again' });
    story.schedule();
    story.pass('C');
    expect(story.give({ type: 'schedule', inputs: {} }).map((event) => event.type)).toEqual([
      'node-reused',
      'node-reused',
      'node-started',
    ]);
    expect(story.states()).toBe('A:passed B:passed C:passed D:passed E:passed F:running');
    expect(nodeOf(story.graph, 'D')?.attempts).toBe(1);
  });

  it('C changes while D runs: D is reset, and its late verdict is not heard', () => {
    const story = new GraphStory();
    story.schedule();
    story.pass('A');
    story.schedule();
    story.pass('B');
    story.pass('C');
    story.schedule();
    story.give({ type: 'executed', id: 'D', attempt: 1 });
    story.give({ type: 'suspend', id: 'C', reason: 'wrong' });
    expect(story.states()).toBe('A:passed B:passed C:stale D:pending E:pending F:pending');
    const verdict = {
      passed: true as const,
      evidence: ['EV-1'],
      outputHash: digestText('x'),
      changed: [],
      untouched: [],
    };
    expect(story.give({ type: 'judged', id: 'D', attempt: 1, verdict })).toEqual([]);
  });

  it.each([
    ['what the node wrote', ['C.ts'], 'C', 'A:passed B:passed C:stale D:stale E:stale F:pending'],
    [
      'what invalidates it',
      ['schema/a.json'],
      'D',
      'A:passed B:passed C:passed D:stale E:passed F:pending',
    ],
    ['anything else', ['README.md'], null, 'A:passed B:passed C:passed D:passed E:passed F:ready'],
  ])('files change: %s', (_, paths, stale, states) => {
    const nodes = A_TO_F.map((node) =>
      node.id === 'D' ? { ...node, invalidatesIf: ['schema/**'] } : node,
    );
    const story = new GraphStory(nodes);
    for (const round of [['A'], ['B', 'C'], ['D', 'E']]) {
      story.schedule();
      for (const id of round) story.pass(id);
    }
    const events = story.give({ type: 'paths-changed', paths, by: null });
    expect(events[0] ?? null).toEqual(
      stale ? expect.objectContaining({ type: 'node-stale', id: stale, keep: false }) : null,
    );
    expect(story.states()).toBe(states);
    // A result whose files changed is never used again without a run.
    expect(story.schedule()).toEqual(stale === null ? ['F'] : [stale]);
  });

  it('a node’s own edits do not make it stale', () => {
    const story = allButF();
    expect(story.give({ type: 'paths-changed', paths: ['C.ts'], by: 'C' })).toEqual([]);
  });

  it('an amendment suspends everything; what is worked from the same is reinstated without a run', () => {
    const story = allButF();
    story.give({ type: 'suspend', id: null, reason: 'contract version 2' });
    expect(story.states()).toBe('A:stale B:stale C:stale D:stale E:stale F:pending');
    // Only what gates D is different now.
    expect(story.schedule({ D: 'AC-1 changed' })).toEqual(['D']);
    expect(story.states()).toBe('A:passed B:passed C:passed D:running E:passed F:pending');
  });
});

describe('C15 completion', () => {
  it('needs every node and the final gate on exactly these results', () => {
    const story = new GraphStory();
    const early = { type: 'final' as const, passed: true, evidence: ['EV-1'], feedback: null };
    expect(story.give({ ...early, fingerprint: fingerprintOf(story.graph) })).toEqual([]);
    story.passAll();
    const fingerprint = fingerprintOf(story.graph);
    expect(graphStep(story.graph)).toEqual({ type: 'final-gate', fingerprint });
    expect(isComplete(story.graph)).toBe(false);
    expect(story.give({ ...early, fingerprint: digestText('other') })).toEqual([]);
    story.give({ ...early, fingerprint });
    expect(graphStep(story.graph)).toEqual({ type: 'completed', evidence: ['EV-1'] });
  });

  it('a final gate without evidence did not pass', () => {
    const story = new GraphStory();
    story.passAll();
    const fingerprint = fingerprintOf(story.graph);
    story.give({ type: 'final', fingerprint, passed: true, evidence: [], feedback: null });
    expect(graphStep(story.graph).type).toBe('repair');
  });

  it('a red final gate asks for repair; the repair runs what hangs on it, and the gate again', () => {
    const story = new GraphStory();
    story.passAll();
    finish(story, false);
    expect(graphStep(story.graph)).toEqual({ type: 'repair', feedback: 'the merged tree is red' });
    story.give({ type: 'suspend', id: 'B', reason: 'the merged tree is red' });
    expect(story.passAll({ B: 'mended' })).toEqual(['B', 'D', 'E', 'F']);
    expect(graphStep(story.graph).type).toBe('final-gate');
    finish(story);
    expect(graphStep(story.graph).type).toBe('completed');
  });

  it('a change after the final gate voids it', () => {
    const story = new GraphStory();
    story.passAll();
    finish(story);
    story.give({ type: 'suspend', id: 'E', reason: 'one tiny change' });
    expect(isComplete(story.graph)).toBe(false);
    story.passAll({ E: 'tiny change' });
    expect(graphStep(story.graph).type).toBe('final-gate');
  });

  it('after an amendment the final gate runs again, though every node is used again', () => {
    const story = new GraphStory();
    story.passAll();
    finish(story);
    story.give({ type: 'suspend', id: null, reason: 'contract version 2' });
    expect(story.passAll()).toEqual([]);
    expect(story.states()).not.toContain('stale');
    expect(graphStep(story.graph).type).toBe('final-gate');
  });

  it('while a node is at work there is nothing to do but wait', () => {
    const story = new GraphStory();
    expect(graphStep(story.graph)).toMatchObject({ type: 'start', nodes: [{ id: 'A' }] });
    story.schedule();
    expect(graphStep(story.graph)).toMatchObject({ type: 'wait', nodes: [{ id: 'A' }] });
  });

  it('a graph of nothing, or with everything cancelled, is not done', () => {
    expect(graphStep(emptyGraph()).type).toBe('blocked');
    const story = new GraphStory([definition({ id: 'A' })]);
    story.give({ type: 'cancel', id: 'A', reason: 'not needed' });
    expect(graphStep(story.graph)).toEqual({ type: 'blocked', nodes: [] });
    finish(story);
    expect(isComplete(story.graph)).toBe(false);
  });
});

describe('E9 a cancelled precondition', () => {
  it('does not silently unblock its dependents: only an explicit waiver does', () => {
    const story = new GraphStory();
    story.schedule();
    story.pass('A');
    story.give({ type: 'cancel', id: 'B', reason: 'the parser has it already' });
    expect(story.states()).toBe('A:passed B:cancelled C:ready D:blocked E:blocked F:blocked');
    expect(story.give({ type: 'waive', id: 'D', precondition: 'C', reason: 'x' })).toEqual([]);
    story.give({ type: 'waive', id: 'D', precondition: 'B', reason: 'the parser has it already' });
    expect(story.states()).toBe('A:passed B:cancelled C:ready D:pending E:blocked F:blocked');
  });

  it('what has passed cannot be cancelled', () => {
    const story = new GraphStory();
    story.schedule();
    story.pass('A');
    expect(story.give({ type: 'cancel', id: 'A', reason: 'x' })).toEqual([]);
  });
});

describe('a replan', () => {
  it('keeps nodes that did not change, with their results', () => {
    const story = new GraphStory();
    story.schedule();
    story.pass('A');
    story.schedule();
    story.pass('B');
    const nodes = [
      ...A_TO_F.slice(0, 3),
      definition({ id: 'D', purpose: 'anew', preconditions: ['C'] }),
    ];
    story.give({ type: 'plan', nodes, cap: 2, maximumAttempts: 2, reason: 'C does it all' });
    expect(story.states()).toBe('A:passed B:passed C:running D:pending');
    expect(story.graph.version).toBe(2);
  });

  it('resets a running node that changed, and makes stale what hangs on a changed one', () => {
    const story = new GraphStory();
    story.schedule();
    story.pass('A');
    story.schedule();
    const nodes = A_TO_F.map((node) =>
      node.id === 'A' ? { ...node, purpose: 'look twice' } : node,
    );
    story.give({ type: 'plan', nodes, cap: 2, maximumAttempts: 2, reason: 'A saw too little' });
    expect(story.states()).toBe('A:ready B:pending C:pending D:pending E:pending F:pending');
    expect(story.schedule()).toEqual(['A']);
    expect(story.attempt('A')).toBe(2);
  });
});

it('C10 the same commands give the same events, byte for byte', () => {
  const run = () => {
    const story = new GraphStory([...A_TO_F].reverse());
    story.passAll();
    finish(story);
    return JSON.stringify(story.events);
  };
  expect(run()).toBe(run());
});

describe('one order for those who may write one path', () => {
  const nodes = [
    definition({ id: 'A' }),
    definition({ id: 'B' }),
    definition({ id: 'C', preconditions: ['A'], writeSet: ['shared.ts'] }),
    definition({ id: 'D', writeSet: ['shared.ts'] }),
  ];

  it.each([['A first', 'A', 'B'] as const, ['B first', 'B', 'A'] as const])(
    'C14 %s: the one that others hold up keeps its turn',
    (_, first, second) => {
      const story = new GraphStory(nodes, 2);
      const started = story.schedule();
      for (const id of [first, second]) {
        story.pass(id);
        started.push(...story.schedule());
      }
      for (const id of ['C', 'D']) {
        story.pass(id);
        started.push(...story.schedule());
      }
      expect(started).toEqual(['A', 'B', 'C', 'D']);
    },
  );

  it('C12 one that is blocked, and what hangs on it, hold nobody up', () => {
    const story = new GraphStory(nodes, 2, 1);
    story.schedule();
    story.fail('A');
    expect(story.schedule()).toEqual(['D']);
  });
});

it('C15 of two that may write one file, only the later one is stale when the other writes it anew', () => {
  const nodes = ['A', 'B'].map((id) => definition({ id, writeSet: ['shared.ts'] }));
  const story = new GraphStory(nodes);
  story.passAll();
  story.give({ type: 'paths-changed', paths: ['shared.ts'], by: 'B' });
  expect(story.states()).toBe('A:passed B:passed');
  story.give({ type: 'paths-changed', paths: ['shared.ts'], by: 'A' });
  expect(story.states()).toBe('A:passed B:stale');
  story.give({ type: 'paths-changed', paths: ['shared.ts'], by: null });
  expect(story.states()).toBe('A:stale B:stale');
});

it('C13 results whose tree is lost are not used again, whatever came of those they hang on', () => {
  const story = new GraphStory();
  story.passAll();
  for (const { id } of A_TO_F) story.give({ type: 'suspend', id, reason: 'the tree is lost' });
  expect(story.passAll()).toEqual(['A', 'B', 'C', 'D', 'E', 'F']);
});
