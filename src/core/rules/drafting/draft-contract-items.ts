import type { Passage } from './draft-contract-passages.ts';
import { scenariosIn } from './draft-contract-scenarios.ts';
import { sentencesIn } from './draft-contract-wording.ts';

/** Code longer than that illustrates; it states nothing. */
const LONGEST_CODE = 1500;

/** One list item, sentence, row or scenario, verbatim as it stands in the visible text. */
export interface Item {
  quote: string;
  /** Where it comes from decides how it is read: a sentence may only describe, a scenario always demands. */
  form: 'item' | 'sentence' | 'row' | 'scenario' | 'code';
  /** `[x]`: its author calls it done. Null without a checkbox. */
  checked: boolean | null;
  /** Holds today by its own words: a row whose value is the one it has. */
  holds: boolean;
  /** Left out by its own row: its priority is "won't". */
  excluded: boolean;
}

export const item = (quote: string, form: Item['form'], own: Partial<Item> = {}): Item => ({
  quote,
  form,
  checked: null,
  holds: false,
  excluded: false,
  ...own,
});

/**
 * All that a part says, cut into single statements: scenarios, list leaves, rows of tables, sentences. In a `demanding`
 * part a table states something whatever its columns are called.
 */
export function itemsOf(passages: readonly Passage[], demanding = false): Item[] {
  const { scenarios, rest } = scenariosIn(passages);
  const groups = new Set(
    rest.flatMap((one) => (one.kind === 'item' ? one.items.slice(0, -1) : [])),
  );
  const items = rest.flatMap((passage, at): Item[] => {
    switch (passage.kind) {
      case 'item':
        return leaf(passage, groups, rest[at + 1]);
      case 'row':
        return rowItem(passage, demanding);
      case 'words':
        return sentenceItems(passage, rest[at + 1]);
      default:
        return [];
    }
  });
  return [...scenarios.map((quote) => item(quote, 'scenario')), ...items];
}

/** A short item, or one that ends in a colon, only groups the ones below it. */
function leaf(passage: Passage, groups: ReadonlySet<number>, next: Passage | undefined): Item[] {
  const text = passage.text.trim();
  const short = /[:：]$/.test(text) || text.split(/\s+/, 5).length <= 4;
  if (short && groups.has(passage.items.at(-1) ?? 0)) return [];
  const introduced = introducedCode(text, passage, next);
  return [item(introduced ?? text, 'item', { checked: passage.checked })];
}

/** Shows what was said, and says nothing of its own. */
const EXEMPLIFIES =
  /^\W*(?:(?:for |an? |some )?(?:examples?|instance|samples?|usage)|e\.g\.?|beispiele?|zum beispiel|par exemple|exemples?|(?:por )?ejemplos?|(?:por )?exemplos?|例)\W*[:：]$/i;

function sentenceItems(passage: Passage, next: Passage | undefined): Item[] {
  const sentences = sentencesIn(passage.text);
  const last = sentences.at(-1);
  if (last !== undefined && EXEMPLIFIES.test(last)) sentences.pop();
  else if (last !== undefined && /[:：]$/.test(last)) {
    // What ends in a colon is only half a sentence: the code below it is the rest, or a list that stands for itself.
    const introduced = introducedCode(last, passage, next);
    sentences.splice(-1, 1, ...(introduced === null ? [] : [introduced]));
  }
  return sentences.map((quote) => item(quote, 'sentence'));
}

/** "It should print:" and the block below it, verbatim with what stands between; null when there is none. */
function introducedCode(
  sentence: string,
  passage: Passage,
  next: Passage | undefined,
): string | null {
  if (!/[:：]$/.test(sentence) || next?.kind !== 'code' || !isShort(next.text)) return null;
  return next.before === null || !passage.text.endsWith(sentence)
    ? null
    : `${sentence}\n${next.before}${next.text}`;
}

const SHOULD_BE = /should be|expect|new|after|soll|attendu|esperad|nachher|期待|期望|预期/i;
const TODAY = /today|current|actual|now|before|\bis\b|ist|actuel|atual|heute|現在|当前|现在/i;
const STATES =
  /requirement|criteri|acceptance|expected behaviou?r|must|statement|anforderung|exigence|requisito|要件|需求/i;

