import type { Check } from '../schema/check.ts';
import type { ContractDraft, DraftedCheck, DraftedCriterion } from '../schema/draft.ts';
import type { Snapshot, Source } from '../schema/snapshot.ts';
import { isAuthorised } from './authority.ts';
import { argvOf } from './command-line.ts';
import { parseComment } from './commands.ts';
import {
  codeItems,
  type Item,
  itemsOf,
  listItems,
  scenarios,
  sentenceItems,
  statementOf,
} from './draft-contract-items.ts';
import { type Section, sectionsOf } from './draft-contract-sections.ts';
import {
  isImperative,
  obliges,
  sentenceKind,
  sentencesOf,
  staysTrue,
} from './requirement-wording.ts';
import type { MarkdownLine } from './visible-text-lines.ts';

/** More criteria than that in one issue are a list of tasks, not one. */
const MOST_CRITERIA = 60;
const GOAL_LENGTH = 1000;

/**
 * The first layer of drafting (design §4): a contract from headings, lists, scenarios and wording alone, without a model.
 * Reads only text that carries authority. `checks` are the repository’s own, found on the base commit; they guard every
 * criterion later on, so a command in the issue that is one of them is no new check.
 */
export function draftContract(
  snapshot: Snapshot,
  checks: readonly Check[],
): { draft: ContractDraft; notes: string[] } {
  const sources = snapshot.sources.filter(isAuthorised);
  const title = sources.find((source) => source.id === 'title')?.text.trim() ?? '';
  const body = sources.find((source) => source.id === 'body');
  const sections = body ? sectionsOf(body.text) : [];
  const known = new Set(checks.flatMap((check) => ('argv' in check ? [check.argv.join(' ')] : [])));
  const items = sources.flatMap(demandsOf);
  const own = items.length > 0 ? items : titleItem(title);
  const criteria = unique(own).map((item) => criterion(item, known));
  const proofs = verificationChecks(sections, known);
  const draft: ContractDraft = {
    goal: goalOf(title, sections),
    inScope: scopeOf(sections, 'scope'),
    outOfScope: scopeOf(sections, 'out-of-scope'),
    constraints: sections
      .filter((section) => section.kind === 'constraints')
      .flatMap((section) => itemsOf(section.lines).map((item) => statementOf(item.quote))),
    acceptance: criteria
      .slice(0, MOST_CRITERIA)
      .map((c) =>
        c.expectation === 'becomes-true' ? { ...c, checks: [...c.checks, ...proofs] } : c,
      ),
    stopRules: sections
      .filter((section) => section.kind === 'stop')
      .flatMap((section) => itemsOf(section.lines))
      .map(({ quote }) => ({ text: statementOf(quote), globs: pathsIn(quote) })),
    assumptions: [],
    openQuestions: [...openQuestions(sections), ...(criteria.length === 0 ? [WHAT_IS_DONE] : [])],
  };
  return { draft, notes: notesOf(snapshot, criteria.length) };
}

const WHAT_IS_DONE = {
  text: 'What must be true when this is done, so that a check can tell?',
  alternatives: [],
  blocking: true,
};

/** What one text demands, each verbatim: a body by its parts, a comment by its wording and its amendments. */
export function demandsOf(source: Pick<Source, 'id' | 'text'>): Item[] {
  if (source.id === 'title') return [];
  return source.id === 'body' ? bodyItems(sectionsOf(source.text)) : commentItems(source.text);
}

function bodyItems(sections: readonly Section[]): Item[] {
  return sections.flatMap((section): Item[] => {
    switch (section.kind) {
      case 'acceptance':
        return itemsOf(section.lines);
      case 'expected': {
        const items = itemsOf(section.lines);
        return items.length > 0 ? items : codeItems(section.lines);
      }
      case 'stays':
        return itemsOf(section.lines).map((item) => ({ ...item, checked: true }));
      case 'text':
        return textItems(section.lines);
      case 'verification':
        return listItems(section.lines).filter(
          (item) => item.checked !== null || obliges(item.quote),
        );
      default:
        return [];
    }
  });
}

/** Running text describes more than it demands: scenarios, check boxes, and sentences with RFC 2119 words only. */
function textItems(lines: readonly MarkdownLine[]): Item[] {
  const given = scenarios(lines);
  const steps = new Set(given.flatMap((item) => item.quote.split('\n').map((step) => step.trim())));
  const others = lines.map((line) => (steps.has(line.text.trim()) ? { ...line, text: '' } : line));
  return [...given, ...demandsIn(others)];
}

