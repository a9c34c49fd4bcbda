import { describe, expect, it } from 'vitest';
import { judge, type RunFacts } from '../../../src/adapters/checks/judge.ts';
import { countTests } from '../../../src/core/rules/evidence/test-count.ts';
import type { CommandCheck } from '../../../src/core/schema/check.ts';

const base = {
  id: 'CK-1',
  why: 'w',
  origin: 'discovered',
  argv: ['runner', 'all'],
  cwd: '.',
  timeoutSeconds: 5,
  inputs: [],
} as const;
const common = { ...base, argv: [...base.argv], inputs: [...base.inputs] };
const command = (more: object = {}): CommandCheck => ({
  ...common,
  kind: 'command',
  expectedExit: 0,
  minimumTests: 0,
  oracle: [],
  ...more,
});
const named: CommandCheck = { ...common, kind: 'named-test', test: 'adds', oracle: [] };
const same: CommandCheck = { ...common, kind: 'same-output', what: 'the list' };

const ended = (exitCode: number | null, output = '', more: Partial<RunFacts> = {}): RunFacts => ({
  result: { exitCode, timedOut: false, outputDigest: 'd'.repeat(64) },
  count: countTests(output),
  changed: [],
  changedBefore: [],
  ...more,
});
const timedOut = { result: { exitCode: null, timedOut: true, outputDigest: '' } };
const cargo = (passed: number, failed = 0) =>
  `test adds ... ok\ntest result: ok. ${passed} passed; ${failed} failed; 1 ignored; 0 measured; 0 filtered out\n`;

describe('judge', () => {
  it.each([
    ['exit 0', command(), ended(0), 'Exit 0.'],
    ['the exit that is expected', command({ expectedExit: 3 }), ended(3), 'Exit 3.'],
    [
      'enough tests',
      command({ minimumTests: 1 }),
      ended(0, cargo(2)),
      'Exit 0, 2 tests executed, 1 skipped.',
    ],
    [
      'no tests where none are asked',
      command(),
      ended(0, cargo(0)),
      'Exit 0, 0 tests executed, 1 skipped.',
    ],
    [
      'a named test',
      named,
      ended(0, cargo(1)),
      'The test "adds" passed, 1 test executed, 1 skipped.',
    ],
    [
      'a named test, although another one failed',
      named,
      ended(1, `test other ... FAILED\n${cargo(1, 1)}`),
      'The test "adds" passed, 2 tests executed, 1 skipped.',
    ],
    ['printed output', same, ended(0), `Printed what has SHA-256 ${'d'.repeat(64)}.`],
  ])('passes on %s', (_what, check, facts, summary) => {
    expect(judge(check, facts)).toEqual({ result: 'pass', summary });
  });

  it.each([
    ['another exit', command(), ended(2), 'Exit 2, expected 0.'],
    [
      'a runner that found no tests and said so in words',
      command({ minimumTests: 1 }),
      ended(1, 'No tests found, exiting with code 1'),
      'Exit 1, expected 0. No test was executed.',
    ],
    [
      'a runner that broke off before its report',
      command({ minimumTests: 1 }),
      ended(1, 'cannot find module'),
      'Exit 1, expected 0. No test report was found in the output.',
    ],
    [
      'a runner that executed none',
      command({ minimumTests: 1 }),
      ended(5, cargo(0)),
      'Exit 5, expected 0. No test was executed.',
    ],
    [
      'exit 0 where another is expected',
      command({ expectedExit: 3 }),
      ended(0),
      'Exit 0, expected 3.',
    ],
    [
      'failed tests',
      command(),
      ended(1, `test other ... FAILED\n${cargo(1, 1)}`),
      'Exit 1, expected 0. 1 of 2 tests failed: other.',
    ],
    [
      'no test executed (0 tests is a failure)',
      command({ minimumTests: 1 }),
      ended(0, cargo(0)),
      '0 tests executed, at least 1 expected.',
    ],
    [
      'a number of tests that nobody knows',
      command({ minimumTests: 1 }),
      ended(0, 'all good'),
      'The output tells no number of tests, and at least 1 must be shown to have run.',
    ],
    ['a timeout', command(), ended(null, '', timedOut), 'It took longer than 5 s and was ended.'],
    ['a kill', command(), ended(null), 'It was ended from outside.'],
    ['a missing program', command(), ended(127), 'The program was not found: runner (exit 127).'],
    [
      'a change of the tree',
      command(),
      ended(0, '', { changed: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] }),
      'Tracked files changed while it ran (a, b, c, d, e and 2 more): the result is void.',
    ],
    [
      'an earlier change of the tree',
      command(),
      ended(0, '', { changedBefore: ['a'] }),
      'Tracked files were changed before it ran (a): this result is void.',
    ],
    [
      'a named test that is not reported (deleted, renamed, skipped)',
      { ...named, test: 'subtracts' } as CommandCheck,
      ended(0, cargo(1)),
      'The test "subtracts" is not reported as passed (1 executed).',
    ],
    [
      'a named test without a report',
      named,
      ended(0, 'adds ok'),
      'No test report was found in the output, so "adds" is not shown to pass.',
    ],
    ['printed output with an error', same, ended(1), 'Exit 1, expected 0.'],
  ])('fails on %s', (_what, check, facts, summary) => {
    expect(judge(check, facts)).toEqual({ result: 'fail', summary });
  });
});
