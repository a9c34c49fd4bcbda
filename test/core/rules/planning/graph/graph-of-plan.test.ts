import { describe, expect, it } from 'vitest';
import { graphProblems } from '../../../../../src/core/rules/planning/graph/check-graph.ts';
import { graphOfPlan } from '../../../../../src/core/rules/planning/graph/graph-of-plan.ts';
import { checkPlannerPlan } from '../../../../../src/core/rules/planning/planner/check-planner-plan.ts';
import { PlannerPlan } from '../../../../../src/core/schema/planner-plan.ts';
import { DOCUMENTED_PLAN } from '../planner/planner-plan-sample.ts';
import { A_TO_F, definition } from './graph-story.ts';

describe('C10 a graph is held to what a node must carry', () => {
  it('the graph of seeds/3 stands', () => {
    expect(graphProblems(A_TO_F)).toEqual([]);
  });

  it.each([
    ['no node', [], 'empty'],
    ['one id twice', [definition({ id: 'A' }), definition({ id: 'A' })], 'duplicate-id'],
    [
      'a precondition that is not there',
      [definition({ id: 'A', preconditions: ['B'] })],
      'unknown-precondition',
    ],
    ['a node that waits for itself', [definition({ id: 'A', preconditions: ['A'] })], 'cycle'],
    [
      'a cycle',
      [
        definition({ id: 'A', preconditions: ['B'] }),
        definition({ id: 'B', preconditions: ['A'] }),
      ],
      'cycle',
    ],
    [
      'a writer that nothing verifies',
      [definition({ id: 'A', verification: [] })],
      'no-verification',
    ],
    ['a way out', [definition({ id: 'A', writeSet: ['../x'] })], 'bad-path'],
    ['an absolute path', [definition({ id: 'A', writeSet: ['/etc/**'] })], 'bad-path'],
    ['git’s own directory', [definition({ id: 'A', writeSet: ['.git/hooks/**'] })], 'bad-path'],
  ])('%s', (_, nodes, code) => {
    expect(graphProblems(nodes).map((problem) => problem.code)).toEqual([code]);
  });

  it('a node that only inspects needs no gate', () => {
    expect(graphProblems([definition({ id: 'A', writeSet: [], verification: [] })])).toEqual([]);
  });
});

describe('C10 a checked plan becomes a graph', () => {
  function graphFrom(plan: unknown) {
    const result = checkPlannerPlan(PlannerPlan.parse(plan), null);
    if ('problems' in result) throw new Error(JSON.stringify(result.problems));
    return graphOfPlan(result.checked);
  }

  it('the documented plan: who inspects writes nothing, who says nothing may write anything', () => {
    const nodes = graphFrom(DOCUMENTED_PLAN);
    expect(nodes.map((node) => [node.id, node.preconditions, node.writeSet])).toEqual([
      ['E1', [], []],
      ['E2', ['E1'], []],
      ['E3', ['E2'], ['**']],
      ['E4', ['E3'], ['**']],
    ]);
    expect(nodes[3]?.verification).toMatchObject([{ kind: 'review' }]);
    expect(graphProblems(nodes)).toEqual([]);
  });

  it('what a step says is carried over; what is no criterion is no gate', () => {
    const [node] = graphFrom({
      steps: [
        {
          id: 'E1',
          agent: 'coder',
          task: 'do it',
          writes: ['src/**'],
          inputs: ['the parser'],
          expected_outputs: ['tests'],
          verification: ['AC-2', 'true'],
          invalidates_if: ['schema/**'],
        },
      ],
    });
    expect(node).toMatchObject({
      purpose: 'do it',
      writeSet: ['src/**'],
      inputs: ['the parser'],
      expectedOutputs: ['tests'],
      verification: [{ kind: 'criterion', id: 'AC-2' }],
      invalidatesIf: ['schema/**'],
    });
  });
});
