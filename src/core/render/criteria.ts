import { latestEvidence } from '../rules/evidence/completion.ts';
import { codeSpan, inline } from '../rules/text/neutralise.ts';
import type { Check } from '../schema/check.ts';
import type { Criterion } from '../schema/contract.ts';
import type { Evidence } from '../schema/evidence.ts';
import type { Digest } from '../schema/scalars.ts';

/** What is shown as a criterion’s state: its worst check. */
export type CriterionState = 'pass' | 'fail' | 'stale' | 'open';

const ICONS: Record<CriterionState, string> = {
  pass: '✅ pass',
  fail: '❌ fail',
  stale: '🕰️ stale',
  open: '⬜ open',
};

/** What a check does, in a few words. */
function describeCheck(check: Check): string {
  switch (check.kind) {
    case 'command':
      return codeSpan(check.argv.join(' '), 120);
    case 'named-test':
      return `test ${codeSpan(check.test, 120)}`;
    case 'same-output':
      return `same output as before: ${inline(check.what, 120)}`;
    case 'unchanged-paths':
      return `no change in ${check.globs.map((glob) => codeSpan(glob, 80)).join(', ')}`;
    case 'review':
      return `reviewer: ${inline(check.question, 200)}`;
  }
}

/** The state people see. Evidence made under another contract is shown as stale, whatever it said. */
function criterionState(
  criterion: Criterion,
  evidence: readonly Evidence[],
  contractHash: Digest | null,
): CriterionState {
  const states = criterion.checks.map((check): CriterionState => {
    const item = latestEvidence(evidence, criterion.id, check.id);
    if (!item) return 'open';
    return item.contractHash === contractHash ? item.result : 'stale';
  });
  const worst = (['fail', 'stale', 'open'] as const).find((state) => states.includes(state));
  return worst ?? (states.length > 0 ? 'pass' : 'open');
}

/** Rows of the table of criteria; superseded and retired ones are named, for their ids stay. */
export function criteriaRows(
  criteria: readonly Criterion[],
  evidence: readonly Evidence[],
  contractHash: Digest | null,
): string[] {
  return criteria.map((criterion) => {
    if (criterion.status !== 'active') {
      const by = criterion.supersededBy ? ` by ${criterion.supersededBy}` : '';
      return `| ~~${criterion.id}~~ | _${criterion.status}${by}_ | | |`;
    }
    const state = ICONS[criterionState(criterion, evidence, contractHash)];
    const checks = criterion.checks.map(describeCheck).join('<br>') || '_no check yet_';
    return `| ${criterion.id} | ${statementCell(criterion)} | ${checks} | ${state} |`;
  });
}

/** Statement and, below it, the words of the request it comes from. */
function statementCell(criterion: Pick<Criterion, 'statement' | 'source' | 'guard'>): string {
  const { statement, source, guard } = criterion;
  const origin = source
    ? `<br><sub>“${inline(source.text, 200)}” (${showSource(source.source)})</sub>`
    : `<br><sub>${guard ? 'kept green by every task' : 'assumed; nobody said so'}</sub>`;
  return `${inline(statement, 500)}${origin}`;
}

/** `comment:issue:502` as people say it. */
export function showSource(source: string): string {
  const [kind, , id] = source.split(':');
  return kind === 'comment' ? `comment ${id}` : `the issue’s ${source}`;
}
