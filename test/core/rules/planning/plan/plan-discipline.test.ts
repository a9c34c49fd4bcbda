import { describe, expect, it } from 'vitest';
import {
  judgeEdit,
  type UnmatchedEdits,
} from '../../../../../src/core/rules/planning/plan/quiet-abandonment.ts';
import {
  afterEdit,
  judgeRead,
  NO_READS,
  type ReadBudget,
  type ReadState,
} from '../../../../../src/core/rules/planning/plan/read-budget.ts';
import {
  countFailure,
  type FailureCounts,
} from '../../../../../src/core/rules/planning/plan/repeated-failure.ts';
import {
  type ReplanTrigger,
  respondTo,
} from '../../../../../src/core/rules/planning/plan/replan-triggers.ts';
import { Plan, type PlanItem } from '../../../../../src/core/schema/plan.ts';

const planOf = (...items: [string, PlanItem['status'], string][]) =>
  Plan.parse({
    version: 1,
    contractVersion: 1,
    items: items.map(([id, status, content]) => ({
      id,
      status,
      content,
      evidence: status === 'completed' ? 'EV-1' : null,
    })),
  });

const PLAN = planOf(
  ['s1', 'completed', 'read the log'],
  ['s2', 'in_progress', 'fix src/billing.py'],
  ['s3', 'pending', 'update docs/billing.md'],
  ['s4', 'pending', 'check everything'],
);

describe('A12 each trigger leads to its own response', () => {
  it.each<[string, ReplanTrigger, string, string[], boolean]>([
    [
      'the same action fails',
      { kind: 'action-repeated', action: 'pytest', times: 3 },
      're-examine',
      ['s2'],
      false,
    ],
    [
      'a contradiction',
      { kind: 'contradiction', step: 's3', observation: 'raw SQL' },
      'revise',
      ['s3', 's4'],
      true,
    ],
    [
      'a contradiction here',
      { kind: 'contradiction', step: null, observation: 'raw SQL' },
      'revise',
      ['s2', 's3', 's4'],
      true,
    ],
    ['a new subtask', { kind: 'new-subtask', task: 'migrate the data' }, 'insert', ['s2'], false],
    [
      'other requirements',
      { kind: 'requirements-changed', steps: null, reason: 'v2' },
      'rebuild-tail',
      ['s2', 's3', 's4'],
      true,
    ],
    [
      'requirements of one step',
      { kind: 'requirements-changed', steps: ['s1', 's3'], reason: 'v2' },
      'rebuild-tail',
      ['s3', 's4'],
      true,
    ],
  ])('%s', (_, trigger, response, steps, countsAsReplan) => {
    expect(respondTo(PLAN, trigger)).toMatchObject({ response, steps, countsAsReplan });
    expect(respondTo(null, trigger)).toMatchObject({ response, steps: [] });
  });

  it('the message names what was seen, cut to a length', () => {
    const observation = 'it is raw SQL '.repeat(1000);
    const { message } = respondTo(PLAN, { kind: 'contradiction', step: null, observation });
    expect(message).toContain('it is raw SQL');
    expect(message.length).toBeLessThan(600);
  });
});

describe('A12 the same failing action', () => {
  const after = (...moves: [string, boolean][]) => {
    let counts: FailureCounts = [];
    return moves.map(([action, failed]) => {
      const result = countFailure(counts, action, failed);
      counts = result.counts;
      return result.reexamine;
    });
  };
  it.each<[string, [string, boolean][], boolean[]]>([
    [
      'three times',
      [
        ['t', true],
        ['t', true],
        ['t', true],
      ],
      [false, false, true],
    ],
    [
      'with others between',
      [
        ['t', true],
        ['edit', false],
        ['t', true],
        ['u', true],
        ['t', true],
      ],
      [false, false, false, false, true],
    ],
    [
      'a success starts anew',
      [
        ['t', true],
        ['t', true],
        ['t', false],
        ['t', true],
      ],
      [false, false, false, false],
    ],
    [
      'again after three more',
      Array(6).fill(['t', true]),
      [false, false, true, false, false, true],
    ],
    [
      'different actions',
      [
        ['a', true],
        ['b', true],
        ['c', true],
      ],
      [false, false, false],
    ],
  ])('%s', (_, moves, expected) => {
    expect(after(...moves)).toEqual(expected);
  });

  it('memory is bounded', () => {
    let counts: FailureCounts = [];
    for (let at = 0; at < 1000; at += 1) counts = countFailure(counts, `a${at}`, true).counts;
    expect(counts.length).toBe(50);
  });
});

