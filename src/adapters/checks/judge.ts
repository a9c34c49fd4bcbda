import type { TestCount } from '../../core/rules/evidence/test-count.ts';
import { passedByName } from '../../core/rules/evidence/test-report/names.ts';
import type { CommandCheck } from '../../core/schema/check.ts';
import type { SandboxResult } from '../../ports.ts';

/** What is known after a check ran. */
export interface RunFacts {
  result: Pick<SandboxResult, 'exitCode' | 'timedOut' | 'outputDigest'>;
  count: TestCount | null;
  /** Tracked files and oracle tests that changed while it ran. */
  changed: readonly string[];
  /** Tracked files that had been changed before and could not be put back: it did not run on the commit. */
  changedBefore: readonly string[];
}

export interface Judgement {
  result: 'pass' | 'fail';
  /** One line for people. */
  summary: string;
}

/** Whether a check passed, by what was observed alone. The first reason to fail is the one that is told. */
export function judge(check: CommandCheck, facts: RunFacts): Judgement {
  const problem = findProblem(check, facts);
  if (problem !== null) return { result: 'fail', summary: problem };
  return { result: 'pass', summary: describe(check, facts) };
}

function findProblem(check: CommandCheck, facts: RunFacts): string | null {
  const { result, count, changed, changedBefore } = facts;
  if (changedBefore.length > 0) {
    return `Tracked files were changed before it ran (${list(changedBefore)}): this result is void.`;
  }
  if (changed.length > 0) {
    return `Tracked files changed while it ran (${list(changed)}): the result is void.`;
  }
  if (result.timedOut) return `It took longer than ${check.timeoutSeconds} s and was ended.`;
  if (result.exitCode === null) return 'It was ended from outside.';
  if (result.exitCode === 127) return `The program was not found: ${check.argv[0]} (exit 127).`;
  if (check.kind === 'named-test') return findNamedProblem(check.test, count);
  const expected = check.kind === 'command' ? check.expectedExit : 0;
  if (result.exitCode !== expected) {
    const none = check.kind === 'command' && check.minimumTests > 0 ? noTests(count) : '';
    return `Exit ${result.exitCode}, expected ${expected}.${failures(count)}${none}`;
  }
  return check.kind === 'command' ? findCountProblem(check.minimumTests, count) : null;
}

function findNamedProblem(test: string, count: TestCount | null): string | null {
  if (count === null)
    return `No test report was found in the output, so "${test}" is not shown to pass.`;
  if (passedByName(count.names, test)) return null;
  return `The test "${test}" is not reported as passed (${count.executed} executed).${failures(count)}`;
}

function findCountProblem(minimum: number, count: TestCount | null): string | null {
  if (minimum === 0) return null;
  if (count === null) {
    return `The output tells no number of tests, and at least ${minimum} must be shown to have run.`;
  }
  if (count.executed >= minimum) return null;
  return `${executed(count)}, at least ${minimum} expected.`;
}

function describe(check: CommandCheck, { result, count }: RunFacts): string {
  if (check.kind === 'same-output') return `Printed what has SHA-256 ${result.outputDigest}.`;
  const tests = count ? `, ${executed(count)}` : '';
  const skipped = count && count.skipped > 0 ? `, ${count.skipped} skipped` : '';
  if (check.kind === 'named-test') return `The test "${check.test}" passed${tests}${skipped}.`;
  return `Exit ${result.exitCode}${tests}${skipped}.`;
}

const executed = ({ executed: n }: TestCount): string =>
  n === 1 ? '1 test executed' : `${n} tests executed`;

/** Tells a check that found nothing to run from one that found something red. */
function noTests(count: TestCount | null): string {
  if (count === null) return ' No test report was found in the output.';
  return count.executed === 0 ? ' No test was executed.' : '';
}

function failures(count: TestCount | null): string {
  if (!count || count.failed === 0) return '';
  const names = count.names.failed.length > 0 ? `: ${list(count.names.failed)}` : '';
  return ` ${count.failed} of ${count.executed} tests failed${names}.`;
}

const SHOWN = 5;

function list(names: readonly string[]): string {
  const shown = [...new Set(names)].map((name) => name.slice(0, 200));
  const more = shown.length - SHOWN;
  return shown.slice(0, SHOWN).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
