import type { Section } from './draft-contract-sections.ts';
import { demands, sentencesIn } from './draft-contract-wording.ts';

const REFERENCE = String.raw`(?:#\d{1,9}|[\w.-]{1,100}\/[\w.-]{1,100}#\d{1,9}|https?:\/\/[^\s/]{1,100}\/\S{1,200}\/(?:issues|pull|merge_requests)\/\d{1,9})`;
/** An item that is little more than another issue: the reference opens it, or closes it. */
const REFERS = new RegExp(
  String.raw`^\W{0,6}(?:\[[^\]\n]{1,200}\]\()?${REFERENCE}|${REFERENCE}[)\]*_]{0,4}[.]?$`,
);
const COLLECTS =
  /\b(?:umbrella|tracking|meta|parent|master)[- ](?:issue|ticket|task|bug)\b|\bthis (?:issue|ticket|epic) (?:is )?(?:tracks|collects|to track|groups|an epic)|\b(?:sub-?issues|child issues|separate (?:issues|prs|pull requests) for each)\b|^\W*(?:umbrella|epic|meta|tracking|roadmap)\b\W/i;

export const WHICH_PART =
  'This issue collects several others: which of them is to be done here, and what must be true then?';

/**
 * Whether an issue only collects others, by its own words or because most of its list items are references: each of them
 * has a contract of its own, and nobody can tell which one is meant.
 */
export function collectsOthers(sections: readonly Section[], title = ''): boolean {
  const items = sections.flatMap(({ passages }) => passages.filter((one) => one.kind === 'item'));
  const refers = items.filter((one) => REFERS.test(one.text.trim()));
  if (refers.length >= 2 && refers.length * 2 > items.length) return true;
  const says =
    COLLECTS.test(title) ||
    sections.some(
      ({ kind, passages }) =>
        kind === 'text' &&
        passages.some(
          (one) =>
            one.kind === 'words' &&
            sentencesIn(one.text).some((sentence) => COLLECTS.test(sentence)),
        ),
    );
  const accepted = sections.some(({ kind }) => kind === 'acceptance' || kind === 'expected');
  return says && !accepted && items.length >= 2 && !items.some((one) => demands(one.text));
}
