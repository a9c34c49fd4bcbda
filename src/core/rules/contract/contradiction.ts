const NEGATION = /\b(?:not|never|no longer|no|cannot|without|neither|nor)\b|n['’]t\b/gi;

/** Pairs of which one is the other’s opposite. Both are read as the first, and the sides are told apart. */
const OPPOSITES: readonly (readonly [string, string])[] = [
  ['enabled', 'disabled'],
  ['enable', 'disable'],
  ['allowed', 'forbidden'],
  ['accept', 'reject'],
  ['accepted', 'rejected'],
  ['accepts', 'rejects'],
  ['include', 'exclude'],
  ['includes', 'excludes'],
  ['included', 'excluded'],
  ['show', 'hide'],
  ['shown', 'hidden'],
  ['shows', 'hides'],
  ['keep', 'remove'],
  ['keeps', 'removes'],
  ['kept', 'removed'],
  ['ascending', 'descending'],
  ['required', 'optional'],
  ['on', 'off'],
  ['true', 'false'],
  ['public', 'private'],
  ['before', 'after'],
  ['first', 'last'],
  ['synchronous', 'asynchronous'],
  ['uppercase', 'lowercase'],
];
const SIDE = new Map<string, { word: string; side: number }>(
  OPPOSITES.flatMap(([one, other]): [string, { word: string; side: number }][] => [
    [one, { word: one, side: 0 }],
    [other, { word: one, side: 1 }],
  ]),
);

/** Words that carry no claim of their own. */
const FILLER = new Set(
  'a an the it its this that these those must shall should will would can could may might do does did is are be been being to of in on at for with by as please also only just now then so and but instead rather than default by'.split(
    ' ',
  ),
);

interface Claim {
  /** What it is about, values and sides aside. */
  subject: string;
  /** Numbers and code of it, in order. */
  values: string;
  /** Which side of each opposite it takes, negations flipped. */
  stance: string;
}

/**
 * Whether two sentences cannot both hold: they speak of the same and differ in a negation, in an opposite, or in a value
 * ("30 seconds" and "60 seconds"). Deterministic and shallow: it misses much and is seldom wrong.
 */
export function contradict(a: string, b: string): boolean {
  const [one, other] = [claimOf(a), claimOf(b)];
  if (one.subject === '' || one.subject !== other.subject) return false;
  if (one.stance !== other.stance) return true;
  return one.values !== other.values && one.values !== '' && other.values !== '';
}

const LONGEST = 2000;

function claimOf(sentence: string): Claim {
  const text = sentence.slice(0, LONGEST);
  const negations = text.match(NEGATION)?.length ?? 0;
  const values: string[] = [];
  const bare = text
    .replace(/`([^`]{1,200})`|"([^"]{1,200})"|“([^”]{1,200})”/g, (_, a, b, c) => {
      values.push(a ?? b ?? c);
      return ' ¤ ';
    })
    .replace(NEGATION, ' ')
    .toLowerCase();
  const words: string[] = [];
  const sides: number[] = [];
  for (const word of bare.match(/[\p{L}]+|\d+(?:[.,]\d+)*|¤/gu) ?? []) {
    if (/^\d/.test(word)) values.push(word);
    const opposite = SIDE.get(word);
    if (opposite) sides.push(opposite.side);
    const plain = opposite?.word ?? (/^\d/.test(word) ? '¤' : word);
    if (!FILLER.has(plain) || opposite) words.push(plain);
  }
  const flipped = (negations + sides.reduce((sum, side) => sum + side, 0)) % 2;
  // A subject needs something beside its values, or "5" would be about the same as "7".
  const subject = words.some((word) => word !== '¤') ? words.join(' ') : '';
  return { subject, values: values.join(' '), stance: String(flipped) };
}
