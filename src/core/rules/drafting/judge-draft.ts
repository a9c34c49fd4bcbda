import type { ContractDraft } from '../../schema/draft.ts';
import type { Source } from '../../schema/snapshot.ts';
import { groundQuote } from '../contract/assemble-contract-quote.ts';

const MOST_NOTES = 5;

/** Whether a model’s draft may stand at all; `why` is for people. */
export type DraftJudgement = { usable: true; notes: string[] } | { usable: false; why: string };

/**
 * A model may only put into order what people wrote (design §4, second layer). A draft whose quotes are mostly its own
 * invention, or that hears nothing where rules hear demands, is none. What rules hear and a good draft leaves out is
 * told, so that a person can add it.
 */
export function judgeDraft(
  draft: ContractDraft,
  byRules: ContractDraft,
  sources: readonly Source[],
): DraftJudgement {
  const asked = draft.acceptance.filter((criterion) => criterion.statement.trim() !== '');
  const grounded = asked.flatMap(({ quote }) => groundQuote(quote, sources) ?? []);
  if (asked.length === 0 && byRules.acceptance.length > 0)
    return { usable: false, why: 'it names no criterion, though the request does' };
  if (asked.length > 0 && grounded.length * 2 < asked.length)
    return {
      usable: false,
      why: `${asked.length - grounded.length} of its ${asked.length} quotes occur nowhere in the request`,
    };
  const heard = grounded.map(({ text }) => plain(text));
  const left = byRules.acceptance.filter(
    ({ quote }) => !heard.some((text) => overlaps(text, plain(quote))),
  );
  return {
    usable: true,
    notes: left
      .slice(0, MOST_NOTES)
      .map(({ statement }) =>
        `The draft leaves out what may be a requirement: ${statement}`.slice(0, 500),
      ),
  };
}

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase();

const overlaps = (one: string, other: string): boolean =>
  one.includes(other) || other.includes(one);
