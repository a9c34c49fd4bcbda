import type { HiddenSpan } from '../../schema/snapshot.ts';
import { endOfReadable } from './bound-nesting.ts';
import { countHidden, type HiddenCounts, stripInvisible } from './visible-text-characters.ts';
import { stripMarkup } from './visible-text-markup.ts';

export interface VisibleText {
  /** What a person sees, as Markdown with LF line endings; code stays code. */
  text: string;
  hidden: HiddenSpan[];
}

/** GitHub’s own limit for a body or comment, in UTF-16 units. */
const LONGEST_BODY = 65_536;
const PASSES = 4;

/**
 * What a person sees of a Markdown text (threats 9 and 12). Hidden text is left out and counted: HTML comments and tags,
 * collapsed details, link definitions, invisible characters. Where only a complete renderer could tell whether something
 * shows, it counts as hidden; so does what follows more lists, quotes and tables than a person writes. Linear in the length; applying it twice changes nothing.
 */
export function visibleText(raw: string, cap = LONGEST_BODY): VisibleText {
  const hidden: HiddenCounts = new Map();
  let text = raw.length > cap ? cut(raw, cap, hidden) : raw;
  text = stripInvisible(text.replace(/\r\n?/g, '\n'), hidden).replace(/^[ \t]+$/gm, '');
  const end = endOfReadable(text);
  countHidden(hidden, 'truncated', text.length - end);
  text = text.slice(0, end);
  for (let pass = 0; ; pass += 1) {
    const stripped = stripMarkup(text, hidden);
    if (stripped === text) break;
    // What is left after a span went may read as markup again. Text built for that loses its markup characters.
    text = pass < PASSES ? stripped : disarm(stripped);
  }
  return { text, hidden: [...hidden].map(([kind, count]) => ({ kind, count })) };
}

/** GitHub takes titles of 256 characters; payloads from elsewhere may hold more. */
const LONGEST_TITLE = 1024;

/** What a person sees of a title: GitHub shows it as plain text, so only what is invisible is left out. */
export function visibleTitle(raw: string): VisibleText {
  const hidden: HiddenCounts = new Map();
  const text = raw.length > LONGEST_TITLE ? cut(raw, LONGEST_TITLE, hidden) : raw;
  const plain = stripInvisible(text.replace(/\s+/g, ' ').trim(), hidden);
  return { text: plain, hidden: [...hidden].map(([kind, count]) => ({ kind, count })) };
}

/** Cuts without leaving half of a surrogate pair. */
function cut(raw: string, cap: number, hidden: HiddenCounts): string {
  const inPair = raw.codePointAt(cap - 1) !== raw.charCodeAt(cap - 1);
  const end = inPair ? cap - 1 : cap;
  countHidden(hidden, 'truncated', raw.length - end);
  return raw.slice(0, end);
}

function disarm(text: string): string {
  return text.replace(
    /[<[&]/g,
    (character) => ({ '<': '‹', '[': '⁅', '&': '＆' })[character] ?? '',
  );
}
