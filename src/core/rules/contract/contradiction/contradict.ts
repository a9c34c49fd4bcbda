import type { Claim } from './claim.ts';
import { clash } from './quantity.ts';
import { treatmentsClash } from './special-treatment.ts';

/** Why two sentences cannot both hold. */
export interface Contradiction {
  why: string;
  /** One is the other’s denial in the same words; else people may still have meant something that agrees. */
  certain: boolean;
}

/**
 * Whether two claims cannot both hold: they speak of the same and differ in a negation, in an opposite, in a value or in a
 * bound (“30 seconds” and “60 seconds”; “at least 5” and “at most 3”), in English, German, French, Spanish and Portuguese.
 * Deterministic and shallow: it misses much and is seldom wrong.
 */
export function contradict(one: Claim, other: Claim): Contradiction | null {
  if (treatmentsClash(one.treatment, other.treatment))
    return { why: 'One gives it a place of its own, the other none.', certain: false };
  const attribute = differentAttributes(one, other);
  if (attribute !== null) return { why: attribute, certain: false };
  if (one.subject === '' || one.subject !== other.subject) return null;
  const values = differentValues(one, other);
  if (one.opposed !== other.opposed) {
    const denies = one.denied !== other.denied;
    // That something may be is denied by “not” alone: what is on by default may be turned off.
    if (values.length > 0 || ((one.possible || other.possible) && !denies)) return null;
    return denies && one.wording === other.wording
      ? { why: 'One denies the other.', certain: true }
      : { why: 'One says the opposite of the other.', certain: false };
  }
  const [value, more] = values;
  // Where two values differ, one is likely the other’s condition: “5 min after 3 attempts, 30 min after 10”.
  if (value === undefined || more !== undefined || one.possible || other.possible) return null;
  return clash(...value)
    ? { why: `They give ${value[0].shown} and ${value[1].shown}.`, certain: false }
    : null;
}

function differentAttributes({ attribute: a }: Claim, { attribute: b }: Claim): string | null {
  if (!a || !b || a.kind !== b.kind || a.thing === '' || a.thing !== b.thing) return null;
  return a.value === b.value ? null : `They give ${a.value} and ${b.value} as its ${a.kind}.`;
}

type Pair = [Claim['quantities'][number], Claim['quantities'][number]];

function differentValues(one: Claim, other: Claim): Pair[] {
  return one.quantities.flatMap((quantity, at): Pair[] => {
    const told = other.quantities[at];
    if (!told) return [];
    const same =
      told.amount === quantity.amount &&
      told.bound === quantity.bound &&
      told.dimension === quantity.dimension;
    return same ? [] : [[quantity, told]];
  });
}
