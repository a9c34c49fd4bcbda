import type { Contract } from '../../schema/contract.ts';
import type { LintFinding } from './lint-contract-finding.ts';

const NEGATION =
  /\b(?:not|never|no|n['’]t|cannot|without)\b|n['’]t\b|(?<!\p{L})(?:nicht|kein(?:e[nrms]?)?|nie|ne|pas|jamais|não|nunca|non|mai)(?!\p{L})/giu;
const FILLERS = /\b(?:must|shall|should|do|does|is|are|be|will|may|the|a|an)\b/g;
/** One number in a sentence of plain words; in code and tables numbers are examples. */
const NUMBER = /(?<![\w.])\d+(?:\.\d+)?(?![\w.]*\w)/g;

/** Two active criteria of which one denies the other in the same words, or gives another number. */
export function contradictions(contract: Contract): LintFinding[] {
  const seen = new Map<string, { id: string; negated: boolean }>();
  const numbers = new Map<string, { id: string; number: string }>();
  const findings: LintFinding[] = [];
  for (const { id, statement, status } of contract.acceptance) {
    if (status !== 'active') continue;
    const negated = (statement.match(NEGATION)?.length ?? 0) % 2 === 1;
    const key = keyOf(statement.replace(NEGATION, ' '));
    const other = seen.get(key);
    if (other && other.negated !== negated)
      findings.push(contradiction(other.id, id, 'One denies the other.', 'blocks'));
    if (!other) seen.set(key, { id, negated });

    const [number, more] = /[`"'|]/.test(statement) ? [] : (statement.match(NUMBER) ?? []);
    if (number === undefined || more !== undefined) continue;
    const about = `${negated}${keyOf(statement.replace(NUMBER, ' '))}`;
    const told = numbers.get(about);
    if (told && told.number !== number)
      findings.push(contradiction(told.id, id, `They give ${told.number} and ${number}.`, 'asks'));
    if (!told) numbers.set(about, { id, number });
  }
  return findings;
}

const keyOf = (statement: string): string =>
  statement
    .toLowerCase()
    .replace(FILLERS, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const contradiction = (
  one: string,
  other: string,
  message: string,
  severity: LintFinding['severity'],
): LintFinding => ({
  rule: 'contradiction',
  place: `${one}, ${other}`,
  message,
  mend: `Say which one holds: \`/contract amend remove ${one}\` or \`… remove ${other}\`.`,
  severity,
});
