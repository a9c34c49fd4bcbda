import { bestOf, type Demands, type Found } from './draft-contract-best.ts';
import { namesACheck } from './draft-contract-commands.ts';
import type { SectionKind } from './draft-contract-headings.ts';
import { type Item, isRequirementId, itemsOf } from './draft-contract-items.ts';
import { openChoice, WHICH_WAY } from './draft-contract-options.ts';
import type { Section } from './draft-contract-sections.ts';
import { collectsOthers, WHICH_PART } from './draft-contract-umbrella.ts';
import {
  asksFeedback,
  asksOpinion,
  bindsTheWay,
  demands,
  describesFailure,
  isBoilerplate,
  isQuestion,
  namesALack,
  putsOff,
  retracted,
  sentencesIn,
  wishes,
} from './draft-contract-wording.ts';
import { isImperative, staysTrue } from './requirement-wording.ts';

/** Reads every part of a body for what its heading makes of it (design §4, first layer). */
export function bodyDemands(sections: readonly Section[], title = ''): Demands {
  const found: Found = {
    criteria: [],
    constraints: [],
    outOfScope: [],
    undecided: [],
    ways: [],
    tasks: [],
    proposals: [],
    wishes: [],
    remarks: [],
    orders: [],
    feedback: [],
    leads: false,
  };
  const choice = openChoice(sections);
  if (choice?.open) {
    found.undecided.push(WHICH_WAY);
    found.ways = choice.alternatives;
  }
  const swapped = fieldsSwapped(sections);
  for (const section of sections) {
    if (choice?.sections.has(section)) continue;
    const kind = swapped ? exchanged(section.kind) : section.kind;
    if (kind === 'update') retract(section, found);
    readSection({ ...section, kind }, found);
  }
  if (swapped)
    found.undecided.push(
      'What was expected and what happened seem to stand under each other’s heading: which is wanted?',
    );
  if (collectsOthers(sections, title))
    return { ...found, criteria: [], undecided: [...found.undecided, WHICH_PART] };
  const criteria = bestOf(found, sections, title);
  // Who wants to hear from people first, and demands nothing else, asks for no work yet.
  const { criteria: stated, proposals, tasks } = found;
  const settled = found.undecided.length + stated.length + proposals.length + tasks.length > 0;
  const undecided = settled ? found.undecided : found.feedback;
  return { ...found, undecided, criteria };
}

function readSection(section: Section, found: Found): void {
  const { kind, passages } = section;
  switch (kind) {
    case 'acceptance':
      sort(accepted(itemsOf(passages, true)), found.criteria, found);
      return;
    case 'expected':
    case 'update':
      sort(withoutAfterword(itemsOf(passages, kind === 'expected')), found.criteria, found);
      return;
    case 'stays':
      sort(
        itemsOf(passages).map((one) => ({ ...one, holds: true })),
        found.criteria,
        found,
      );
      return;
    case 'proposal':
      sort(itemsOf(passages).filter(isWorded), found.proposals, found);
      return;
    case 'tasks':
      sort(itemsOf(passages), found.tasks, found);
      return;
    case 'constraints':
      found.constraints.push(...itemsOf(passages));
      return;
    case 'out-of-scope':
      found.outOfScope.push(...itemsOf(passages).filter((one) => !namesACheck(one.quote)));
      return;
    case 'verification':
      sort(
        itemsOf(passages).filter((one) => one.checked !== null || demands(one.quote)),
        found.criteria,
        found,
      );
      return;
    case 'text':
      readText(section, found);
      return;
    default:
      readAside(section, found);
  }
}

/** Sentences beside a list of criteria introduce or explain it, unless they demand something themselves. */
function accepted(items: Item[]): Item[] {
  const listed = items.some((one) => one.form !== 'sentence');
  return listed ? items.filter((one) => one.form !== 'sentence' || demands(one.quote)) : items;
}

/** What follows a list explains it, unless it demands something itself. */
function withoutAfterword(items: Item[]): Item[] {
  const last = items.findLastIndex((one) => one.form === 'item' || one.form === 'row');
  return last === -1
    ? items
    : items.filter((one, at) => at < last || one.form !== 'sentence' || demands(one.quote));
}

/** A proposal may tell its story first: who wants it and why is no criterion. */
const isWorded = (one: Item): boolean =>
  one.form !== 'sentence' ||
  !/^(?:i|we|currently|today|right now|because|since|this would)\b/i.test(one.quote) ||
  demands(one.quote);

