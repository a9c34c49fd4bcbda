import type { Contract, Criterion } from '../../schema/contract.ts';
import { takesBack } from '../drafting/requirement-wording.ts';
import { markdownLines } from '../text/visible-text-lines.ts';
import { speaksOf, vocabularyOf } from './contract-vocabulary.ts';

/** What a sentence does to one criterion that stands already. */
export type TargetedChange =
  | { criterionId: string; retire: true }
  | { criterionId: string; retire: false; statement: string };

/** What stands around the sentence: the comment’s own words as one line, and what it quotes above them. */
export interface Surroundings {
  words: string;
  quoted: string;
}

/** The words of a text outside code and quotes in one line, and its quoted lines in one. */
export function surroundingsOf(text: string): Surroundings {
  const lines = markdownLines(text).filter(({ kind }) => kind !== 'code');
  const line = (quoted: boolean) =>
    lines
      .filter((one) => one.quoted === quoted)
      .map((one) => one.text.replace(/^[\s>]+/, ''))
      .join(' ')
      .replace(/\s+/g, ' ')
      .trim();
  return { words: line(false), quoted: line(true) };
}

/**
 * Which criterion a sentence changes, and to what, where its words leave no doubt: it names the criterion, stands below a quote of
 * it, or corrects a value that stands in it alone. A value that it names exactly is put in the place of the old one; whatever
 * else it says is set behind the old statement word by word, so that nothing of either is lost. Null when in doubt.
 */
export function targetedChange(
  sentence: string,
  contract: Contract,
  { words, quoted }: Surroundings,
): TargetedChange | null {
  const active = contract.acceptance.filter((c) => c.status === 'active' && !c.guard);
  const ended = retiredBy(sentence, active);
  if (ended) return { criterionId: ended.id, retire: true };
  const swap = exactIn(active, swapIn(sentence));
  const holding = swap ? active.filter((c) => count(c.statement, swap.old) > 0) : [];
  const [only] = holding;
  if (swap && only && holding.length === 1 && count(only.statement, swap.old) === 1)
    return { criterionId: only.id, retire: false, statement: swapped(only.statement, swap) };
  const target =
    named(sentence, active) ??
    below(quoted, active) ??
    corrected(sentence, active) ??
    endedIn(sentence, active) ??
    takenFrom(sentence, contract, active);
  if (!target) return null;
  const said =
    words.length <= LONGEST_SAID && words.includes(plain(sentence)) ? words : plain(sentence);
  return {
    criterionId: target.id,
    retire: false,
    statement: `${target.statement} (amended: “${said}”)`.slice(0, 2000).toWellFormed(),
  };
}

/** So much of a comment is taken whole: what stands beside the sentence explains it. */
const LONGEST_SAID = 300;

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

const idsIn = (text: string): string[] => [
  ...new Set((text.match(/\bAC-\d+\b/gi) ?? []).map((id) => id.toUpperCase())),
];

function named(sentence: string, active: readonly Criterion[]): Criterion | null {
  const [id, ...others] = idsIn(sentence);
  return others.length > 0 ? null : (active.find((c) => c.id === id) ?? null);
}

