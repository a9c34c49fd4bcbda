import type { CheckObservation } from '../../schema/evidence.ts';
import { LOAD_FAILURE_WORDS, loadFailure } from './load-failure.ts';

/**
 * A check of something that was taken back proves by failing, but only when it ran to its end. A missing module is the very
 * thing such a check may find; a runner or a test that is not there, a test that cannot be parsed, a program that was not found
 * or not started, a signal or a time limit proves nothing and stays red.
 */
export function failsAsItMust(
  seen: CheckObservation,
): Pick<CheckObservation, 'result' | 'summary'> {
  if (seen.result === 'pass')
    return { result: 'fail', summary: `It still passes and must fail: ${seen.summary}` };
  const why = brokenBy(seen);
  return why === null
    ? { result: 'pass', summary: `It fails, as it must: ${seen.summary}` }
    : { result: 'fail', summary: `It must fail, but ${why}: ${seen.summary}` };
}

function brokenBy(seen: CheckObservation): string | null {
  const { exitCode, treeChanged } = seen;
  if (treeChanged) return 'it changed the tree';
  // 126 and 127 are the shell’s: not executable, not found; beyond 128 a signal ended it.
  if (exitCode === null || exitCode === 126 || exitCode === 127 || exitCode > 128)
    return 'it did not run to its end';
  if (exitCode === 0) return 'it ended well';
  const failure = loadFailure(seen);
  return failure === null || failure.kind === 'missing-module'
    ? null
    : LOAD_FAILURE_WORDS[failure.kind];
}
