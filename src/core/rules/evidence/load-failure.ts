import type { CheckObservation } from '../../schema/evidence.ts';
import { countTests } from './test-count.ts';
import { reportLines } from './test-report/lines.ts';

/** Why a check is red without having looked at anything: no assertion of it ever ran. */
export interface LoadFailure {
  kind: 'missing-runner' | 'missing-module' | 'missing-test-file' | 'syntax-error' | 'no-tests';
  /** What is missing, as the runner named it; null when it named nothing. */
  name: string | null;
}

/** Told to people, before the name. */
export const LOAD_FAILURE_WORDS: Record<LoadFailure['kind'], string> = {
  'missing-runner': 'what runs the tests is not installed',
  'missing-module': 'a module is missing',
  'missing-test-file': 'the test file is missing',
  'syntax-error': 'a file cannot be parsed',
  'no-tests': 'no test was collected',
};

/**
 * What runners print when they cannot load, a row a sign; the name is the first group that matched. Anchored or literal, so
 * that a line costs its length.
 */
const SIGNS: readonly (readonly [LoadFailure['kind'], RegExp])[] = [
  ['missing-runner', /^\S*python[\d.]*(?:\.exe)?: No module named '?([\w.]+)/],
  [
    'missing-runner',
    /^(?:\/bin\/)?(?:sh|bash|dash|zsh): (?:\d+: |line \d+: )?(\S+): (?:command )?not found/,
  ],
  ['missing-runner', /^'(\S+)' is not recognized as an internal or external command/],
  ['missing-runner', /^error: no such command: `(\S+)`/],
  ['missing-runner', /^bundler: command not found: (\S+)/],
  ['missing-runner', /^Could not open input file: (\S+)/],
  ['missing-runner', /^No plugin found for prefix '(\S+)'/],
  [
    'missing-runner',
    /^npm (?:ERR!|error) (?:could not determine executable|Missing script: "(\S+)")/i,
  ],
  ['missing-runner', /^Could not execute because the specified command or file was not found/],
  ['missing-test-file', /^Could not find '([^']+)'/],
  ['missing-test-file', /^ERROR: file or directory not found: (\S+)/],
  ['missing-test-file', /^error: no test target named `([^`]+)`/],
  ['missing-test-file', /^ ?Error: No test files found: "([^"]+)"/],
  ['missing-test-file', /^(?:Cannot open file|Test file) "([^"]+)"/],
  ['missing-module', /Cannot find (?:module|package) '([^']+)'/],
  ['missing-module', /^(?:E +)?ModuleNotFoundError: No module named '([^']+)'/],
  ['missing-module', /^error\[E0432\]: unresolved import `([^`]+)`/],
  ['missing-module', /unlinked crate `([^`]+)`/],
  ['missing-module', /no required module provides package (\S+?);/],
  ['missing-module', /: package (\S+) is not in (?:GOROOT|std)/],
  ['missing-module', /(?:error:|\d\]) package (\S+) does not exist$/],
  ['missing-module', /cannot load such file -- (\S+)/],
  ['missing-module', /Failed opening required '([^']+)'/],
  ['syntax-error', /^(?:E +)?SyntaxError: (?!The requested module)/],
  ['syntax-error', /^(?:E +)?(?:IndentationError|TabError): /],
  [
    'syntax-error',
    /invalid JS syntax|^Error: Transform failed with |Jest encountered an unexpected token/,
  ],
  ['syntax-error', /^ +SyntaxError: \S+: /],
  [
    'syntax-error',
    /^error: (?:this file contains an unclosed delimiter|unexpected closing delimiter|expected .{1,80}, found )/,
  ],
  ['syntax-error', /^\S+\.go:\d+:\d+: (?:syntax error: |expected )/],
  [
    'syntax-error',
    /(?:error:|\d\]) (?:'.' expected|reached end of file while parsing|illegal start of |class, interface, enum)/,
  ],
  ['syntax-error', /: (?:syntax error, unexpected |syntax errors? found)/],
  ['syntax-error', /^(?:PHP )?Parse error: /],
  ['syntax-error', /: error CS1(?:00[123]|513|514|525): /],
];

/** An assertion ran and did not hold, whatever else was printed. */
const ASSERTED =
  /AssertionError|ERR_ASSERTION|^E +assert |^assertion .{0,40}failed|panicked at|AssertionFailedError|ExpectationNotMet|Failed asserting that|^\s*--- FAIL: |Assert\.\w+\(\) Failure|^ +(?:Expected|expected:?):? /m;

/** A file was found and lacks what the test calls: that is what the task is to bring, and no harness is broken. */
const LACKS_A_NAME =
  /: undefined: |cannot find symbol|does not provide an export|cannot import name|error CS0(?:103|117|234|246): |error\[E04(?:25|33)\]|uninitialized constant /;

/** How a red check failed to load; null when it ran, or nothing tells. Linear in what was printed. */
export function loadFailure({
  result,
  exitCode,
  logTail,
}: Pick<CheckObservation, 'result' | 'exitCode' | 'logTail'>): LoadFailure | null {
  if (result === 'pass') return null;
  const count = countTests(logTail);
  if ((count?.passed ?? 0) > 0 || ASSERTED.test(logTail)) return null;
  const lines = reportLines(logTail);
  for (const [kind, sign] of SIGNS) {
    const found = lines.map((line) => sign.exec(line)).find((match) => match !== null);
    if (found) return { kind, name: found[1] ?? null };
  }
  if (LACKS_A_NAME.test(logTail)) return null;
  if (exitCode === 127) return { kind: 'missing-runner', name: null };
  return count?.executed === 0 ? { kind: 'no-tests', name: null } : null;
}
