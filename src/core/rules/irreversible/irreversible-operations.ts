import { ENGLISH_OPERATIONS } from './english-operations.ts';
import { BECAUSE, type OperationKind } from './operation-row.ts';
import { OTHER_OPERATIONS } from './other-operations.ts';
import { compilePhrase } from './phrases.ts';
import { COURTESY, THINGS, WRITING } from './words-around.ts';

/** An operation that no checkpoint takes back. */
export interface IrreversibleOperation {
  kind: OperationKind;
  /** The clause that told, as written. */
  words: string;
}

/** The one vocabulary of what cannot be undone. */
const ROWS = [...ENGLISH_OPERATIONS, ...OTHER_OPERATIONS].map((row) => ({
  ...row,
  compiled: row.language === 'cjk' ? [] : row.phrases.map(compilePhrase),
}));
type Row = (typeof ROWS)[number];

const CLAUSE_END =
  /[.;:!?\n,]+(?=\s|$)|(?<=^|\s)(?:and|then|und|dann|et|puis|y|luego|e|depois)(?=\s)/i;
const LONGEST_CLAUSE = 400;

/**
 * Operations that a task asks for (A10): migration, deletion, deployment, publishing. Reads clauses that begin with the
 * verb; deleting code is none, for git gives it back.
 */
export function irreversibleOperations(text: string): IrreversibleOperation[] {
  return clausesOf(text.slice(0, 50_000)).flatMap((clause) => {
    const row = atHead(clause, ({ heard }) => heard.task === 'head');
    return row ? [{ kind: row.kind, words: clause.slice(0, 100) }] : [];
  });
}

/** What a criterion or a goal says that cannot be undone: an order, or a phrase that leaves no other reading. */
export function irreversibleDemand(text: string): IrreversibleOperation | null {
  for (const clause of clausesOf(text.slice(0, 4000).replace(QUOTED, ' … '))) {
    const row =
      atHead(clause, ({ heard }) => heard.criterion === 'head') ??
      anywhere(clause, ({ heard }) => heard.criterion === 'anywhere');
    if (row) return { kind: row.kind, words: clause.slice(0, 100) };
  }
  return null;
}

/** In code or quotes stands a name: “clicking 'Delete'”, “`POST /revoke`”. */
const QUOTED = /`[^`]*`|"[^"]*"|“[^”]*”|(?<![\p{L}\d])'[^'\n]{1,80}'/gu;

/** Why a step of a plan cannot be undone; null when it can, or only writes the code or a test of such a thing. */
export function irreversibleAct(step: string): string | null {
  let writes = false;
  for (const clause of clausesOf(step)) {
    const head = headOf(wordsOf(clause));
    // What follows in the third person still speaks of the code that is written.
    writes = WRITING.has(head) || (writes && /(?:s|ing)$/.test(head));
    const row = anywhere(clause, ({ heard }) => heard.step === 'anywhere');
    const releases = head === 'create' && row?.kind === 'publishing';
    if (row && (!writes || releases)) return BECAUSE[row.kind];
  }
  return null;
}

function atHead(clause: string, heard: (row: Row) => boolean): Row | undefined {
  const words = wordsOf(clause);
  const at = headAt(words);
  if (words.slice(at + 1, at + 5).some((word) => THINGS.has(word))) return undefined;
  return ROWS.find((row) => heard(row) && row.compiled.some((phrase) => phrase(words, at)));
}

function anywhere(clause: string, heard: (row: Row) => boolean): Row | undefined {
  const words = wordsOf(clause);
  return ROWS.find(
    (row) =>
      heard(row) &&
      (row.language === 'cjk'
        ? row.phrases.some((phrase) => clause.includes(phrase))
        : row.compiled.some((phrase) => words.some((_, at) => phrase(words, at)))),
  );
}

const clausesOf = (text: string): string[] =>
  text.split(CLAUSE_END).map((clause) => clause.trim().slice(0, LONGEST_CLAUSE));

const wordsOf = (clause: string): string[] =>
  clause
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .split(/[^\p{L}\d-]+/u)
    .filter((word) => word !== '');

const headAt = (words: readonly string[]): number =>
  words.findIndex((word) => !COURTESY.has(word) && !/^[-\d]+$/.test(word));

const headOf = (words: readonly string[]): string => words[headAt(words)] ?? '';
