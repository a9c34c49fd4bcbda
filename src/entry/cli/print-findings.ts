import type { LintFinding } from '../../core/rules/contract/lint-contract-finding.ts';
import { logWords } from '../../core/rules/text/neutralise.ts';
import { print } from './print.ts';

/**
 * Each finding with its rule, its place and how to mend it.
 * @param locationOf where a reader finds it, put before it; null when nowhere
 */
export function printFindings<Finding extends LintFinding>(
  findings: readonly Finding[],
  locationOf: (finding: Finding) => string | null = () => null,
): void {
  for (const finding of findings) {
    const { rule, severity, place, message, mend } = finding;
    const location = locationOf(finding);
    print(`${location === null ? '' : `${location}: `}${severity} ${rule} (${place})`);
    print(`    ${logWords(message, 500)}`);
    print(`    ${logWords(mend, 300)}`);
  }
}
