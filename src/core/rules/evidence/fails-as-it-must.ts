import type { CheckObservation } from '../../schema/evidence.ts';

/**
 * A check of something that was taken back proves by failing, but only when it ran to its end. A missing module is the very
 * thing such a check may find, so what it printed is not judged; a program that was not found or not started, a signal or a
 * time limit proves nothing and stays red.
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

function brokenBy({ exitCode, treeChanged }: CheckObservation): string | null {
  if (treeChanged) return 'it changed the tree';
  // 126 and 127 are the shell’s: not executable, not found; beyond 128 a signal ended it.
  if (exitCode === null || exitCode === 126 || exitCode === 127 || exitCode > 128)
    return 'it did not run to its end';
  return exitCode === 0 ? 'it ended well' : null;
}
