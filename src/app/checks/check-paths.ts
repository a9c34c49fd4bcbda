import { digestText } from '../../core/digest.ts';
import { matchGlobs } from '../../core/rules/text/match-globs.ts';
import type { Check } from '../../core/schema/check.ts';
import type { CheckObservation } from '../../core/schema/evidence.ts';
import type { PathChange } from '../../ports.ts';

/** "These files do not change": judged from the diff between base and result alone. */
export function checkPaths(
  check: Extract<Check, { kind: 'unchanged-paths' }>,
  changes: readonly PathChange[],
): CheckObservation {
  const matches = matchGlobs(check.globs);
  const touched = changes.map((change) => change.path).filter((path) => matches(path));
  const log = touched.join('\n');
  return {
    checkId: check.id,
    result: touched.length === 0 ? 'pass' : 'fail',
    summary:
      touched.length === 0
        ? 'none of these paths changed'
        : `changed: ${touched.slice(0, 10).join(', ')}`,
    exitCode: null,
    testsExecuted: null,
    durationMs: 0,
    logDigest: digestText(log),
    logTail: log.slice(-20_000),
    toolchain: 'git diff',
    treeChanged: false,
  };
}
