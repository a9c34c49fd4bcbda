import type { Configuration } from '../../schema/configuration.ts';
import type { Contract } from '../../schema/contract.ts';
import { contradictions } from './lint-contract-contradictions.ts';
import { lintCriterion } from './lint-contract-criterion.ts';
import { lintDangers, lintStopRules } from './lint-contract-dangers.ts';
import type { LintFinding, LintRule } from './lint-contract-finding.ts';

/**
 * What must hold of every contract (design §4): checks, scope, no contradiction, nothing silently a requirement.
 * @param models whether a reviewer is configured, who then notices what no command can
 */
export function lintContract(
  contract: Contract,
  models: Pick<Configuration['models'], 'review'>,
): LintFinding[] {
  const active = contract.acceptance.filter((criterion) => criterion.status === 'active');
  return [
    ...(active.length === 0 ? [NO_CRITERION] : []),
    ...active.flatMap(lintCriterion),
    ...contradictions(contract),
    ...lintScope(contract),
    ...(models.review === null ? lintStopRules(contract) : []),
    ...lintDangers(contract),
    ...lintQuestions(contract),
  ];
}

/**
 * Why a person must approve this contract; empty when nobody needs to. A command from the text runs after
 * approval only, and what blocks waits for a person, whatever the configuration says. An open question is asked by itself.
 */
export function approvalNeeded(
  _contract: Contract,
  findings: readonly LintFinding[],
  configuration: Pick<Configuration, 'approval'>,
): string[] {
  const always = findings.filter(
    ({ rule, severity }) =>
      rule === 'command-from-issue' || (severity === 'blocks' && rule !== 'open-question'),
  );
  const incomplete = findings.filter((finding) => finding.severity !== 'hint');
  switch (configuration.approval) {
    case 'never':
      return always.map(reasonOf);
    case 'required':
      return [
        'The configuration asks for approval of every contract.',
        ...incomplete.map(reasonOf),
      ];
    case 'when-incomplete':
      return incomplete.map(reasonOf);
  }
}

/** Stable words: an approval covers a reason for later versions too. */
const reasonOf = (finding: LintFinding): string => `${finding.place}: ${finding.message}`;

const NO_CRITERION: LintFinding = {
  rule: 'no-criterion',
  place: 'acceptance',
  message: 'Nothing says when the task is complete.',
  mend: 'Add acceptance criteria to the issue, or `/contract amend <what must be true>`.',
  severity: 'blocks',
};

const EVERYTHING = new Set(['*', '**', '**/*', '.', './**', '/']);

function lintScope(contract: Contract): LintFinding[] {
  const globs = contract.inScope.flatMap((entry) => entry.globs);
  const wide = globs.find((glob) => EVERYTHING.has(glob));
  if (contract.inScope.length === 0)
    return [
      hint(
        'empty-scope',
        'inScope',
        'Nothing says what may change.',
        'Name paths under a heading "Scope".',
      ),
    ];
  if (wide !== undefined)
    return [
      hint(
        'wide-scope',
        'inScope',
        `\`${wide}\` allows every path.`,
        'Name the paths the task is about.',
      ),
    ];
  return [];
}

function lintQuestions(contract: Contract): LintFinding[] {
  return contract.openQuestions
    .filter((question) => question.decision === null)
    .map(({ id, text, blocking }) =>
      blocking
        ? {
            rule: 'open-question' as const,
            place: id,
            message: `Only a decision answers it: ${text.slice(0, 300)}`,
            mend: 'Answer with `/contract decide <n>` or `/contract amend <what must be true>`.',
            severity: 'blocks' as const,
          }
        : hint('open-question', id, text.slice(0, 300), 'Answer it in a comment.'),
    );
}

const hint = (rule: LintRule, place: string, message: string, mend: string): LintFinding => ({
  rule,
  place,
  message,
  mend,
  severity: 'hint',
});
