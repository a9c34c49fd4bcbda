import type { Configuration } from '../schema/configuration.ts';
import type { Contract } from '../schema/contract.ts';
import { lintCriterion } from './lint-contract-criterion.ts';
import type { LintFinding } from './lint-contract-finding.ts';

/** What must hold of every contract (design §4): checks, scope, no contradiction, nothing silently a requirement. */
export function lintContract(contract: Contract): LintFinding[] {
  const active = contract.acceptance.filter((criterion) => criterion.status === 'active');
  return [
    ...(active.length === 0 ? [NO_CRITERION] : []),
    ...active.flatMap(lintCriterion),
    ...contradictions(contract),
    ...lintScope(contract),
    ...lintStopRules(contract),
    ...lintQuestions(contract),
  ];
}

/**
 * Why a person must approve this contract; empty when nobody needs to. A command from the text runs after
 * approval only, whatever the configuration says.
 */
export function approvalNeeded(
  _contract: Contract,
  findings: readonly LintFinding[],
  configuration: Pick<Configuration, 'approval'>,
): string[] {
  const always = findings.filter((finding) => finding.rule === 'command-from-issue');
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

const NEGATION = /\b(?:not|never|no|n['’]t|cannot|without)\b|n['’]t\b/gi;

/** Two active criteria of which one denies the other in the same words. */
function contradictions(contract: Contract): LintFinding[] {
  const seen = new Map<string, { id: string; negated: boolean }>();
  const findings: LintFinding[] = [];
  for (const { id, statement, status } of contract.acceptance) {
    if (status !== 'active') continue;
    const negations = statement.match(NEGATION)?.length ?? 0;
    const key = statement
      .toLowerCase()
      .replace(NEGATION, ' ')
      .replace(/\b(?:must|shall|should|do|does|is|are|be)\b/g, ' ')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
    const other = seen.get(key);
    const negated = negations % 2 === 1;
    if (other && other.negated !== negated)
      findings.push({
        rule: 'contradiction',
        place: `${other.id}, ${id}`,
        message: 'One denies the other.',
        mend: `Say which one holds: \`/contract amend remove ${other.id}\` or \`… remove ${id}\`.`,
        severity: 'blocks',
      });
    if (!other) seen.set(key, { id, negated });
  }
  return findings;
}

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

function lintStopRules(contract: Contract): LintFinding[] {
  return contract.stopRules
    .filter(({ detector }) => detector.kind === 'review')
    .map(({ id }) =>
      hint(
        'stop-rule-by-review',
        id,
        'Only a reviewer can notice it.',
        'Name the paths or the command that would show it.',
      ),
    );
}

function lintQuestions(contract: Contract): LintFinding[] {
  return contract.openQuestions
    .filter((question) => question.decision === null)
    .map(({ id, text, blocking }) =>
      blocking
        ? {
            rule: 'open-question',
            place: id,
            message: `Only a decision answers it: ${text.slice(0, 300)}`,
            mend: 'Answer with `/contract decide <n>` or `/contract amend <what must be true>`.',
            severity: 'blocks' as const,
          }
        : hint('open-question', id, text.slice(0, 300), 'Answer it in a comment.'),
    );
}

const hint = (rule: string, place: string, message: string, mend: string): LintFinding => ({
  rule,
  place,
  message,
  mend,
  severity: 'hint',
});
