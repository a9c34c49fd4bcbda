import { plainLine } from './plain-words.ts';

/** “Folders come first”: one kind has a place of its own. */
const PLACED =
  /(?:^|[ ,])([a-z]{3,40}) (?:come|comes|stand|are listed|are shown|are sorted|kommen|stehen|viennent|passent|van|aparecen|vem|aparecem) (?:first|last|on top|zuerst|oben|zuletzt|en premier|d['’]abord|en dernier|primero|al final|primeiro|no final)\b/;

/** “Folders are not treated specially”: it has none. */
const ALIKE =
  /(?:^|[ ,])([a-z]{3,40}) (?:are not|aren['’]t|are never|get no|werden nicht|ne sont pas|no se|no reciben|nao sao|nao recebem) (?:treated|handled|sorted|special|gesondert|besonders|traites|traitees|tratan|trato|tratados|tratamento|tratadas)\b/;

/** Who has a place of its own in a sentence, and who is like the rest. */
export interface Treatment {
  placed: string | null;
  alike: string | null;
}

export function treatmentOf(sentence: string): Treatment {
  const line = plainLine(sentence);
  return { placed: PLACED.exec(line)?.[1] ?? null, alike: ALIKE.exec(line)?.[1] ?? null };
}

export const treatmentsClash = (a: Treatment, b: Treatment): boolean =>
  (a.placed !== null && a.placed === b.alike) || (b.placed !== null && b.placed === a.alike);
