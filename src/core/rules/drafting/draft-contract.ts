import type { Check } from '../../schema/check.ts';
import type { ContractDraft, DraftedCheck, DraftedCriterion } from '../../schema/draft.ts';
import type { Snapshot, Source } from '../../schema/snapshot.ts';
import { isAuthorised } from '../request/authority.ts';
import { parseComment } from '../request/commands.ts';
import { readMarkdown } from '../text/read-markdown.ts';
import type { Demands } from './draft-contract-best.ts';
import { knownCommands, namedCommand, verificationChecks } from './draft-contract-commands.ts';
import { bodyDemands } from './draft-contract-demands.ts';
import { type Item, item, itemsOf, statementOf } from './draft-contract-items.ts';
import { indexTests, narrowChecks } from './draft-contract-narrow.ts';
import { WHICH_WAY } from './draft-contract-options.ts';
import { oracleCriteria, oraclesIn } from './draft-contract-oracles.ts';
import { passagesOf } from './draft-contract-passages.ts';
import { pathsIn, placesNamed, scopeEntries } from './draft-contract-paths.ts';
import { type Section, sectionsOf } from './draft-contract-sections.ts';
import { hasNoMeasure, isBoilerplate, sentencesIn } from './draft-contract-wording.ts';
import {
  isImperative,
  obliges,
  sentenceKind,
  sentencesOf,
  staysTrue,
} from './requirement-wording.ts';

/** More criteria than that in one issue are a list of tasks, not one. */
const MOST_CRITERIA = 60;
const MOST_QUESTIONS = 10;
const GOAL_LENGTH = 1000;

/**
 * The first layer of drafting (design §4): a contract from headings, lists, tables, scenarios and wording alone, without
 * a model. Reads only text that carries authority. `checks` are the repository’s own, found on the base commit; they
 * guard every criterion later on, so a command in the issue that is one of them is no new check. `paths` are the files
 * there: among the tests the narrowest that could prove a criterion is looked for.
 */
export function draftContract(
  snapshot: Snapshot,
  checks: readonly Check[],
  paths: readonly string[] = [],
): { draft: ContractDraft; notes: string[] } {
  const sources = snapshot.sources.filter(isAuthorised);
  const title = sources.find((source) => source.id === 'title')?.text.trim() ?? '';
  const body = sources.find((source) => source.id === 'body');
  const sections = body ? sectionsOf(body.text) : [];
  const asked = bodyDemands(sections, title);
  const known = knownCommands(checks);
  const heard = sources.flatMap((source) =>
    source.id === 'body' || source.id === 'title' ? [] : commentItems(source.text),
  );
  const items = [...asked.criteria, ...heard];
  // Where people have to decide first, the title states no outcome either.
  const open = asked.undecided.length > 0;
  const own = items.length > 0 || open ? items : titleItem(title);
  const context = { known, refactors: REFACTORS.test(title) };
  const stated = unique(own);
  const criteria = stated.slice(0, MOST_CRITERIA).map((one) => criterion(one, context));
  const proofs = verificationChecks(sections, known);
  const oracles = oracleCriteria(oraclesIn(body?.text ?? ''), checks);
  const tests = indexTests(paths);
  const draft: ContractDraft = {
    goal: goalOf(title, sections),
    inScope: [...scopeEntries(under(sections, 'scope')), ...placesNamed(sections)],
    outOfScope: scopeEntries(asked.outOfScope),
    constraints: asked.constraints.map((one) => statementOf(one.quote)),
    acceptance: [
      ...criteria.map((one) => withProofs(one, [...proofs, ...narrowChecks(one, tests, checks)])),
      ...oracles.criteria,
    ],
    stopRules: under(sections, 'stop').map(({ quote }) => ({
      text: statementOf(quote),
      globs: pathsIn(quote),
    })),
    assumptions: [],
    openQuestions: openQuestions(sections, asked, [...criteria, ...oracles.criteria]),
  };
  return { draft, notes: [...notesOf(snapshot, stated.length), ...oracles.notes] };
}

