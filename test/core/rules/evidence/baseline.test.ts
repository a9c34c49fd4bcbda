import { describe, expect, it } from 'vitest';
import { askedFor } from '../../../../src/core/rules/evidence/asked-for.ts';
import { baselineVerdict, mustRunAgain } from '../../../../src/core/rules/evidence/baseline.ts';
import type { Check } from '../../../../src/core/schema/check.ts';
import type { Evidence } from '../../../../src/core/schema/evidence.ts';
import { contract } from '../../../support/task.ts';

const CHECK = { kind: 'command', argv: ['node', 'x.js'] } as Check;
const ASKED = askedFor(contract(), []);
const REVIEW = { kind: 'review' } as Check;
const run = (result: 'pass' | 'fail', exitCode = result === 'pass' ? 0 : 1) =>
  ({ result, observation: { result, exitCode, logTail: '' } }) as Evidence;
const UNLOADED = {
  result: 'fail',
  observation: { result: 'fail', exitCode: 1, logTail: "Cannot find package 'lodash'" },
} as Evidence;

describe('F3 what the base commit says', () => {
  it.each([
    ['becomes-true', [run('fail')], 'fail-to-pass'],
    ['becomes-true', [run('pass')], 'vacuous'],
    ['becomes-true', [run('fail', 127)], 'cannot-run'],
    ['becomes-true', [UNLOADED], 'cannot-load'],
    ['stays-true', [UNLOADED], 'broken-at-base'],
    ['becomes-true', [run('fail'), run('fail')], 'fail-to-pass'],
    ['becomes-true', [run('fail'), run('pass')], 'flaky'],
    ['stays-true', [run('pass')], 'pass-to-pass'],
    ['stays-true', [run('fail')], 'broken-at-base'],
    ['stays-true', [run('fail'), run('pass')], 'flaky'],
    ['stays-true', [], 'broken-at-base'],
  ] as const)('%s, %j', (expectation, runs, verdict) =>
    expect(baselineVerdict({ expectation }, CHECK, runs, ASKED)).toBe(verdict),
  );

  it('leaves reviews for later', () =>
    expect(baselineVerdict({ expectation: 'becomes-true' }, REVIEW, [], ASKED)).toBe(
      'reviewed-later',
    ));

  it.each([
    ['becomes-true', [run('fail')], true],
    ['stays-true', [run('fail')], true],
    ['stays-true', [run('pass')], false],
    ['becomes-true', [run('pass')], false],
    ['becomes-true', [run('fail', 127)], false],
    ['becomes-true', [UNLOADED], false],
    ['becomes-true', [run('fail'), run('fail')], false],
  ] as const)('runs again where work depends on it: %s, %j', (expectation, runs, again) =>
    expect(mustRunAgain({ expectation }, CHECK, runs, ASKED)).toBe(again),
  );
});
