import type { Contract } from '../../schema/contract.ts';
import type { Source } from '../../schema/snapshot.ts';

/** Whether two texts say the same to a reader: white space, the kind of bullet, and boxes of a task list aside. */
export function sameWords(a: string, b: string): boolean {
  return plain(a) === plain(b);
}

const plain = (text: string): string =>
  text
    .replace(/^([ \t]*)[-*+](?=[ \t])/gm, '$1-')
    .replace(/^([ \t]*(?:-|\d{1,9}[.)])[ \t]+)\[[ xX]\](?=[ \t])/gm, '$1')
    .replace(/\s+/g, ' ')
    .trim();

/** Those of `after` that `before` does not have, white space, kinds of bullets and boxes aside, in order. */
export function addedTo(before: readonly string[], after: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const part of before) counts.set(plain(part), (counts.get(plain(part)) ?? 0) + 1);
  return after.filter((part) => {
    const left = counts.get(plain(part)) ?? 0;
    if (left > 0) counts.set(plain(part), left - 1);
    return left === 0 && plain(part) !== '';
  });
}

/** The first active criterion whose quote no longer stands in its source. */
export function brokenQuotes(
  contract: Contract | null,
  before: Source,
  after: Source | null,
): { id: string; quote: string } | null {
  for (const criterion of contract?.acceptance ?? []) {
    if (criterion.status !== 'active' || criterion.source?.source !== before.id) continue;
    const quote = criterion.source.text;
    if (!after || !plain(after.text).includes(plain(quote))) return { id: criterion.id, quote };
  }
  return null;
}