function demandsIn(lines: readonly MarkdownLine[]): Item[] {
  const boxes = listItems(lines).filter((item) => item.checked !== null);
  if (boxes.length > 0) return boxes;
  return sentenceItems(lines).filter((item) => obliges(item.quote));
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
  ].map((quote) => ({ quote, checked: null }));
}

/** An amendment in words is one criterion, or one for each of its list items. */
export function amendmentQuotes(text: string): string[] {
  const lines = text
    .split('\n')
    .map(
      (line): MarkdownLine => ({ text: line, kind: 'text', quoted: false, block: 0, language: '' }),
    );
  const listed = listItems(lines);
  return listed.length > 0 ? listed.map((item) => item.quote) : [text.trim()];
}

/** A title such as "Add --json to users list" states the outcome when the body does not. */
function titleItem(title: string): Item[] {
  const plain = title.replace(/^\s*(?:\[[^\]]{1,30}\]|\w{2,12}(?:\([\w-]{1,20}\))?:)\s*/, '');
  return isImperative(plain) || obliges(title) ? [{ quote: title, checked: null }] : [];
}

function criterion(item: Item, known: ReadonlySet<string>): DraftedCriterion {
  const statement = statementOf(item.quote);
  const named = namedCommand(statement);
  const holds = named !== null && known.has(named.join(' '));
  return {
    statement,
    quote: item.quote.slice(0, 2000).toWellFormed(),
    expectation:
      item.checked === true || holds || staysTrue(statement) ? 'stays-true' : 'becomes-true',
    checks:
      named && !holds
        ? [{ kind: 'command', argv: named, why: 'The issue says that this command passes.' }]
        : [],
  };
}

const PASSES =
  /`([^`]{2,200})`\s+(?:\S+\s+){0,2}?(?:pass(?:es)?|succeeds?|works|exits? (?:with )?(?:code |status )?0|is green|are green|runs? (?:clean|without errors?))/i;

/** "`pytest -q` passes" names its own check. */
function namedCommand(statement: string): string[] | null {
  return argvOf(PASSES.exec(statement)?.[1] ?? '');
}

const SHELL_LANGUAGES = new Set(['', 'sh', 'bash', 'shell', 'console', 'zsh', 'shell-session']);

/** Fenced commands under a heading such as "How to test". */
function verificationChecks(
  sections: readonly Section[],
  known: ReadonlySet<string>,
): DraftedCheck[] {
  return sections
    .filter((section) => section.kind === 'verification')
    .flatMap((section) => section.lines)
    .filter(
      (line) =>
        line.kind === 'code' &&
        SHELL_LANGUAGES.has(line.language) &&
        !/^\s*[`~]{3}/.test(line.text),
    )
    .flatMap((line) => {
      const argv = argvOf(line.text);
      return argv && !known.has(argv.join(' '))
        ? [{ kind: 'command' as const, argv, why: 'The issue names this command as its test.' }]
        : [];
    })
    .slice(0, 5);
}

function scopeOf(sections: readonly Section[], kind: 'scope' | 'out-of-scope') {
  return sections
    .filter((section) => section.kind === kind)
    .flatMap((section) => itemsOf(section.lines))
    .map(({ quote }) => ({ text: statementOf(quote).slice(0, 1000), globs: pathsIn(quote) }));
}

/** Paths and globs in backticks. Elsewhere than under a scope heading a path is a hint, never a limit. */
function pathsIn(text: string): string[] {
  return [...text.matchAll(/`([^`\s]{1,200})`/g)]
    .map((match) => match[1] ?? '')
    .filter(
      (code) =>
        /^\.?[\w@-][\w@./*{},[\]-]*$/.test(code) && (code.includes('/') || /\.\w{1,8}$/.test(code)),
    )
    .map((path) => (path.endsWith('/') ? `${path}**` : path));
}

function openQuestions(sections: readonly Section[]): ContractDraft['openQuestions'] {
  return sections
    .filter((section) => section.kind === 'questions')
    .flatMap((section) => itemsOf(section.lines))
    .filter((item) => item.checked !== true && !/^(?:none|n\/a|no|-)\.?$/i.test(item.quote))
    .map(({ quote }) => ({ text: statementOf(quote), alternatives: [], blocking: true }));
}

function goalOf(title: string, sections: readonly Section[]): string {
  const first = sections
    .filter((section) => section.kind === 'text')
    .flatMap((section) => sentenceItems(section.lines))
    .slice(0, 3)
    .map((item) => statementOf(item.quote))
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
