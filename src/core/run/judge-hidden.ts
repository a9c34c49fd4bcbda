import type { Classification } from '../rules/reconcile/classify-change.ts';
import { brokenQuotes } from '../rules/reconcile/classify-change-text.ts';
import type { Contract } from '../schema/contract.ts';
import type { Source } from '../schema/snapshot.ts';

/**
 * What becomes of a comment that a moderator hid, or that is shown again; null where its words decide. What is hidden
 * is not shown by us either: nothing of it is quoted but what the contract rests on already.
 */
export function judgeHidden(
  was: Source | null,
  is: Source | null,
  contract: Contract | null,
): Classification | null {
  if (is === null) return null;
  const rests = brokenQuotes(contract, was ?? is, null);
  if (!is.minimised) {
    const again = was?.minimised && rests !== null;
    return again ? verdict('no-effect', `shown again: ${rests.id} rests on it still`) : null;
  }
  if (rests === null || was === null || was.minimised)
    return verdict('not-authorised', 'a moderator hid it');
  if (is.adopted)
    return verdict('no-effect', 'it counts as it stood when it was adopted, whoever hides it');
  return verdict('handback', `${rests.id} rests on a comment that was hidden`, rests.quote);
}

const verdict = (
  outcome: Classification['outcome'],
  reason: string,
  quote: string | null = null,
): Classification => ({ outcome, reason, quote });
