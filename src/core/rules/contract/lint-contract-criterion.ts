import type { Check } from '../../schema/check.ts';
import type { Criterion } from '../../schema/contract.ts';
import { needsNetwork, needsSecrets, uselessCommand } from '../text/command-line.ts';
import type { LintFinding, LintRule } from './lint-contract-finding.ts';
import { vagueWords } from './vague-words.ts';

/** What is wrong with one active criterion and its checks. */
export function lintCriterion(criterion: Criterion): LintFinding[] {
  const { id, statement, checks } = criterion;
  const findings: LintFinding[] = [];
  const add = (rule: LintRule, severity: LintFinding['severity'], message: string, mend: string) =>
    findings.push({ rule, place: id, message, mend, severity });
  if (checks.length === 0)
    add(
      'no-check',
      'blocks',
      `No check can tell whether it holds: "${show(statement)}"`,
      'Name a command or a test that shows it.',
    );
  if (criterion.source === null && !criterion.guard)
    add(
      'assumption',
      'asks',
      `Nobody wrote it in the request: "${show(statement)}"`,
      'Confirm with `/contract approve`, or amend it.',
    );
  const vague = vagueWords(statement);
  if (vague !== null && !checks.some(isOwn))
    add(
      'unverifiable',
      'asks',
      `"${vague}" cannot be checked: "${show(statement)}"`,
      'Say what one would observe: a number, an output, a behaviour.',
    );
  if (
    checks.length > 0 &&
    checks.every((check) => check.kind === 'review' && check.origin === 'discovered')
  )
    add(
      'only-reviewed',
      'asks',
      `No command can judge it, only a reviewer: "${show(statement)}"`,
      'Name a command, or set `checks` in .github/contractor.yml.',
    );
  for (const check of checks) findings.push(...lintCheck(check, id));
  return findings;
}

function lintCheck(check: Check, criterionId: string): LintFinding[] {
  if (!('argv' in check)) return [];
  const findings: LintFinding[] = [];
  const place = `${criterionId}, ${check.id}`;
  const line = check.argv.join(' ').slice(0, 200);
  if (check.origin === 'issue')
    findings.push({
      rule: 'command-from-issue',
      place,
      message: `\`${line}\` stands in the issue’s text and runs only after approval.`,
      mend: 'Approve with `/contract approve`, or put it into `checks` in .github/contractor.yml.',
      severity: 'asks',
    });
  if (isOwn(check) && needsNetwork(check.argv))
    findings.push({
      rule: 'needs-network',
      place,
      message: `\`${line}\` needs the network, which checks do not have.`,
      mend: 'Name a check that runs offline.',
      severity: 'asks',
    });
  if (isOwn(check) && needsSecrets(check.argv))
    findings.push({
      rule: 'needs-secrets',
      place,
      message: `\`${line}\` needs a credential, which checks never see.`,
      mend: 'Name a check that runs without one, against a stand-in if need be.',
      severity: 'asks',
    });
  const useless = isOwn(check) ? uselessCommand(check.argv) : null;
  if (useless !== null)
    findings.push({
      rule: 'proves-nothing',
      place,
      message: `\`${line}\`: ${useless}.`,
      mend: 'Name a command that fails without the change.',
      severity: 'blocks',
    });
  if (check.kind === 'command' && check.minimumTests === 0 && RUNS_TESTS.test(line))
    findings.push({
      rule: 'zero-tests',
      place,
      message: `\`${line}\` would also pass with no test executed.`,
      mend: 'Set a minimum number of tests.',
      severity: 'hint',
    });
  return findings;
}

const RUNS_TESTS = /\b(?:test|pytest|jest|vitest|mocha|rspec|phpunit|tox|nox)\b/;

/** Proposed for this task, not the repository’s own. */
const isOwn = (check: Check): boolean =>
  check.origin !== 'discovered' && check.origin !== 'configuration';

const show = (statement: string): string => statement.slice(0, 200).toWellFormed();
