import type { Block } from '../text/read-markdown.ts';
import { kindOfHeading } from './draft-contract-headings.ts';
import { plainHeading } from './plain-headings.ts';

/** Bold lines lie below real headings, `Label:` lines below those. */
const BOLD_LEVEL = 7;
export const LABEL_LEVEL = 8;

const BOLD_ALONE = /^(?:\*\*|__)([^*_]{2,100})(?:\*\*|__)[ \t]*[:：]?[ \t]*$/;
const LABEL = String.raw`(?:\*\*|__)?([\p{L}][^\n:：*_.!?,，、]{0,60}?(?:\([^()\n]{0,60}\))?)(?:\*\*|__)?`;
/** `Expected: …`, `**Where**: …`, at the start of a line or after a sentence. Five words at most. */
const INLINE_LABEL = new RegExp(
  String.raw`(?:^|(?<=[.!?。)][ \t]+)|(?<=\n[ \t]*))${LABEL}[ \t]*[:：](?:\*\*|__)?(?=\s|$)[ \t]*`,
  'gu',
);
const MOST_LABEL_WORDS = 5;
/** In one paragraph. */
const MOST_LABELS = 50;

interface Piece {
  heading: string | null;
  level: number;
  text: string;
}

/** In a list item a label is part of what it says. */
export function piecesOf({ text, items }: Block): Piece[] {
  const pieces: Piece[] = [{ heading: null, level: 0, text: '' }];
  let gathered: string[] = [];
  const close = () => {
    const last = pieces.at(-1) as Piece;
    last.text = gathered.join('\n');
    gathered = [];
  };
  for (const line of text.split('\n')) {
    const bold =
      BOLD_ALONE.exec(line.trim())?.[1] ??
      (items.length === 0 ? plainHeading(line) : null) ??
      undefined;
    if (bold === undefined) {
      gathered.push(line);
      continue;
    }
    close();
    pieces.push({ heading: bold, level: BOLD_LEVEL, text: '' });
  }
  close();
  return items.length > 0 ? pieces : pieces.flatMap(splitLabels);
}

function splitLabels(piece: Piece): Piece[] {
  const labels = [...piece.text.matchAll(INLINE_LABEL)]
    .slice(0, MOST_LABELS)
    .filter(([, label = '']) => isLabel(label));
  const starts = labels.map((match) => match.index);
  const first = { ...piece, text: piece.text.slice(0, starts[0]) };
  const others = labels.map((match, index) => ({
    heading: match[1] ?? '',
    level: LABEL_LEVEL,
    text: piece.text.slice(match.index + match[0].length, starts[index + 1]),
  }));
  return [first, ...others];
}

/** Labels that ask for what stands behind them. */
export const DEMAND =
  /^(?:please|wanted|needed|todo|to do|we (?:want|need)|better|correct(?: would be)?|should (?:be|read|say)|bitte|besser|richtig|por favor|correcto|merci de)$/i;

/** Whether words before a colon are a label that drafting knows. */
export function isLabel(label: string): boolean {
  const words = label.replace(/\([^()]*\)/g, '').trim();
  if (words.split(/\s+/).length > MOST_LABEL_WORDS) return false;
  return kindOfHeading(words) !== 'text' || DEMAND.test(words);
}
