import { add, NO_TESTS, NOTHING, numberFirst, type Tally, wordFirst } from './tally.ts';

/** Where one test runner prints its numbers. Patterns are anchored or literal, so that each line costs linear time. */
export interface Runner {
  name: string;
  /** Lines that carry numbers, and in which order number and word stand. */
  numbers?: { line: RegExp; read: (line: string) => Tally };
  /** Lines that say in words that no test ran. */
  none?: RegExp;
  /** For reports whose numbers are not in summary lines. Null: not this runner’s report. */
  count?: (lines: readonly string[]) => Tally | null;
}

/** One row a runner; each row’s format is shown by a sample in the test of the same name. */
export const RUNNERS: readonly Runner[] = [
  { name: 'tap', count: countTap },
  {
    name: 'vitest',
    numbers: { line: /^ *Tests {2}/, read: numberFirst },
    none: /^No test files found, exiting/,
  },
  {
    name: 'jest',
    numbers: { line: /^Tests: +\d+ [a-z]/, read: numberFirst },
    none: /^No tests found, exiting/,
  },
  {
    name: 'mocha',
    numbers: { line: /^ +\d+ (?:passing|failing|pending)\b/, read: numberFirst },
    none: /^ ?Error: No test files found/,
  },
  {
    name: 'ava',
    numbers: { line: /^ {2}\d+ tests? (?:passed|failed|skipped)$/, read: numberFirst },
    none: /Couldn’t find any files to test/,
  },
  {
    name: 'playwright',
    numbers: {
      line: /^ {2}\d+ (?:passed|failed|skipped|flaky)(?: \([\d.]+m?s?\))?$/,
      read: numberFirst,
    },
    none: /^Error: No tests found/,
  },
  { name: 'jasmine', numbers: { line: /^\d+ specs?, \d+ failures?\b/, read: numberFirst } },
  { name: 'uvu', numbers: { line: /^ {2}(?:Total|Passed|Skipped): +\d+$/, read: wordFirst } },
  { name: 'bun', numbers: { line: /^ *\d+ (?:pass|fail|skip)$/, read: numberFirst } },
  {
    name: 'deno',
    numbers: { line: /^(?:ok|FAILED) \| \d+ passed/, read: numberFirst },
    none: /^error: No test modules found/,
  },
  {
    name: 'pytest',
    numbers: { line: /^(?:=+ )?\d+ [a-z]+(?:, \d+ [a-z]+)* in [\d.]+s/, read: numberFirst },
    none: /^(?:=+ )?(?:no tests ran in |\d+ deselected in )/,
  },
  {
    name: 'unittest',
    numbers: {
      line: /^(?:Ran \d+ tests? in |(?:FAILED|OK) \((?:failures|errors|skipped|expected failures)=)/,
      read: (line) =>
        line.startsWith('Ran')
          ? numberFirst(line)
          : wordFirst(line.replace('expected failures', '')),
    },
    none: /^NO TESTS RAN/,
  },
  { name: 'go', count: countGo },
  { name: 'cargo', numbers: { line: /^test result: /, read: numberFirst } },
  { name: 'nextest', numbers: { line: /^ *Summary \[/, read: numberFirst } },
  {
    name: 'rspec',
    numbers: { line: /^\d+ examples?, \d+ failures?\b/, read: numberFirst },
    none: /^No examples found/,
  },
  { name: 'minitest', numbers: { line: /^\d+ runs?, \d+ assertions?, /, read: numberFirst } },
  { name: 'test-unit', numbers: { line: /^\d+ tests?, \d+ assertions?, /, read: numberFirst } },
  {
    name: 'bats',
    numbers: { line: /^\d+ tests?, \d+ failures?(?:, \d+ skipped)?$/, read: numberFirst },
  },
  {
    name: 'surefire',
    // Each class prints such a line with its time; only the sums per module count.
    numbers: {
      line: /^Tests run: \d+, Failures: \d+, Errors: \d+, Skipped: \d+$/,
      read: wordFirst,
    },
    none: /^No tests to run\./,
  },
  {
    name: 'junit-console',
    numbers: {
      line: /^\[ +\d+ tests (?:skipped|successful|failed) +\]$/,
      read: numberFirst,
    },
  },
  { name: 'gradle', count: countGradle },
  {
    name: 'dotnet',
    numbers: { line: /^(?:Passed|Failed|Skipped)! +- Failed: /, read: wordFirst },
    none: /^No test is available in /,
  },
  {
    name: 'vstest',
    numbers: { line: /^(?:Total tests| {5}(?:Passed|Failed|Skipped)): \d+$/, read: wordFirst },
  },
  {
    name: 'testing-platform',
    numbers: { line: /^ {2}(?:total|failed|succeeded|skipped): \d+$/, read: wordFirst },
  },
  {
    name: 'phpunit',
    numbers: {
      line: /^(?:Tests: \d+, Assertions: |OK \(\d+ tests?, )/,
      read: (line) => (line.startsWith('OK') ? numberFirst(line) : wordFirst(line)),
    },
    none: /^No tests executed!/,
  },
  { name: 'prove', numbers: { line: /^Files=\d+, Tests=\d+,/, read: wordFirst } },
];

const TAP_SUMMARY = /^(?:ℹ|#) (tests|pass|fail|cancelled|skipped) +\d+$/;
const TAP_POINT = /^(?:not )?ok \d+/;
/** What node names a file that registered no test at all: it "passes". */
const PASSING_FILE = /^(?:ok \d+ - |✔ ).*\.[cm]?[jt]sx?(?: \([\d.]+ms\))?$/;

/** TAP of any producer and node’s spec reporter: by the summary, else by the test points. */
function countTap(lines: readonly string[]): Tally | null {
  const summary = lines.filter((line) => TAP_SUMMARY.test(line));
  if (summary.length > 0) {
    const tally = summary.map((line) => wordFirst(line.slice(2))).reduce(add, NOTHING);
    const files = lines.filter((line) => PASSING_FILE.test(line)).length;
    return { ...tally, passed: Math.max(0, (tally.passed ?? 0) - files) };
  }
  if (!lines.some((line) => /^1\.\.\d+/.test(line))) return null;
  return lines
    .filter((line) => TAP_POINT.test(line))
    .map(tapPoint)
    .reduce(add, NO_TESTS);
}

function tapPoint(line: string): Tally {
  if (/# skip\b/i.test(line)) return { ...NO_TESTS, skipped: 1 };
  return line.startsWith('ok') ? { ...NO_TESTS, passed: 1 } : { ...NO_TESTS, failed: 1 };
}

/**
 * `go test -v` names each test. Without -v a package that ran at least one test prints `ok`, so the
 * number of such packages is a lower bound, and zero is still told from some.
 */
function countGo(lines: readonly string[]): Tally | null {
  const starting = (start: RegExp) => lines.filter((line) => start.test(line)).length;
  const failed = starting(/^ *--- FAIL: /);
  const verbose = starting(/^ *--- PASS: /);
  const packages = lines.filter((line) =>
    /^(?:ok|FAIL) {0,2}\t|^\? +\t.*\[no test files\]/.test(line),
  );
  if (packages.length === 0 && verbose === 0) return null;
  const ran = packages.filter(
    (line) => line.startsWith('ok') && !line.includes('[no tests to run]'),
  );
  const skipped = starting(/^ *--- SKIP: /);
  const passed = verbose > 0 || skipped > 0 ? verbose : ran.length;
  return { passed, failed, skipped, total: null };
}

/** Gradle prints numbers only on failure; names when test logging is on; and NO-SOURCE when there is nothing. */
function countGradle(lines: readonly string[]): Tally | null {
  const failure = lines.filter((line) => /^\d+ tests? completed, \d+ failed/.test(line));
  if (failure.length > 0) return failure.map(numberFirst).reduce(add, NOTHING);
  const ending = (word: string) =>
    lines.filter((line) => line.endsWith(` ${word}`) && line.includes(' > ')).length;
  const named = { passed: ending('PASSED'), failed: ending('FAILED'), skipped: ending('SKIPPED') };
  if (named.passed + named.failed + named.skipped > 0) return { ...named, total: null };
  const tasks = lines.filter((line) => /^> Task :(?:.*:)?test(?: |$)/.test(line));
  return tasks.length > 0 && tasks.every((line) => line.endsWith('NO-SOURCE')) ? NO_TESTS : null;
}
