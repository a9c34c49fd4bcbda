/** One word, number or mark of a sentence; code and quotes are one word, told by the mark before them. */
const TOKENS = /¤[^¤]*¤|\d+(?:[.,]\d+)*|[\p{L}\d_]+|[%=:,]/gu;
const LONGEST = 2000;

/** A sentence’s words in lower case and without accents, so that words of any language can be looked up. */
export function plainWords(sentence: string): string[] {
  return (plain(sentence).match(TOKENS) ?? []).map((token) => token.replaceAll('¤', '`'));
}

/** The same as one line, code and quotes between backticks. */
export const plainLine = (sentence: string): string => plain(sentence).replaceAll('¤', '`').trim();

function plain(sentence: string): string {
  return sentence
    .slice(0, LONGEST)
    .replaceAll('¤', ' ')
    .replace(
      /`([^`]{1,200})`|"([^"]{1,200})"|“([^”]{1,200})”|«([^»]{1,200})»|„([^“”]{1,200})[“”]/g,
      (_, ...quoted: (string | undefined)[]) =>
        `¤${quoted.slice(0, 5).find((text) => text !== undefined)}¤`,
    )
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replace(/\bcan['’]t\b/g, 'cannot')
    .replace(/n['’]t\b/g, ' not')
    .replace(/\bno longer\b/g, 'not');
}
