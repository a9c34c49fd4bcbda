import type { Passage } from './draft-contract-passages.ts';

const LEAD = String.raw`^\s*(?:[-*+•◦‣▪●○]\s+)?(?:\*\*|__)?`;
const END = String.raw`(?:\*\*|__)?(?![\p{L}'’])`;
const words = (list: string): RegExp => new RegExp(`${LEAD}(?:${list})${END}`, 'iu');

const OPENS = words(
  'given|scenario(?: outline)?:|gegeben(?: sei)?|angenommen|szenario:|étant donnée?s?|scénario\\s*:|dado|dada|escenario:|cenário:|dato',
);
const WHEN = words('when|wenn|quand|lorsque|cuando|quando');
const STEP = words(
  'given|when|then|and|but|scenario(?: outline)?:|gegeben(?: sei)?|angenommen|wenn|dann|und|aber|étant donnée?s?|quand|lorsque|alors|et|mais|dado|dada|cuando|entonces|quando|então|y|e|pero|mas|dato|allora',
);
const THEN = words('then|dann|alors|entonces|então|allora');
const TITLE = words('scenario(?: outline)?:|szenario:|scénario\\s*:|escenario:|cenário:');

/** Given/When/Then groups that have a Then, each verbatim, and the passages that hold none. Also in lists and in fences. */
export function scenariosIn(passages: readonly Passage[]): {
  scenarios: string[];
  rest: Passage[];
} {
  const scenarios: string[] = [];
  const rest: Passage[] = [];
  let cut = false;
  for (let at = 0; at < passages.length; ) {
    const run = runOf(passages, at);
    const found = groupsOf(run.text);
    if (found.length > 0) scenarios.push(...found);
    else {
      const [first, ...others] = passages.slice(at, at + run.length) as [Passage, ...Passage[]];
      // What stood before a scenario and what stands after it are not one text.
      rest.push(cut ? { ...first, before: null, gap: null } : first, ...others);
    }
    cut = found.length > 0;
    at += run.length;
  }
  return { scenarios, rest };
}

/** Steps in a list are items of their own: what stands directly below a step belongs to it. */
function runOf(passages: readonly Passage[], at: number): { text: string; length: number } {
  const first = passages[at] as Passage;
  let { text } = first;
  let length = 1;
  if (first.kind !== 'item' || !(OPENS.test(text) || WHEN.test(text))) return { text, length };
  for (const next of passages.slice(at + 1)) {
    if (next.kind !== 'item' || next.gap === null || !STEP.test(next.text) || OPENS.test(next.text))
      break;
    text += next.gap + next.text;
    length += 1;
  }
  return { text, length };
}

function groupsOf(text: string): string[] {
  const groups: string[][] = [];
  let open: string[] | null = null;
  for (const line of text.split('\n')) {
    const starts = OPENS.test(line);
    const onlyTitles = open?.every((one) => TITLE.test(one)) ?? false;
    if ((starts && !onlyTitles) || (!open && WHEN.test(line))) {
      open = [line];
      groups.push(open);
    } else if (open && (STEP.test(line) || /^\s+\S/.test(line))) open.push(line);
    else open = null;
  }
  return groups
    .filter((group) => group.length > 1 && group.some((line) => THEN.test(line)))
    .map((group) => group.join('\n').trim());
}
