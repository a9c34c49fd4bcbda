import { codeItems, type Item, itemsOf } from './draft-contract-items.ts';
import { WHICH_WAY } from './draft-contract-options.ts';
import type { Section } from './draft-contract-sections.ts';
import { describesFailure, isQuestion } from './draft-contract-wording.ts';
import { isImperative } from './requirement-wording.ts';

/** What an issue’s body asks for, sorted by what it is. */
export interface Demands {
  criteria: Item[];
  constraints: Item[];
  outOfScope: Item[];
  /** Sentences by which only a person’s decision lets work go on. */
  undecided: string[];
  /** The ways to choose from where the issue weighs several (`WHICH_WAY`). */
  ways: readonly string[];
}

/** All that was read, before it is weighed. */
export interface Found extends Demands {
  tasks: Item[];
  proposals: Item[];
  wishes: Item[];
  /** What "describe the bug" says should be. */
  remarks: Item[];
  /** Sentences and list items that begin with an order: "Add …". */
  orders: Item[];
  /** Sentences that only ask to hear from people. */
  feedback: string[];
  /** The text begins with an order: it says what is wanted, and wishes behind it only add to it. */
  leads: boolean;
}

/** What is said under a plainer heading counts only where nothing stronger is said. */
export function bestOf(found: Found, sections: readonly Section[], title: string): Item[] {
  const criteria = [...found.criteria];
  const stated = criteria.some((one) => one.form !== 'sentence' || !one.holds);
  const accepted = sections.some((one) => one.kind === 'acceptance' && one.passages.length > 0);
  if (!accepted || !stated) criteria.push(...found.proposals);
  if (criteria.length === 0) criteria.push(...found.tasks);
  if (criteria.length === 0)
    criteria.push(
      ...sections
        .filter(({ kind }) => kind === 'expected')
        .flatMap((one) => codeItems(one.passages)),
    );
  const shows = sections.some(
    ({ kind, passages }) =>
      kind === 'steps' || kind === 'actual' || passages.some((one) => one.kind === 'code'),
  );
  const ordered = [
    ...found.orders,
    ...found.wishes.filter((one) => !found.orders.includes(one) && !weighsAnother(one.quote)),
  ];
  const weaker = [
    found.remarks,
    found.leads && !shows ? ordered : found.wishes,
    shows ? [] : found.orders,
  ];
  const open = found.undecided.some(asksAboutAll);
  const said = criteria.length > 0 || open ? criteria : weaker.find((items) => items.length > 0);
  return said ?? (asksForWork(title) ? listed(sections) : []);
}

/** "What do you think?" and "we have to decide" are about the whole; "should it be A or B?" about one thing of it. */
const asksAboutAll = (question: string): boolean =>
  question === WHICH_WAY ||
  !/[?？]$/.test(question) ||
  /\b(?:think|thoughts|opinions?|should we|do we)\b|meint|pensez|opinan|parece|acham|どう思|怎么看|觉得/i.test(
    question,
  );

/** "Add a login page", "As a guest I want …": what its body lists, and does not say of anything else, is what it asks for. */
const asksForWork = (title: string): boolean =>
  isImperative(title.replace(/^\s*(?:\[[^\]]{1,30}\]|[\w-]{1,12}:)\s*/, '')) ||
  /^(?:\S{1,10}:? )?as an? /i.test(title);

/** List items of running text that demand nothing by their own words. */
const listed = (sections: readonly Section[]): Item[] =>
  sections
    .filter(({ kind }) => kind === 'text')
    .flatMap(({ passages }) => itemsOf(passages))
    .filter(
      ({ form, checked, quote }) =>
        form === 'item' && checked === null && !describesFailure(quote) && !isQuestion(quote),
    );

/** "It would be better to …": another way, not one thing more. */
const weighsAnother = (quote: string): boolean =>
  /\b(?:better|alternatively|alternative|instead|or at least)\b/i.test(quote);
