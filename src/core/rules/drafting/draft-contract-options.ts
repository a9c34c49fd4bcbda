import type { Section } from './draft-contract-sections.ts';
import { sentencesIn } from './draft-contract-wording.ts';

/** "Option A: keep it", "Variant 2", "Approach 1 – rename". */
const OPTION =
  /^\W*(?:option|variant|approach|alternative|choice|way|solution|möglichkeit|variante|opción|opção|opzione|方案|選択肢|案)[ -]?(?:#|no\.? ?)?(?:[a-h]|\d|i{1,3}|one|two|three|一|二|三)(?![\p{L}\d])/iu;
const WEIGHS = [
  /^\W*(?:pros?|advantages|vorteile|avantages|ventajas|vantagens)\b/i,
  /^\W*(?:cons?|disadvantages|drawbacks|nachteile|inconvénients|desventajas|desvantagens)\b/i,
];
/** Says which of them it shall be. */
const CHOSEN =
  /\b(?:decision|decided|chosen|we (?:will|shall|want to) (?:go|do|take|use)|let['’]s (?:go with|do|take|use)|(?:go|going|went) (?:with|for)|i (?:prefer|suggest|propose|recommend|vote for|favou?r|lean)|preferred|recommend(?:ed|ation)?)\b|entschieden|wir nehmen|on choisit|elegimos/i;

const MOST = 10;

/** Ways that an issue weighs against each other. */
export interface OpenChoice {
  /** Nothing says which it shall be. */
  open: boolean;
  /** What they are called, for people to choose from; empty where only pros and cons are listed. */
  alternatives: string[];
  /** The parts that describe them: what stands there is not asked for yet. */
  sections: ReadonlySet<Section>;
}

/** Null where an issue weighs nothing, or says what is chosen without stating it anew. */
export function openChoice(sections: readonly Section[]): OpenChoice | null {
  const named = sections.filter(({ heading }) => OPTION.test(heading));
  const weighed = WEIGHS.every((side) => sections.some(({ heading }) => side.test(heading)));
  if (named.length < 2 && !weighed) return null;
  const accepted = sections.some(
    ({ kind, passages }) => kind === 'acceptance' && passages.length > 0,
  );
  if (!accepted && sections.some(says)) return null;
  const alternatives = named.slice(0, MOST).map(({ heading }) =>
    heading
      .replace(/[*_:]+/g, '')
      .trim()
      .slice(0, 300),
  );
  return {
    open: !accepted,
    alternatives,
    sections: new Set(
      sections.filter(
        (one, at) =>
          named.includes(one) ||
          WEIGHS.some((side) => side.test(one.heading)) ||
          isBelow(sections, at, named),
      ),
    ),
  };
}

/** A part without a heading of its own that follows one of the ways goes on with it. */
function isBelow(sections: readonly Section[], at: number, named: readonly Section[]): boolean {
  const before = sections[at - 1];
  return before !== undefined && sections[at]?.heading === '' && named.includes(before);
}

const says = ({ heading, kind, passages }: Section): boolean =>
  kind !== 'questions' &&
  (CHOSEN.test(heading) ||
    passages.some(
      (one) =>
        one.kind !== 'code' &&
        sentencesIn(one.text).some((sentence) => !/[?？]$/.test(sentence) && CHOSEN.test(sentence)),
    ));

export const WHICH_WAY =
  'The issue weighs several ways and does not say which it shall be: which one is wanted?';
