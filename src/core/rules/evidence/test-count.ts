import { reportLines } from './test-report/lines.ts';
import { namedTests } from './test-report/names.ts';
import { RUNNERS, type Runner } from './test-report/runners.ts';
import { add, NO_TESTS, NOTHING, passedOf, type Tally } from './test-report/tally.ts';

/** What a test run’s output says about itself. Skipped tests were not executed. */
export interface TestCount {
  /** Runners whose reports were found, in the order of the table. */
  runners: string[];
  executed: number;
  passed: number;
  failed: number;
  skipped: number;
  /** Names reported as passed and as failed; empty when the reporter names none. */
  names: { passed: string[]; failed: string[] };
}

/**
 * Counts the tests that ran, from what the runner printed (design §7: "0 tests executed" is a failure).
 * Reports of several runners, or of one runner started several times, are added up. Linear in the output.
 * Null when no known runner reported: then nothing is known, which is not the same as zero.
 */
export function countTests(output: string): TestCount | null {
  const lines = reportLines(output);
  const found = RUNNERS.flatMap((runner) => {
    const tally = tallyOf(runner, lines);
    return tally ? [{ name: runner.name, tally }] : [];
  });
  if (found.length === 0) return null;
  const passed = found.reduce((sum, { tally }) => sum + passedOf(tally), 0);
  const { failed, skipped } = found.map(({ tally }) => tally).reduce(add, NOTHING);
  return {
    runners: found.map(({ name }) => name),
    executed: passed + failed,
    passed,
    failed,
    skipped,
    names: namedTests(lines),
  };
}

function tallyOf(runner: Runner, lines: readonly string[]): Tally | null {
  if (runner.count) return runner.count(lines);
  const { numbers, none } = runner;
  const tallies = numbers ? lines.filter((line) => numbers.line.test(line)).map(numbers.read) : [];
  if (tallies.length > 0) return tallies.reduce(add, NOTHING);
  return none && lines.some((line) => none.test(line)) ? NO_TESTS : null;
}