/** Running text describes more than it demands: scenarios, rows that say so, open boxes, and sentences that oblige. */
function readText({ passages }: Section, found: Found): void {
  const items = itemsOf(passages);
  const boxes = items.some((one) => one.checked !== null);
  const demanding = new Set(items.filter((one) => demands(one.quote)));
  const ordered = items.every((one) => one.form !== 'item' || isImperative(one.quote));
  const demanded: Item[] = [];
  for (const one of items) {
    const lacks = one.form === 'item' && !boxes && demanding.size > 0 && namesALack(one.quote);
    const stated =
      one.form === 'scenario' ||
      one.form === 'row' ||
      one.checked !== null ||
      isRequirementId(one.quote);
    if (stated || lacks || demanding.has(one)) demanded.push(one);
    else setAside(one, found);
    if (!ordered || stated || !isOrder(one.quote)) continue;
    if (one === items[0] && one.form === 'sentence') found.leads = true;
    found.orders.push(one);
  }
  sort(demanded, found.criteria, found);
}

/** What demands nothing may still put off, ask, bind the way of working, or wish. */
function setAside(one: Item, found: Found): void {
  const { quote, form } = one;
  if (putsOff(quote) && !quote.endsWith('?')) found.outOfScope.push(one);
  else if (asksOpinion(quote)) found.undecided.push(quote);
  else if (asksFeedback(quote)) found.feedback.push(quote);
  else if (bindsTheWay(quote) && form === 'sentence') found.constraints.push(one);
  else if (wishes(quote)) found.wishes.push(one);
}

/** "Set it and see": an order to who reads, not to who works. */
const isOrder = (quote: string): boolean =>
  isImperative(quote) &&
  !isBoilerplate(quote) &&
  !describesFailure(quote) &&
  !/\b(?:and|then) (?:see|observe|notice|look|it|you|run)\b|[?？]$/i.test(quote);

/** In what describes the fault, what should be is a demand only where nothing else is. */
function readAside({ kind, passages }: Section, found: Found): void {
  // Open boxes under "Steps" are steps to take, not to reproduce; a bare name says which case it is.
  if (kind === 'steps')
    found.tasks.push(
      ...itemsOf(passages).filter((one) => one.checked === false && !/^[\w`.-]+$/.test(one.quote)),
    );
  if (kind !== 'actual') return;
  for (const one of itemsOf(passages)) {
    if (one.form === 'sentence' && asksOpinion(one.quote)) found.undecided.push(one.quote);
    else if (one.form === 'sentence' && demands(one.quote) && !describesFailure(one.quote))
      found.remarks.push(one);
    else if (wishes(one.quote)) found.wishes.push(one);
  }
}

/** Puts each statement where its words belong, whatever heading it stands under. */
function sort(items: readonly Item[], into: Item[], found: Found): void {
  for (const one of items) {
    const { quote } = one;
    if (isBoilerplate(quote)) continue;
    // Work that is done, ticked off; what is to stay is none.
    if (one.checked === true && isImperative(quote) && !staysTrue(quote)) continue;
    if (one.excluded) {
      found.outOfScope.push(one);
      continue;
    }
    if (one.form !== 'scenario' && asksOpinion(quote)) found.undecided.push(quote);
    else if (one.form !== 'scenario' && putsOff(quote)) found.outOfScope.push(one);
    else if (one.form === 'sentence' && !demands(quote) && retracted(quote) !== null) continue;
    else if (one.form === 'sentence' && !demands(quote) && tellsOfToday(quote)) continue;
    else if (one.form === 'sentence' && bindsTheWay(quote)) found.constraints.push(one);
    else if (!isQuestion(quote)) into.push(one);
  }
}

/** "Currently, it crashes. Expected is …", under one heading: the first is what nobody wants. */
const tellsOfToday = (quote: string): boolean =>
  /^(?:but |and )?(?:currently|right now|at the moment|as of now|at present|derzeit|aktuell|actuellement|actualmente|atualmente)\b/i.test(
    quote,
  ) && !staysTrue(quote);

/** "EDIT: forget the 10 MB": what was said before about the same numbers and names is taken back. */
function retract(update: Section, found: Found): void {
  const marks = update.passages
    .filter((passage) => passage.kind === 'words')
    .flatMap((passage) =>
      sentencesIn(passage.text).flatMap((sentence) => retracted(sentence) ?? []),
    );
  if (marks.length === 0) return;
  found.criteria = found.criteria.filter(
    ({ quote }) => !marks.some((mark) => quote.toLowerCase().includes(mark)),
  );
}

/** Under "expected" a failure, under "actual" what should be: the reporter mixed up the fields. */
function fieldsSwapped(sections: readonly Section[]): boolean {
  const said = (kind: SectionKind) =>
    sections
      .filter((section) => section.kind === kind)
      .flatMap((section) => itemsOf(section.passages))
      .map((one) => one.quote);
  const expected = said('expected');
  return (
    expected.length > 0 &&
    expected.every((quote) => describesFailure(quote) && !staysTrue(quote)) &&
    said('actual').some(demands)
  );
}

const exchanged = (kind: SectionKind): SectionKind =>
  kind === 'expected' ? 'actual' : kind === 'actual' ? 'expected' : kind;