describe('A14 the plan that is quietly abandoned', () => {
  it.each<[string, Plan | null, string, RegExp | null]>([
    ['no plan', null, 'x.py', null],
    ['an empty plan', planOf(), 'x.py', null],
    ['the file of the step', PLAN, 'src/billing.py', null],
    ['a file no step names', PLAN, 'src/helper.py', null],
    ['the file of another step', PLAN, 'docs/billing.md', /step s3; s2 is in progress/],
    [
      'its name alone',
      planOf(['a', 'in_progress', 'x'], ['b', 'pending', 'fix main.go.']),
      'cmd/main.go',
      /step b/,
    ],
    [
      'a file that two steps name',
      planOf(['a', 'in_progress', 'fix x.py'], ['b', 'pending', 'tidy x.py']),
      'x.py',
      null,
    ],
    ['no step in progress', planOf(['a', 'pending', 'x']), 'x.py', /a would be next/],
    ['everything closed', planOf(['a', 'completed', 'x']), 'x.py', /closed/],
    [
      'the file of a closed step',
      planOf(['a', 'completed', 'fix x.py'], ['b', 'in_progress', 'y']),
      'x.py',
      null,
    ],
  ])('%s', (_, plan, path, problem) => {
    const { verdict, message } = judgeEdit(plan, path, 0);
    expect(verdict).toBe(problem === null ? 'matches' : 'remind');
    if (problem) expect(message).toMatch(problem);
  });

  it('reminders end in a stop; an edit that matches starts anew', () => {
    let unmatched: UnmatchedEdits = 0;
    const edit = (path: string) => {
      const judged = judgeEdit(PLAN, path, unmatched);
      unmatched = judged.unmatched;
      return judged.verdict;
    };
    const away = 'docs/billing.md';
    expect([away, away, 'src/billing.py', away, away, away, away].map(edit)).toEqual([
      'remind',
      'remind',
      'matches',
      'remind',
      'remind',
      'remind',
      'stop',
    ]);
  });
});

describe('B4 reads before the first edit', () => {
  const THREE: ReadBudget = { limit: 3, inspecting: false, binding: true };
  function read(budget: ReadBudget, moves: string[]) {
    let state: ReadState = NO_READS;
    return moves.map((move) => {
      if (move === 'EDIT') {
        state = afterEdit(state);
        return 'edit';
      }
      const result = judgeRead(state, move, budget);
      state = result.state;
      return result.read.verdict;
    });
  }
  it.each<[string, ReadBudget, string[], string]>([
    ['past the cap', THREE, ['a', 'b', 'c', 'd'], 'refused'],
    ['at the cap', THREE, ['a', 'b', 'c'], 'allowed'],
    ['the same file again', THREE, ['a', 'b', 'c', 'a'], 'allowed'],
    ['a refused file stays refused', THREE, ['a', 'b', 'c', 'd', 'd'], 'refused'],
    ['after an edit', THREE, ['a', 'b', 'c', 'd', 'EDIT', 'd'], 'allowed'],
    ['another cap', { ...THREE, limit: 1 }, ['a', 'b'], 'refused'],
    [
      'an inspecting node has its own',
      { ...THREE, limit: 5, inspecting: true },
      ['a', 'b', 'c', 'd', 'e', 'f'],
      'refused',
    ],
    ['an agent we cannot bind', { ...THREE, binding: false }, ['a', 'b', 'c', 'd'], 'advised'],
  ])('%s', (_, budget, moves, last) => {
    expect(read(budget, moves).at(-1)).toBe(last);
  });

  it('the refusal says why and what to do', () => {
    const full: ReadState = { files: ['a', 'b', 'c'], edited: false };
    const { read: verdict, state } = judgeRead(full, 'd', THREE);
    expect(verdict).toMatchObject({
      message: expect.stringMatching(/read 3 files.*smallest edit/),
    });
    expect(state).toBe(full);
  });
});