/** The criterion of which at least three words are quoted above. */
function below(quoted: string, active: readonly Criterion[]): Criterion | null {
  if (quoted.split(' ').length < 3) return null;
  const found = active.filter((c) => {
    const statement = bare(c.statement);
    return statement.includes(bare(quoted)) || bare(quoted).includes(statement);
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}

const bare = (text: string): string =>
  plain(text.replace(/[`*_]/g, ''))
    .toLowerCase()
    .replace(/[\s.!,;:…]+$/, '');

/** Puts one thing in the place of another, or finds a value too high or too low. */
const CORRECTIVE =
  /\b(?:make (?:it|that|this|them)|too (?:short|long|small|large|big|strict|loose|low|high|many|few)|(?:should|must|has to|have to|needs to) be)\b/i;

/** The only criterion that holds a value which a correcting sentence names. */
function corrected(sentence: string, active: readonly Criterion[]): Criterion | null {
  if (!CORRECTIVE.test(sentence)) return null;
  const values = valuesIn(sentence).filter((value) =>
    active.some((c) => count(c.statement, value) > 0),
  );
  const holding = active.filter((c) => values.some((value) => count(c.statement, value) > 0));
  return values.length > 0 && holding.length === 1 ? (holding[0] ?? null) : null;
}

/** Refers to something said elsewhere: what is taken back does not stand in the sentence. */
const REFERS_BACK =
  /\b(?:what (?:i|we) (?:said|wrote)|(?:my|the) (?:last|previous|earlier) (?:comment|message|point))\b/i;

/** The only criterion that speaks of what a sentence takes back; nothing that was left out of the scope may be meant. */
function takenFrom(
  sentence: string,
  { outOfScope }: Contract,
  active: readonly Criterion[],
): Criterion | null {
  if (!takesBack(sentence) || REFERS_BACK.test(sentence)) return null;
  if (outOfScope.some(({ text }) => speaksOf(sentence, vocabularyOf([text])))) return null;
  const meant = active.filter(({ statement }) => speaksOf(sentence, vocabularyOf([statement])));
  return meant.length === 1 ? (meant[0] ?? null) : null;
}

/** Whether a sentence that takes something back may take it from the contract: then a person has to say from where. */
export function takesFrom(sentence: string, contract: Contract | null): boolean {
  if (!takesBack(sentence)) return false;
  if (!contract || REFERS_BACK.test(sentence)) return true;
  const texts = [
    ...contract.acceptance.filter(({ status }) => status === 'active').map((c) => c.statement),
    ...[...contract.inScope, ...contract.outOfScope].map(({ text }) => text),
    ...contract.constraints,
  ];
  return (
    /\b(?:it|that|this|them|those|these|one|anymore|changed my mind|second thought)\b/i.test(
      sentence,
    ) ||
    speaksOf(sentence, vocabularyOf(texts)) ||
    valuesIn(sentence).some((value) => texts.some((text) => count(text, value) > 0))
  );
}

/** Code and numbers: what a sentence names exactly. */
const valuesIn = (text: string): string[] => [
  ...(text.match(/`[^`\n]{2,80}`/g) ?? []),
  ...(text.replace(/`[^`\n]*`|#\d+|\bAC-\d+|https?:\S+/g, ' ').match(/\b\d+(?:[.,]\d+)?\b/g) ?? []),
];

const VALUE = String.raw`(?:\x60[^\x60\n]{1,80}\x60|["“][^"”\n]{1,80}["”]|\d+(?:[.,]\d+)?(?: ?(?:ms|s|seconds?|minutes?|min|hours?|h|days?|%|kB|MB|GB|times|characters))?)`;
const SWAPS: readonly (readonly [RegExp, 'new-old' | 'old-new'])[] = [
  [
    new RegExp(
      `(${VALUE}),? (?:and )?not (?:at |to |after |for |the )?(${VALUE})(?=[\\s.,;!)]|$)`,
      'iu',
    ),
    'new-old',
  ],
  [
    new RegExp(`(${VALUE}),? (?:instead of|rather than|in place of) (?:the )?(${VALUE})`, 'iu'),
    'new-old',
  ],
  [new RegExp(`(${VALUE}) ?(?:→|->|=>) ?(${VALUE})`, 'iu'), 'old-new'],
  [
    new RegExp(
      `\\b(?:change|rename|replace|turn|raise|lower|increase|decrease|bump) (?:it |the \\S+ )?(?:from )?(${VALUE}) (?:to|with|by|into) (${VALUE})`,
      'iu',
    ),
    'old-new',
  ],
  [/^s\/([^/\n]{1,100})\/([^/\n]{0,100})\//, 'old-new'],
];

interface Swap {
  old: string;
  new: string;
}

function swapIn(sentence: string): Swap | null {
  for (const [form, order] of SWAPS) {
    const [, first, second] = form.exec(sentence) ?? [];
    if (first === undefined || second === undefined || first === '') continue;
    return order === 'new-old' ? { new: first, old: second } : { new: second, old: first };
  }
  return null;
}

/** Without its marks where the contract has the old value only within longer code. */
function exactIn(active: readonly Criterion[], swap: Swap | null): Swap | null {
  if (!swap || active.some((c) => indexOfValue(c.statement, swap.old) !== -1)) return swap;
  return { old: unmarked(swap.old), new: unmarked(swap.new) };
}

const unmarked = (value: string): string => value.replace(/^[`"“]|[`"”]$/g, '');

/** "500 ms, not 200": the unit stands already where the number is. */
function swapped(statement: string, { old, new: given }: Swap): string {
  const at = indexOfValue(statement, old);
  const rest = statement.slice(at + old.length);
  const unit = /^\d[\d.,]*( ?\D+)$/.exec(given)?.[1];
  const value =
    unit !== undefined &&
    /^\d[\d.,]*$/.test(old) &&
    rest.trimStart().toLowerCase().startsWith(unit.trim().toLowerCase())
      ? given.slice(0, -unit.length)
      : given;
  return `${statement.slice(0, at)}${value}${rest}`;
}

const isWordy = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}_]/u.test(character);

/** Where a value stands by itself; `2` is not in `200`, and `--json` is not in `--json-lines`. */
function indexOfValue(text: string, value: string, from = 0): number {
  for (let at = text.indexOf(value, from); at !== -1; at = text.indexOf(value, at + 1)) {
    const inside =
      (isWordy(value[0]) && isWordy(text[at - 1])) ||
      (isWordy(value.at(-1)) && isWordy(text[at + value.length])) ||
      (/\d/.test(value.at(-1) ?? '') && /^[.,]\d/.test(text.slice(at + value.length)));
    if (!inside) return at;
  }
  return -1;
}

/** How often a value stands in a statement; code also counts inside longer code, where its words begin and end. */
function count(statement: string, value: string): number {
  const shown = indexOfValue(statement, value) === -1 ? unmarked(value) : value;
  let found = 0;
  for (
    let at = indexOfValue(statement, shown);
    at !== -1;
    at = indexOfValue(statement, shown, at + 1)
  )
    found += 1;
  return found;
}

const ENDS = `(?:please )?(?:let['’]?s |let us |we can |we (?:may|should) )?(?:drop|remove|retire|withdraw|scratch|skip|forget(?: about)?|delete|cut|kill|lose|never ?mind|no need for|(?:we |i )?(?:do not|don['’]?t) (?:need|want))`;
const RETIRES_ID = new RegExp(
  `^(?:ok(?:ay)?,? |actually,? |then )?${ENDS} (?:the )?(AC-\\d+)(?: (?:any ?more|after all|for now|then|please))*(?=[,.;!]|$)`,
  'iu',
);
const ID_RETIRED =
  /^(AC-\d+) (?:can (?:go|be (?:dropped|removed|skipped))|(?:should|must|has to) (?:go|be (?:dropped|removed))|is (?:not needed|no longer needed|obsolete|dropped|gone))(?: (?:any ?more|after all|now|then))*(?=[,.;!]|$)/i;
const RETIRES_CODE = new RegExp(
  `^(?:ok(?:ay)?,? |actually,? |then )?${ENDS} (?:the )?(\\x60[^\\x60\\n]{2,80}\\x60)(?: (?:option|flag|thing|part|check|support|header|command|function|field|any ?more|after all|altogether|again))*(?=[,.;!]|$)`,
  'iu',
);

/** The criterion that a sentence ends: by its id, or by the code that stands in it alone. */
function retiredBy(sentence: string, active: readonly Criterion[]): Criterion | null {
  const text = plain(sentence);
  const id = (RETIRES_ID.exec(text) ?? ID_RETIRED.exec(text))?.[1]?.toUpperCase();
  if (id !== undefined) return active.find((c) => c.id === id) ?? null;
  const code = RETIRES_CODE.exec(text)?.[1];
  if (code === undefined) return null;
  const [only, ...others] = active.filter((c) => count(c.statement, code) > 0);
  return only && others.length === 0 && isSubject(only.statement, unmarked(code)) ? only : null;
}

/** A part of a criterion that a sentence ends by its code. */
function endedIn(sentence: string, active: readonly Criterion[]): Criterion | null {
  const code = RETIRES_CODE.exec(plain(sentence))?.[1];
  const holding = code ? active.filter((c) => count(c.statement, code) > 0) : [];
  return holding.length === 1 ? (holding[0] ?? null) : null;
}

/** Whether a statement is about a thing: it opens with it, and not as one of several. */
function isSubject(statement: string, thing: string): boolean {
  const at = indexOfValue(statement, thing);
  const [head, tail] = [statement.slice(0, at), statement.slice(at + thing.length)];
  const several = /^`?(?:,| and | or )/.test(tail) || /(?:,| and | or ) ?`?$/.test(head);
  return !several && head.split(/\s+/).length <= 5;
}
