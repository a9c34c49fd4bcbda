import type { Quote } from '../../schema/contract.ts';
import type { Source } from '../../schema/snapshot.ts';
import { isAuthorised } from '../request/authority.ts';

const SHORTEST = 2;
const LONGEST = 2000;

/**
 * Where a quote stands verbatim in text that carries authority; null when it does not. White space may differ (models
 * join lines): the quote that is kept is then the source’s own wording.
 */
export function groundQuote(quote: string, sources: readonly Source[]): Quote | null {
  const wanted = quote.trim();
  if (wanted.length < SHORTEST || wanted.length > LONGEST) return null;
  for (const source of sources) {
    if (!isAuthorised(source)) continue;
    const text = source.text.includes(wanted) ? wanted : looselyIn(source.text, wanted);
    if (text !== null && text.length <= LONGEST) return { source: source.id, text };
  }
  return null;
}

/** The stretch of `text` that reads like `wanted` when white space is collapsed. Linear. */
function looselyIn(text: string, wanted: string): string | null {
  const words = collapse(wanted);
  const { collapsed, origin } = collapseWithOrigin(text);
  const at = collapsed.indexOf(words);
  if (at === -1) return null;
  const start = origin[at] as number;
  const end = (origin[at + words.length - 1] as number) + 1;
  return text.slice(start, end);
}

const collapse = (text: string): string => text.replace(/\s+/g, ' ').trim();

function collapseWithOrigin(text: string): { collapsed: string; origin: number[] } {
  const kept: string[] = [];
  const origin: number[] = [];
  let space = true;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] as string;
    const blank = /\s/.test(character);
    if (blank && space) continue;
    kept.push(blank ? ' ' : character);
    origin.push(at);
    space = blank;
  }
  return { collapsed: kept.join(''), origin };
}
