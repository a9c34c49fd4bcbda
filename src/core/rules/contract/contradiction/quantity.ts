import { BEFORE_VALUE, BOUNDS, UNITS, WITH } from './contradiction-words.ts';

/** A number that says how much of something there is, with its unit and how it bounds. */
export interface Quantity {
  bound: 'least' | 'most' | 'exact';
  /** In the smallest unit of its dimension. */
  amount: number;
  dimension: string;
  /** As written, for people. */
  shown: string;
}

/** Takes the quantities out of a sentence’s words. A number that only names something (“Node 18”) stays a word. */
export function takeQuantities(words: readonly string[]): {
  words: string[];
  quantities: Quantity[];
} {
  const rest: string[] = [];
  const quantities: Quantity[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const suffix = OR_MORE.get(words.slice(at + 1, at + 3).join(' '));
    const unit = at + (suffix ? 3 : 1);
    const [dimension, factor] = UNITS.get(words[unit] ?? '') ?? ['', 1];
    const bound = boundBefore(rest);
    const counts =
      /^\d/.test(word) &&
      (dimension !== '' || bound !== null || BEFORE_VALUE.has(rest.at(-1) ?? '')) &&
      !isExample(rest);
    if (!counts) {
      rest.push(word);
      continue;
    }
    if (bound) rest.splice(-bound.length);
    at = dimension === '' ? unit - 1 : unit;
    quantities.push({
      bound: suffix ?? bound?.kind ?? 'exact',
      amount: Number(word.replace(',', '.')) * factor,
      dimension,
      shown: dimension === '' ? word : `${word} ${words[at]}`,
    });
    rest.push(`#${dimension}`);
  }
  return { words: rest, quantities };
}

/** “At least”, just before; to be taken off, so that a “no” in it denies nothing. */
function boundBefore(words: readonly string[]): { kind: 'least' | 'most'; length: number } | null {
  const line = ` ${words.slice(-4).join(' ')}`;
  const found = BOUNDS.findLast(([, phrase]) => line.endsWith(` ${phrase}`));
  return found ? { kind: found[0], length: found[1].split(' ').length } : null;
}

const OR_MORE: ReadonlyMap<string, Quantity['bound']> = new Map([
  ['or more', 'least'],
  ['or longer', 'least'],
  ['or less', 'most'],
  ['or fewer', 'most'],
  ['oder mehr', 'least'],
  ['oder weniger', 'most'],
  ['ou plus', 'least'],
  ['ou moins', 'most'],
  ['o mas', 'least'],
  ['o menos', 'most'],
  ['ou mais', 'least'],
  ['ou menos', 'most'],
]);

/** The number belongs to a condition (“when 3 rows match”, “with 2 users”): another one is another case. */
function isExample(before: readonly string[]): boolean {
  const clause = before.slice(before.lastIndexOf(',') + 1);
  const first = clause[0] ?? '';
  return (
    clause.some((word) => CONDITIONS.has(word)) || WITH.has(first) || WITH.has(clause.at(-1) ?? '')
  );
}

const CONDITIONS = new Set(
  'if when whenever given once unless wenn falls sobald bei si quand lorsque cuando quando'.split(
    ' ',
  ),
);

/** Whether two quantities of one thing cannot both hold. */
export function clash(a: Quantity, b: Quantity): boolean {
  if (a.dimension !== b.dimension) return false;
  if (a.bound === b.bound) return a.amount !== b.amount;
  return lowest(a) > highest(b) || lowest(b) > highest(a);
}

const lowest = ({ bound, amount }: Quantity): number => (bound === 'most' ? -Infinity : amount);
const highest = ({ bound, amount }: Quantity): number => (bound === 'least' ? Infinity : amount);
