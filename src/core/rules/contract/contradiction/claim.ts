import { type Attribute, attributeOf } from './attribute.ts';
import {
  FILLERS,
  NEGATIONS,
  OPPOSITES,
  ORDERED,
  POSSIBLE,
  WITH,
  WITHOUT,
} from './contradiction-words.ts';
import { plainWords } from './plain-words.ts';
import { type Quantity, takeQuantities } from './quantity.ts';
import { type Treatment, treatmentOf } from './special-treatment.ts';

/** What a sentence says, as far as its words tell, in a form that can be held against another’s. */
export interface Claim {
  /** What it is about: its words without sides, negations and fillers. Empty when nothing is left. */
  subject: string;
  /** The same words in their order, opposites as written: where these are equal too, only a negation can differ. */
  wording: string;
  denied: boolean;
  /** Whether the sides it takes of opposites, negations counted, come out on the second. */
  opposed: boolean;
  /** It says what may be, not what is. */
  possible: boolean;
  quantities: Quantity[];
  attribute: Attribute | null;
  treatment: Treatment;
}

/** A word as one side of an opposite: its place in the table, and which side. */
interface Side {
  name: string;
  side: 0 | 1;
}

const SIDES = new Map<string, Side>(
  OPPOSITES.flatMap(([one, other], row): [string, Side][] => [
    ...[...one].map((word): [string, Side] => [word, { side: 0, name: `±${row}` }]),
    ...[...other].map((word): [string, Side] => [word, { side: 1, name: `±${row}` }]),
  ]),
);

/** “Prints” and “print” are one word. */
const stem = (word: string): string => (/^\p{L}{2,}[^s]s$/u.test(word) ? word.slice(0, -1) : word);

export function claimOf(sentence: string): Claim {
  const { words, quantities } = takeQuantities(plainWords(sentence));
  const subject: string[] = [];
  const wording: string[] = [];
  let negations = 0;
  let sides = 0;
  for (const [at, word] of words.entries()) {
    const tellsWhen = at === 0 || words[at + 1]?.startsWith('`');
    const opposite = SIDES.get(word) ?? SIDES.get(stem(word));
    if (NEGATIONS.has(word) || (WITHOUT.has(word) && !tellsWhen)) negations++;
    else if (FILLERS.has(word) || POSSIBLE.has(word) || (WITH.has(word) && !tellsWhen)) continue;
    else if (/[\p{L}\d#]/u.test(word)) {
      subject.push(opposite?.name ?? stem(word));
      wording.push(stem(word));
      sides += opposite?.side ?? 0;
    }
  }
  return {
    subject: subjectOf(subject),
    wording: wording.join(' '),
    denied: negations % 2 === 1,
    opposed: (negations + sides) % 2 === 1,
    possible: negations === 0 && words.some((word) => POSSIBLE.has(word)),
    quantities,
    attribute: attributeOf(sentence),
    treatment: treatmentOf(sentence),
  };
}

/** A set of words where their order says nothing. It needs one beside numbers, or “5” would be about the same as “7”. */
function subjectOf(words: readonly string[]): string {
  if (!words.some((word) => /[\p{L}`±]/u.test(word) && !VAGUE.has(word))) return '';
  const ordered = words.some((word) => ORDERED.has(word) || word === BEFORE || word === FIRST);
  return (ordered ? words : [...new Set(words)].sort()).join(' ');
}

/** By these alone nobody can tell what it is about. */
const VAGUE = new Set(['#time', '#size', '#share', '#pixels', 'default', ...ORDERED]);

const BEFORE = SIDES.get('before')?.name;
const FIRST = SIDES.get('first')?.name;
