import type { Check } from '../../schema/check.ts';
import type { Criterion } from '../../schema/contract.ts';
import type { BaselineVerdict, Evidence } from '../../schema/evidence.ts';
import { type AskedFor, isToBeMade } from './asked-for.ts';
import { LOAD_FAILURE_WORDS, loadFailure } from './load-failure.ts';

/**
 * What a check said on the base commit before any edit (design §4). `runs` are all its baseline evidence under one key:
 * a check that passes and fails on the same commit decides nothing.
 */
export function baselineVerdict(
  { expectation }: Pick<Criterion, 'expectation'>,
  check: Check,
  runs: readonly Evidence[],
  asked: AskedFor,
): BaselineVerdict {
  if (check.kind === 'review') return 'reviewed-later';
  const passes = runs.filter((run) => run.result === 'pass').length;
  if (passes > 0 && passes < runs.length) return 'flaky';
  const passed = passes > 0;
  if (expectation === 'stays-true') return passed ? 'pass-to-pass' : 'broken-at-base';
  if (passed) return 'vacuous';
  if (runs.some((run) => isMissing(check, run))) return 'cannot-run';
  return unloadable(check, runs, asked) === null ? 'fail-to-pass' : 'cannot-load';
}

/** Verdicts on which work, or a person’s time, depends: what a single run says of them may be chance. */
const DECIDING = new Set<BaselineVerdict>(['fail-to-pass', 'broken-at-base']);

/** Whether a check must run once more on the same commit before its verdict counts. */
export function mustRunAgain(
  criterion: Pick<Criterion, 'expectation'>,
  check: Check,
  runs: readonly Evidence[],
  asked: AskedFor,
): boolean {
  return (
    'argv' in check &&
    runs.length === 1 &&
    DECIDING.has(baselineVerdict(criterion, check, runs, asked))
  );
}

/**
 * Why a red check never looked at what it is about, in words; null when it did, or when what it lacks is what the contract asks
 * to be made.
 */
export function unloadable(
  check: Check,
  runs: readonly Evidence[],
  asked: AskedFor,
): string | null {
  if (!('argv' in check)) return null;
  const failure = runs
    .map(({ observation }) => loadFailure(observation))
    .find((each) => each !== null);
  if (!failure || isToBeMade(failure, check, asked)) return null;
  const { kind, name } = failure;
  return `${LOAD_FAILURE_WORDS[kind]}${name === null ? '' : ` (${name.slice(0, 200)})`}`;
}

/** A red that no change of the repository can turn green: the program is not installed. One with a path may be written yet. */
function isMissing(check: Check, { observation }: Evidence): boolean {
  return 'argv' in check && observation.exitCode === 127 && !check.argv[0]?.includes('/');
}
