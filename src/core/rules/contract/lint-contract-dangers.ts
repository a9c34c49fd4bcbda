import type { Contract } from '../../schema/contract.ts';
import { irreversibleDemand } from '../irreversible/irreversible-operations.ts';
import type { LintFinding } from './lint-contract-finding.ts';

/** Every contract carries these; they say nothing about this task. */
const BUILT_IN =
  /^STOP (?:if the change touches (?:workflows|files that configure)|while a question)/;

/** Work that nobody can take back, without a rule of when to stop. */
export function lintDangers(contract: Contract): LintFinding[] {
  const own = contract.stopRules.filter(({ text }) => !BUILT_IN.test(text));
  if (own.length > 0) return [];
  const texts: (readonly [string, string])[] = [
    ...contract.acceptance
      .filter((criterion) => criterion.status === 'active')
      .map((criterion) => [criterion.id, criterion.statement] as const),
    ['goal', contract.goal] as const,
  ];
  const [found] = texts.flatMap(([place, text]) => {
    const demand = irreversibleDemand(text);
    return demand ? [{ place, words: demand.words }] : [];
  });
  if (!found) return [];
  return [
    {
      rule: 'irreversible-without-stop-rule',
      place: found.place,
      message: `"${found.words}" cannot be undone, and no stop rule says when to leave it.`,
      mend: 'Add a part "Stop if" that names the path, command or event at which work must end.',
      severity: 'asks',
    },
  ];
}

/** Stop rules that only a reviewer could notice, where there is none. */
export function lintStopRules(contract: Contract): LintFinding[] {
  return contract.stopRules
    .filter(({ detector }) => detector.kind === 'review')
    .map(({ id, text }) => ({
      rule: 'stop-rule-without-detector' as const,
      place: id,
      message: `Nothing notices by itself when it is reached: "${text.slice(0, 200)}"`,
      mend: 'Name in backticks the paths that would be touched, or set `models.review`; else a person is asked before delivery.',
      severity: 'asks' as const,
    }));
}
