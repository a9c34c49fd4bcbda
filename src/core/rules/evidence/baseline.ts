import type { Check } from '../../schema/check.ts';
import type { Criterion } from '../../schema/contract.ts';
import type { BaselineVerdict, Evidence } from '../../schema/evidence.ts';

/**
 * What a check said on the base commit before any edit (design §4). `runs` are all its baseline evidence under one key:
 * a check that passes and fails on the same commit decides nothing.
 */
export function baselineVerdict(
  { expectation }: Pick<Criterion, 'expectation'>,
  check: Check,
  runs: readonly Evidence[],
): BaselineVerdict {
  if (check.kind === 'review') return 'reviewed-later';
  const passes = runs.filter((run) => run.result === 'pass').length;
  if (passes > 0 && passes < runs.length) return 'flaky';
  const passed = passes > 0;
  if (expectation === 'stays-true') return passed ? 'pass-to-pass' : 'broken-at-base';
  if (passed) return 'vacuous';
  return runs.some((run) => isMissing(check, run)) ? 'cannot-run' : 'fail-to-pass';
}

/** Verdicts on which work, or a person’s time, depends: what a single run says of them may be chance. */
const DECIDING = new Set<BaselineVerdict>(['fail-to-pass', 'broken-at-base']);

/** Whether a check must run once more on the same commit before its verdict counts. */
export function mustRunAgain(
  criterion: Pick<Criterion, 'expectation'>,
  check: Check,
  runs: readonly Evidence[],
): boolean {
  return (
    'argv' in check && runs.length === 1 && DECIDING.has(baselineVerdict(criterion, check, runs))
  );
}

/** A red that no change of the repository can turn green: the program is not installed. One with a path may be written yet. */
function isMissing(check: Check, { observation }: Evidence): boolean {
  return 'argv' in check && observation.exitCode === 127 && !check.argv[0]?.includes('/');
}