const REFACTORS = /^(?:\[?refactor|clean-?up|move|split|extract|rename)/i;

/** "X is new; the default stays": its first half decides, for that is what must be red today. */
const CLAUSE =
  /[;；]\s|,\s+(?:and |but |while )?(?=(?:the default|everything|nothing|all other|existing)\b)/i;

const WHAT_IS_DONE = 'What must be true when this is done, so that a check can tell?';
const HOW_MUCH =
  'How much is enough? Name a number, an output or a behaviour that one would observe.';

/** What one text demands, each verbatim: a body by its parts, a comment by its wording and its amendments. */
export function demandsOf(source: Pick<Source, 'id' | 'text'>): Item[] {
  if (source.id === 'title') return [];
  return source.id === 'body'
    ? bodyDemands(sectionsOf(source.text)).criteria
    : commentItems(source.text);
}

/** What a comment by someone with authority adds: its amendments, and its sentences that demand something. */
function commentItems(text: string): Item[] {
  const { commands, rest } = parseComment(text);
  const amendments = commands.flatMap((command) =>
    command.name === 'amend' ? [command.text] : [],
  );
  return [
    ...amendments.flatMap(amendmentQuotes),
    ...sentencesOf(rest).filter((sentence) => sentenceKind(sentence) === 'requirement'),
  ].map((quote) => item(quote, 'sentence'));
}

/** An amendment in words is one criterion, or one for each of its list items. */
export function amendmentQuotes(text: string): string[] {
  const listed = passagesOf(readMarkdown(text), text.split('\n'))
    .filter((passage) => passage.kind === 'item')
    .map((passage) => passage.text.trim());
  return listed.length > 0 ? listed : [text.trim()];
}

/** A title such as "Add --json to users list" states the outcome when the body does not. */
function titleItem(title: string): Item[] {
  const plain = title.replace(/^\s*(?:\[[^\]]{1,30}\]|\w{2,12}(?:\([\w-]{1,20}\))?:)\s*/, '');
  if (/[?？]\s*$/.test(plain)) return [];
  return isImperative(plain) || obliges(title) ? [item(title, 'sentence')] : [];
}

function criterion(
  one: Item,
  { known, refactors }: { known: ReadonlySet<string>; refactors: boolean },
): DraftedCriterion {
  const statement = statementOf(one.quote);
  const named = namedCommand(statement);
  const guards = named !== null && (known.has(named.join(' ')) || refactors);
  const holds = one.holds || one.checked === true || guards;
  // A scenario is written because it fails today, whatever it says of what is "still" so.
  const [first = statement] = statement.split(CLAUSE);
  const stays = holds || (one.form !== 'scenario' && staysTrue(first));
  return {
    statement,
    quote: one.quote.slice(0, 2000).toWellFormed(),
    expectation: stays ? 'stays-true' : 'becomes-true',
    checks:
      named && !known.has(named.join(' '))
        ? [{ kind: 'command', argv: named, why: 'The issue says that this command passes.' }]
        : [],
  };
}

function withProofs(one: DraftedCriterion, proofs: readonly DraftedCheck[]): DraftedCriterion {
  if (one.expectation !== 'becomes-true') return one;
  const own = new Set(one.checks.map((check) => check.argv?.join(' ')));
  return {
    ...one,
    checks: [...one.checks, ...proofs.filter((proof) => !own.has(proof.argv?.join(' ')))],
  };
}

const under = (sections: readonly Section[], kind: Section['kind']): Item[] =>
  sections.filter((section) => section.kind === kind).flatMap(({ passages }) => itemsOf(passages));

function openQuestions(
  sections: readonly Section[],
  asked: Demands,
  criteria: readonly DraftedCriterion[],
): ContractDraft['openQuestions'] {
  const listed = under(sections, 'questions')
    .filter((one) => one.checked !== true && !/^(?:none|n\/a|no|-)\b/i.test(one.quote))
    .map((one) => statementOf(one.quote));
  const vague = criteria.length > 0 && criteria.every((one) => hasNoMeasure(one.statement));
  const texts = [
    ...listed,
    ...asked.undecided.map(statementOf),
    ...(criteria.length === 0 && asked.undecided.length === 0 ? [WHAT_IS_DONE] : []),
    ...(vague ? [HOW_MUCH] : []),
  ];
  return [...new Set(texts)].slice(0, MOST_QUESTIONS).map((text) => ({
    text,
    alternatives: text === WHICH_WAY ? [...asked.ways] : [],
    blocking: true,
  }));
}

function goalOf(title: string, sections: readonly Section[]): string {
  const first = sections
    .filter((section) => section.kind === 'text')
    .flatMap((section) => section.passages)
    .filter((passage) => passage.kind === 'words')
    .flatMap((passage) => sentencesIn(passage.text))
    .filter((sentence) => !isBoilerplate(sentence))
    .slice(0, 3)
    .map(statementOf)
    .join(' ');
  const goal = [title, first === title ? '' : first].filter((part) => part !== '').join('\n\n');
  return goal.slice(0, GOAL_LENGTH).toWellFormed() || 'Not stated.';
}

function unique(items: readonly Item[]): Item[] {
  const seen = new Set<string>();
  return items.filter(({ quote }) => {
    const key = statementOf(quote).toLowerCase();
    return seen.has(key) ? false : seen.add(key) && true;
  });
}

function notesOf(snapshot: Snapshot, found: number): string[] {
  const silent = snapshot.sources.filter((source) => !isAuthorised(source));
  return [
    ...(silent.length > 0
      ? [
          `${silent.length} text(s) by people who may not amend were not read as requirements: ${silent
            .map((s) => s.id)
            .slice(0, 5)
            .join(', ')}.`,
        ]
      : []),
    ...(found > MOST_CRITERIA
      ? [`Only the first ${MOST_CRITERIA} of ${found} criteria were taken: split the issue.`]
      : []),
  ];
}
