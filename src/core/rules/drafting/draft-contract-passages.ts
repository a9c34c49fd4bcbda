import type { Block } from '../text/read-markdown.ts';
import { cellsOf } from '../text/visible-text-tables.ts';

/** One paragraph, list item, row or block of code of an issue, as drafting reads it. */
export interface Passage {
  kind: 'words' | 'item' | 'row' | 'code';
  /** Verbatim as it stands in the visible text. */
  text: string;
  /** Of a list item: `[x]`, which its author calls done, or `[ ]`. Null without a checkbox. */
  checked: boolean | null;
  /** Numbers of the list items it stands in, outermost first. */
  items: readonly number[];
  /** Of a row: its cells, and the head’s. */
  row: { cells: string[]; head: string[] } | null;
  /** Of fenced code: its first word, in lower case; `` for none. Null for code that is only indented. */
  language: string | null;
  /** Of code: what stands in the text between the line before and the code, verbatim. Null when a block stands between. */
  before: string | null;
  /** Of a list item right below another: the verbatim text from the end of that one to its own start. Else null. */
  gap: string | null;
}

const CHECKBOX = /^\[([ xX])\]\s+/;
/** What an issue form leaves where nothing was said. */
const NOTHING_SAID =
  /^[_*]*(?:no response|n\/?a|none|nothing|-+|\.+|tbd|keine(?: angabe)?|aucune?|ninguno|nenhum|なし|无)[_*]*\.?$/i;
/** Boxes and lines in which the reporter speaks of themselves or of what they did before. */
const ABOUT_THE_REPORTER =
  /^(?:i (?!want|need|would like|['’]d like)|i['’](?:m|ve|ll)\b|yes,? i\b|my\b|this is not\b|search(?:ed)? (?:for )?(?:existing|the)|ich\b|j['’](?!aimerais)|je\b(?! (?:veux|voudrais))|he \p{L}+(?:ado|ido|to|cho)\b|yo\b|estoy\b|eu\b|(?:li|pesquisei|verifiquei|procurei|busquei|estou)\b|ho \p{L}+(?:ato|ito|uto|to)\b|.*\b(?:code of conduct|contributing guide(?:lines)?|(?:existing|similar|duplicate) issues|duplicates?|latest version)\b|我(?:已|确认|同意)|(?:既存|同様)の)/iu;

/** The passages of blocks that belong together. Quotes are left out: they are somebody else’s words. */
export function passagesOf(blocks: readonly Block[], lines: readonly string[]): Passage[] {
  const passages: Passage[] = [];
  let last: Block | null = null;
  const seen = new Set<number>();
  let head: string[] = [];
  for (const block of blocks) {
    if (block.quoted || block.kind === 'rule' || block.kind === 'heading') continue;
    const passage = { ...passageOf(block, seen), ...placeOf(block, last, lines) };
    last = block;
    for (const item of block.items) seen.add(item);
    if (block.row?.head) head = cellTexts(block.text);
    else if (block.row)
      passages.push({ ...passage, kind: 'row', row: { cells: cellTexts(block.text), head } });
    else passages.push(...bulletsIn(passage).filter(saysSomething));
  }
  return passages;
}

/** Bullets that Markdown does not know, at the start of a line: "• a", "☐ b", "[ ] c", "1) d", "2.e". */
const BULLET =
  /^[ \t]*(?:[•◦‣▪●○·–—☐⬜🔲☑✅✔]️?|->|→|\[[ xX]?\]|[(（]?\d{1,2}(?:[)）、]|\.(?=\D)))[ \t]*(?=\S)/u;
const DONE = /[☑✅✔]|\[[xX]\]/u;
const BOX = /[☐⬜🔲☑✅✔]|\[[ xX]?\]/u;

/** A paragraph of which two lines or more begin with such a bullet is a list; lines before them introduce it. */
function bulletsIn(passage: Passage): Passage[] {
  const lines = passage.kind === 'words' ? passage.text.split('\n') : [];
  if (lines.filter((line) => BULLET.test(line)).length < 2) return [passage];
  const parts: Passage[] = [];
  for (const line of lines) {
    const marker = BULLET.exec(line)?.[0];
    const last = parts.at(-1);
    if (marker === undefined && last) last.text += `\n${line}`;
    else {
      const checked = marker && BOX.test(marker) ? DONE.test(marker) : null;
      const kind = marker === undefined ? 'words' : 'item';
      const gap = last ? `\n${marker ?? ''}` : passage.gap;
      parts.push({ ...passage, kind, text: line.slice(marker?.length ?? 0), checked, gap });
    }
  }
  return parts;
}

function passageOf(block: Block, seen: ReadonlySet<number>): Passage {
  const own = block.items.at(-1);
  const starts = block.kind === 'paragraph' && own !== undefined && !seen.has(own);
  const box = starts ? CHECKBOX.exec(block.text) : null;
  return {
    kind: block.kind === 'code' ? 'code' : starts ? 'item' : 'words',
    text: block.text.slice(box?.[0].length ?? 0),
    checked: box ? box[1] !== ' ' : null,
    items: block.items,
    row: null,
    language: block.info === null ? null : (block.info.split(/[\s,{]/)[0]?.toLowerCase() ?? ''),
    before: null,
    gap: null,
  };
}

/** How a block follows the one before, where nothing but blank lines lies between. */
function placeOf(
  block: Block,
  last: Block | null,
  lines: readonly string[],
): Pick<Passage, 'before' | 'gap'> {
  const between = last ? lines.slice(last.to, block.from) : ['x'];
  const close = between.every((line) => line.trim() === '');
  // A last line with blanks behind it would not read like the words that were taken from it.
  const clean = last !== null && lines[last.to - 1]?.endsWith(last.text.slice(-1)) === true;
  if (!close || !clean) return { before: null, gap: null };
  const own = (lines[block.from] ?? '').slice(0, block.columns[0]);
  return {
    before: block.kind === 'code' ? between.map((line) => `${line}\n`).join('') : null,
    gap: between.length === 0 ? `\n${own}` : null,
  };
}

function saysSomething(passage: Passage): boolean {
  if (passage.kind === 'code') return true;
  const text = passage.text.trim();
  const isForm = passage.checked !== null && ABOUT_THE_REPORTER.test(text);
  return /[\p{L}\p{N}]/u.test(text) && !NOTHING_SAID.test(text) && !isForm;
}

const cellTexts = (line: string): string[] =>
  cellsOf(line, 0).map(({ from, to }) => line.slice(from, to).trim());
