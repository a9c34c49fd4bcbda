/** Words of the contract that a sentence may speak of: long enough to mean something, or an abbreviation. */
export function vocabularyOf(texts: readonly string[]): Set<string> {
  return new Set(
    texts
      .flatMap((text) => [
        ...(text.match(/[\p{L}_]{4,}/gu) ?? []),
        ...(text.match(/\b\p{Lu}{2,3}\b/gu) ?? []),
      ])
      .map(plain)
      .filter((word) => !COMMON.has(word)),
  );
}

/** Whether a sentence names something that the contract speaks of. */
export const speaksOf = (sentence: string, vocabulary: ReadonlySet<string>): boolean =>
  vocabulary.size > 0 &&
  (sentence.match(/[\p{L}_]{2,}/gu) ?? []).some((word) => vocabulary.has(plain(word)));

/** In lower case and without the plural’s s. */
const plain = (word: string): string =>
  word.length > 4 ? word.toLowerCase().replace(/s$/, '') : word.toLowerCase();

const COMMON = new Set(
  'this that these those with from into when then than what which have been they them their there here will would must should could also only same today every before after without nothing keeps until working works page shown known look looks looking like more most over just first taken makes gets'
    .split(' ')
    .map(plain),
);
