import type { HiddenSpan } from '../../schema/snapshot.ts';

type Kind = HiddenSpan['kind'];

/** Counts what was left out, by kind. */
export type HiddenCounts = Map<Kind, number>;

export function countHidden(hidden: HiddenCounts, kind: Kind, count = 1): void {
  if (count > 0) hidden.set(kind, (hidden.get(kind) ?? 0) + count);
}

/** First and last code point of characters that show nothing, after Unicode’s Default_Ignorable and Cc. */
const INVISIBLE: readonly (readonly [number, number, Kind])[] = [
  [0x00, 0x08, 'control-character'],
  [0x0b, 0x1f, 'control-character'],
  [0x7f, 0x9f, 'control-character'],
  [0xad, 0xad, 'zero-width'],
  [0x34f, 0x34f, 'zero-width'],
  [0x61c, 0x61c, 'bidi-control'],
  [0x115f, 0x1160, 'zero-width'],
  [0x17b4, 0x17b5, 'zero-width'],
  [0x180b, 0x180d, 'variation-selector'],
  [0x180e, 0x180e, 'zero-width'],
  [0x180f, 0x180f, 'variation-selector'],
  [0x200b, 0x200d, 'zero-width'],
  [0x200e, 0x200f, 'bidi-control'],
  [0x2028, 0x2029, 'control-character'],
  [0x202a, 0x202e, 'bidi-control'],
  [0x2060, 0x2065, 'zero-width'],
  [0x2066, 0x206f, 'bidi-control'],
  [0x3164, 0x3164, 'zero-width'],
  [0xd800, 0xdfff, 'control-character'],
  [0xfe00, 0xfe0f, 'variation-selector'],
  [0xfeff, 0xfeff, 'zero-width'],
  [0xffa0, 0xffa0, 'zero-width'],
  [0xfff0, 0xfffb, 'control-character'],
  [0x1bca0, 0x1bca3, 'zero-width'],
  [0x1d173, 0x1d17a, 'zero-width'],
  [0xe0000, 0xe00ff, 'tag-characters'],
  [0xe0100, 0xe01ef, 'variation-selector'],
  [0xe01f0, 0xe0fff, 'tag-characters'],
];

/** Which kind of invisible character this code point is; null for one that can be seen. */
function invisibleKind(point: number): Kind | null {
  if (point >= 0x20 && point < 0x7f) return null;
  for (const [first, last, kind] of INVISIBLE) {
    if (point < first) return null;
    if (point <= last) return kind;
  }
  return null;
}

/** Removes characters that show nothing. Line feeds and tabs stay. */
export function stripInvisible(text: string, hidden: HiddenCounts): string {
  // Most text is plain: one native scan decides, so that the loop below is rarely needed.
  if (!/[^\n\t\x20-\x7e]/.test(text)) return text;
  let kept = '';
  let from = 0;
  for (let at = 0; at < text.length; ) {
    const point = text.codePointAt(at) as number;
    const size = point > 0xffff ? 2 : 1;
    const kind = invisibleKind(point);
    if (kind !== null) {
      kept += text.slice(from, at);
      from = at + size;
      countHidden(hidden, kind);
    }
    at += size;
  }
  return kept + text.slice(from);
}

const NAMED_INVISIBLE: Record<string, Kind> = {
  zerowidthspace: 'zero-width',
  negativethinspace: 'zero-width',
  negativemediumspace: 'zero-width',
  negativethickspace: 'zero-width',
  negativeverythinspace: 'zero-width',
  zwj: 'zero-width',
  zwnj: 'zero-width',
  nobreak: 'zero-width',
  shy: 'zero-width',
  applyfunction: 'zero-width',
  af: 'zero-width',
  invisibletimes: 'zero-width',
  it: 'zero-width',
  invisiblecomma: 'zero-width',
  ic: 'zero-width',
  lrm: 'bidi-control',
  rlm: 'bidi-control',
};

const ENTITY = /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]{2,24}));/iy;

/** An entity at `at` that shows nothing (`&#8203;`): its kind and length. Null for anything else. */
export function invisibleEntity(text: string, at: number): { kind: Kind; length: number } | null {
  ENTITY.lastIndex = at;
  const match = ENTITY.exec(text);
  if (!match) return null;
  const [whole, hex, decimal, name] = match;
  const kind =
    name !== undefined
      ? (NAMED_INVISIBLE[name.toLowerCase()] ?? null)
      : invisibleKind(hex !== undefined ? Number.parseInt(hex, 16) : Number(decimal));
  return kind === null ? null : { kind, length: whole.length };
}
