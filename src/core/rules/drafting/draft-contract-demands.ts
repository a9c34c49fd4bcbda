import { namesACheck } from './draft-contract-commands.ts';
import type { SectionKind } from './draft-contract-headings.ts';
import { codeItems, type Item, isRequirementId, itemsOf } from './draft-contract-items.ts';
import type { Section } from './draft-contract-sections.ts';
import { collectsOthers, WHICH_PART } from './draft-contract-umbrella.ts';
import {
  asksOpinion,
  bindsTheWay,
  demands,
  describesFailure,
  isBoilerplate,
  namesALack,
  putsOff,
  retracted,
  sentencesIn,
  wishes,
} from './draft-contract-wording.ts';
import { isImperative, staysTrue } from './requirement-wording.ts';

/** What an issue’s body asks for, sorted by what it is. */
export interface Demands {
  criteria: Item[];
  constraints: Item[];
  outOfScope: Item[];
  /** Sentences by which only a person’s decision lets work go on. */
  undecided: string[];
}

interface Found extends Demands {
  tasks: Item[];
  proposals: Item[];
  wishes: Item[];
  /** What "describe the bug" says should be. */
  remarks: Item[];
  /** Sentences and list items that begin with an order: "Add …". */
  orders: Item[];
}

/** Reads every part of a body for what its heading makes of it (design §4, first layer). */
export function bodyDemands(sections: readonly Section[], title = ''): Demands {
  const found: Found = {
    criteria: [],
    constraints: [],
    outOfScope: [],
    undecided: [],
    tasks: [],
    proposals: [],
    wishes: [],
    remarks: [],
    orders: [],
  };
  const swapped = fieldsSwapped(sections);
  for (const section of sections) {
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
  return { ...found, criteria: bestOf(found, sections) };
}

/** What is said under a plainer heading counts only where nothing stronger is said. */
function bestOf(found: Found, sections: readonly Section[]): Item[] {
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
  const weaker = [found.remarks, found.wishes, shows ? [] : found.orders];
  return criteria.length > 0 ? criteria : (weaker.find((items) => items.length > 0) ?? []);
}

function readSection(section: Section, found: Found): void {
  const { kind, passages } = section;
  switch (kind) {
    case 'acceptance':
      sort(accepted(itemsOf(passages, true)), found.criteria, found);
      return;
    case 'expected':
    case 'update':
      sort(itemsOf(passages, kind === 'expected'), found.criteria, found);
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
    if (ordered && !stated && isOrder(one.quote)) found.orders.push(one);
  }
  sort(demanded, found.criteria, found);
}

/** What demands nothing may still put off, ask, bind the way of working, or wish. */
function setAside(one: Item, found: Found): void {
  const { quote, form } = one;
  if (putsOff(quote) && !quote.endsWith('?')) found.outOfScope.push(one);
  else if (asksOpinion(quote)) found.undecided.push(quote);
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
    if (one.excluded) {
      found.outOfScope.push(one);
      continue;
    }
    if (one.form !== 'scenario' && asksOpinion(quote)) found.undecided.push(quote);
    else if (one.form !== 'scenario' && putsOff(quote)) found.outOfScope.push(one);
    else if (one.form === 'sentence' && retracted(quote) !== null && !demands(quote)) continue;
    else if (one.form === 'sentence' && bindsTheWay(quote)) found.constraints.push(one);
    else if (!/[?？]$/.test(quote)) into.push(one);
  }
}

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