/** A row states what its telling column says; beside a column for today, what does not change holds already. */
function rowItem({ text, row }: Passage, demanding: boolean): Item[] {
  if (!row || row.cells.every((cell) => cell === '')) return [];
  const rank = row.cells.findIndex((cell) => RANK.test(cell));
  if (rank !== -1) return rankedRow(row, rank);
  const states = row.head.findIndex((cell) => STATES.test(cell));
  if (states !== -1) {
    const cell = row.cells[states] ?? '';
    return cell === '' ? [] : [item(cell, 'row')];
  }
  const wanted = row.head.findIndex((cell) => SHOULD_BE.test(cell));
  if (wanted === -1) return plainRow(row, text, demanding);
  const today = row.head.findIndex((cell, at) => at !== wanted && TODAY.test(cell));
  const same = today !== -1 && row.cells[today] === row.cells[wanted];
  return [item(text.trim(), 'row', { holds: same })];
}

/** A column that says what is allowed makes each row a rule. */
const RULES =
  /^(?:(?:validation|business) )?(?:rules?|validations?|constraints?|allowed(?: values)?|regeln?|règles?|reglas?|regras?|規則|规则)$/i;

const SAYS =
  /description|what|rule|behaviou?r|condition|case|task|item|beschreibung|descripci|descri[çc]|説明|描述|说明/i;

/** Without a telling column: the one that describes, or, of a numbered requirement, its longest cell. */
function plainRow(
  row: { cells: string[]; head: string[] },
  text: string,
  demanding: boolean,
): Item[] {
  const numbered = isRequirementId(row.cells[0] ?? '');
  if (!numbered && row.head.some((cell) => RULES.test(cell))) return [item(text.trim(), 'row')];
  if (!demanding && !numbered) return [];
  const says = row.head.findIndex((cell) => SAYS.test(cell));
  const longest = row.cells.reduce((most, cell) => (cell.length > most.length ? cell : most), '');
  if (says !== -1 && (numbered || row.head.length > 2)) return cellItem(row.cells[says]);
  return numbered ? cellItem(longest) : [item(text.trim(), 'row')];
}

const RANK =
  /^[*_`]{0,2}(?:must|should|shall|could|won['’]?t|may|required|optional)(?:[- ]have)?[*_`]{0,2}$/i;

/** A row whose priority is a cell of its own: "must" demands, "won't" leaves out, and what could be is no criterion. */
function rankedRow({ cells, head }: { cells: string[]; head: string[] }, rank: number): Item[] {
  const others = cells.map((cell, at) => (at === rank ? '' : cell));
  const said = head.findIndex((cell, at) => at !== rank && (STATES.test(cell) || SAYS.test(cell)));
  const longest = others.reduce((most, cell) => (cell.length > most.length ? cell : most), '');
  const quote = said === -1 || !others[said] ? longest : (others[said] ?? '');
  const word = (cells[rank] ?? '').toLowerCase();
  if (quote === '' || /could|may|optional/.test(word)) return [];
  return [item(quote, 'row', { excluded: word.includes('won') })];
}

const cellItem = (cell = ''): Item[] => (cell === '' ? [] : [item(cell, 'row')]);

const REQUIREMENT_ID =
  /^[*_`[(]{0,3}(?:AC|REQ|FR|NFR|BR|R)[-_. ]?\d{1,4}(?:\.\d{1,3})?[\])*_`]{0,3}(?:\s*[:.)–—-]|\s|$)/;

/** "AC-2", "REQ 7": who numbers a statement so states a requirement, wherever it stands. */
export const isRequirementId = (text: string): boolean => REQUIREMENT_ID.test(text);

/** Code that stands alone in a part about what is expected is what is expected. */
export function codeItems(passages: readonly Passage[]): Item[] {
  return passages
    .filter((passage) => passage.kind === 'code' && isShort(passage.text))
    .map((passage) => item(passage.text.trim(), 'code'));
}

const isShort = (code: string): boolean => code.trim().length > 0 && code.length <= LONGEST_CODE;

/** A quote as one line of prose: white space collapsed, emphasis left as it is, a block of code as code in a line. */
export function statementOf(quote: string): string {
  return quote
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 2000)
    .replace(/(^| )```[\w-]{0,20} ([^`]+) ```$/, '$1`$2`')
    .toWellFormed();
}
