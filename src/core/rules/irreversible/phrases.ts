const GAP = 4;

/** Whether the words from one place on are a phrase of the table. Costs the phrase’s length times the gap, whatever the words. */
export type Phrase = (words: readonly string[], from: number) => boolean;

/** See `OperationRow.phrases`. */
export function compilePhrase(text: string): Phrase {
  const parts = text.split(' ').map((part) => (part === '…' ? null : oneOf(part)));
  const matches = (words: readonly string[], at: number, part: number): boolean => {
    const wanted = parts[part];
    if (wanted === undefined) return true;
    if (wanted !== null) {
      const word = words[at];
      return word !== undefined && wanted(word) && matches(words, at + 1, part + 1);
    }
    for (let skipped = 0; skipped <= GAP; skipped++)
      if (matches(words, at + skipped, part + 1)) return true;
    return false;
  };
  return (words, from) => matches(words, from, 0);
}

function oneOf(part: string): (word: string) => boolean {
  if (part === '_') return () => true;
  const whole = new Set(part.split('|').filter((word) => !word.endsWith('*')));
  const starts = part
    .split('|')
    .filter((word) => word.endsWith('*'))
    .map((word) => word.slice(0, -1));
  return (word) => whole.has(word) || starts.some((start) => word.startsWith(start));
}
