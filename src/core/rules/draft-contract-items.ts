import { sentencesOf } from './requirement-wording.ts';
import type { MarkdownLine } from './visible-text-lines.ts';

/** Code longer than that illustrates; it states nothing. */
const LONGEST_CODE = 1500;

/** One list item, sentence or scenario, verbatim as it stands in the visible text. */
export interface Item {
  quote: string;
  /** `[x]`: its author calls it done. Null without a checkbox. */
  checked: boolean | null;
}

const MARKER = /^(\s*)(?:[-*+]|\d{1,9}[.)])\s+(?:\[([ xX])\]\s+)?/;
const GIVEN =
  /^\s*(?:[-*+]\s+)?(?:\*\*)?(?:given|when|scenario(?: outline)?:|gegeben|wenn|étant donné|quand|dado|cuando|quando)\b/i;
const STEP =
  /^\s*(?:[-*+]\s+)?(?:\*\*)?(?:given|when|then|and|but|scenario(?: outline)?:|gegeben|wenn|dann|und|étant donné|quand|alors|et|dado|cuando|entonces|quando|então|y|e)\b/i;
const THEN = /^\s*(?:[-*+]\s+)?(?:\*\*)?(?:then|dann|alors|entonces|então)\b/i;
/** Boxes that issue templates put before the author. */
const TEMPLATE_BOX =
  /^(?:i (?:have|['’]ve|am|agree|understand|would|will|searched|checked|read)|i['’]ve|yes, i|this is not|search(?:ed)? (?:for )?(?:existing|the)|.*\b(?:code of conduct|contributing guide|existing issues|duplicate)\b)/i;

/** The list items of a part; wrapped and continued lines belong to their item. */
export function listItems(lines: readonly MarkdownLine[]): Item[] {
  const items: { lines: string[]; checked: boolean | null }[] = [];
  let open: { lines: string[]; checked: boolean | null } | null = null;
  for (const line of lines) {
    const marker = line.kind === 'text' && !line.quoted ? MARKER.exec(line.text) : null;
    if (marker) {
      const box = marker[2];
      open = {
        lines: [line.text.slice(marker[0].length)],
        checked: box === undefined ? null : box !== ' ',
      };
      items.push(open);
    } else if (open && line.kind === 'text' && /^\s+\S/.test(line.text)) open.lines.push(line.text);
    else if (line.text.trim() === '' || line.kind === 'code' || line.quoted) open = null;
    else if (open) open.lines.push(line.text);
  }
  return items
    .map(({ lines: own, checked }) => ({ quote: own.join('\n').trim(), checked }))
    .filter((item) => /[\p{L}\p{N}]/u.test(item.quote) && !TEMPLATE_BOX.test(item.quote));
}

/** Given/When/Then groups with a Then, as one item each, also when they are written as a list or in a fence. */
export function scenarios(lines: readonly MarkdownLine[]): Item[] {
  const groups: string[][] = [];
  let open: string[] | null = null;
  for (const line of lines) {
    const starts = /^\s*(?:[-*+]\s+)?(?:\*\*)?(?:given|scenario|gegeben|étant donné|dado)\b/i.test(
      line.text,
    );
    if (starts || (!open && GIVEN.test(line.text))) {
      if (!(open && starts && open.every((text) => /^\s*scenario/i.test(text)))) {
        open = [];
        groups.push(open);
      }
      open?.push(line.text);
    } else if (open && STEP.test(line.text)) open.push(line.text);
    else if (open && line.text.trim() !== '' && /^\s+\S/.test(line.text)) open.push(line.text);
    else open = null;
  }
  return groups
    .filter((group) => group.length > 1 && group.some((text) => THEN.test(text)))
    .map((group) => ({ quote: group.join('\n').trim(), checked: null }));
}

/** What a part demands: its scenarios, else its list items, else its sentences. */
export function itemsOf(lines: readonly MarkdownLine[]): Item[] {
  const given = scenarios(lines);
  if (given.length > 0) return given;
  const listed = listItems(lines);
  return listed.length > 0 ? listed : sentenceItems(lines);
}

/** The sentences of a part outside lists’ markers, code and quotes; one that ends in a colon takes the code it introduces along. */
export function sentenceItems(lines: readonly MarkdownLine[]): Item[] {
  const items: Item[] = [];
  for (let from = 0; from < lines.length; ) {
    const to = endOf(lines, from, (line) => line.kind === 'text');
    const run = lines.slice(from, to);
    const text = run.map((line) => line.text);
    const quotes = sentencesOf(run.map((line) => (line.quoted ? '' : line.text)).join('\n'));
    const codeEnd = endOf(lines, to, (line) => line.kind === 'code');
    const code = lines.slice(to, codeEnd);
    const last = quotes.at(-1);
    const introduced =
      last === undefined || code.some((line) => line.quoted)
        ? null
        : introducedBy(
            last,
            text,
            code.map((line) => line.text),
          );
    if (introduced !== null) quotes[quotes.length - 1] = introduced;
    items.push(...quotes.map((quote) => ({ quote, checked: null })));
    from = codeEnd;
  }
  return items;
}

/** Code that stands alone in a part about what is expected is what is expected. */
export function codeItems(lines: readonly MarkdownLine[]): Item[] {
  const blocks = new Set(lines.flatMap((line) => (line.block > 0 ? [line.block] : [])));
  return [...blocks]
    .map((block) => lines.filter((line) => line.block === block))
    .filter((code) => code.every((line) => !line.quoted))
    .map((code) => code.map((line) => line.text))
    .filter(isShort)
    .map((code) => ({ quote: code.join('\n').trim(), checked: null }));
}

function endOf(
  lines: readonly MarkdownLine[],
  from: number,
  belongs: (line: MarkdownLine) => boolean,
): number {
  const end = lines.slice(from).findIndex((line) => !belongs(line));
  return end === -1 ? lines.length : from + end;
}

/** "It should print:" and the block below it, verbatim with what stands between; null when there is none. */
function introducedBy(
  sentence: string,
  text: readonly string[],
  code: readonly string[],
): string | null {
  const at = text.findLastIndex((line) => line.trim() !== '');
  const ends = /[:：]$/.test(sentence) && text[at]?.endsWith(sentence.slice(-1));
  return ends && isShort(code) ? [sentence, ...text.slice(at + 1), ...code].join('\n') : null;
}

const isShort = (code: readonly string[]): boolean => {
  const { length } = code.join('\n').trim();
  return length > 0 && length <= LONGEST_CODE;
};

/** A quote as one line of prose: white space collapsed, emphasis left as it is, a block of code as code in a line. */
export function statementOf(quote: string): string {
  return quote
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 2000)
    .replace(/(^| )```[\w-]{0,20} ([^`]+) ```$/, '$1`$2`')
    .toWellFormed();
}
