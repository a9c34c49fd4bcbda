import type { Check } from '../../schema/check.ts';
import type { DraftedCheck, DraftedCriterion } from '../../schema/draft.ts';
import { RepositoryPath } from '../../schema/scalars.ts';
import { narrowCheck } from '../discovery/narrow-check.ts';
import { readMarkdown } from '../text/read-markdown.ts';

/** An acceptance test that a person wrote into the issue. */
export interface WrittenOracle {
  path: string;
  content: string;
  /** The line that names the file, verbatim. */
  quote: string;
}

const LABEL = /(?:acceptance|oracle)[ -]test\b[^`\n]{0,40}`([^`\n]{3,200})`[ \t]*:?[ \t]*$/i;
const MOST = 10;

/**
 * Acceptance tests in an issue: a fenced block whose info names a file after its language (`js test/x.test.js`), or one
 * below a line such as "Acceptance test: `test/x.test.js`".
 */
export function oraclesIn(text: string): WrittenOracle[] {
  const lines = text.split('\n');
  const oracles: WrittenOracle[] = [];
  let above = '';
  for (const block of readMarkdown(text)) {
    if (block.info !== null && !block.quoted) {
      const named = /^\S+[ \t]+(\S+)$/.exec(block.info)?.[1];
      const path = named ?? LABEL.exec(above)?.[1];
      if (path !== undefined && isPlace(path))
        oracles.push({
          path,
          content: contentOf(lines.slice(block.from, block.to)),
          quote: named === undefined ? above.trim() : (lines[block.from] ?? '').trim(),
        });
    }
    above = block.kind === 'paragraph' ? (block.text.split('\n').at(-1) ?? '') : '';
  }
  return oracles.slice(0, MOST);
}

/** A file below a directory, or one with an ending: not an attribute such as `title="x"`. */
function isPlace(path: string): boolean {
  return /^[\w@.-]+(?:\/[\w@.-]+)*\.\w{1,8}$/.test(path) && RepositoryPath.safeParse(path).success;
}

/** Without the fences, and without the indentation of the list the block stands in. */
function contentOf(block: readonly string[]): string {
  const indent = /^[ \t]*/.exec(block[0] ?? '')?.[0].length ?? 0;
  const body = block.slice(1, /^\s*(?:`{3,}|~{3,})\s*$/.test(block.at(-1) ?? '') ? -1 : undefined);
  return `${body.map((line) => line.slice(Math.min(indent, /^[ \t]*/.exec(line)?.[0].length ?? 0))).join('\n')}\n`;
}

/** The check that lays the test over the result and runs it alone. */
function oracleCheck(oracle: WrittenOracle, suites: readonly Check[]): DraftedCheck | null {
  const narrow = narrowCheck(oracle.path, suites);
  if (!narrow) return null;
  return {
    kind: 'command',
    ...narrow,
    oracle: [{ path: oracle.path, content: oracle.content }],
    why: `The issue brings the acceptance test ${oracle.path}.`,
  };
}

/** An acceptance test is a criterion of its own: what it says must come true, whatever else is written. */
export function oracleCriteria(
  oracles: readonly WrittenOracle[],
  suites: readonly Check[],
): { criteria: DraftedCriterion[]; notes: string[] } {
  const criteria: DraftedCriterion[] = [];
  const notes: string[] = [];
  for (const oracle of oracles) {
    const check = oracleCheck(oracle, suites);
    if (check)
      criteria.push({
        statement: `The acceptance test \`${oracle.path}\` of the issue passes.`,
        quote: oracle.quote,
        expectation: 'becomes-true',
        checks: [check],
      });
    else notes.push(`No way is known to run the acceptance test ${oracle.path} of the issue.`);
  }
  return { criteria, notes };
}
