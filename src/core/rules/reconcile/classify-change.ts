import type { Contract } from '../../schema/contract.ts';
import type { Disposition, SourceChange } from '../../schema/disposition.ts';
import type { Source } from '../../schema/snapshot.ts';
import { demandsOf } from '../drafting/draft-contract.ts';
import { type SentenceKind, sentenceKind, sentencesOf } from '../drafting/requirement-wording.ts';
import { type ContractCommand, parseComment } from '../request/commands.ts';
import { addedTo, brokenQuotes, sameWords } from './classify-change-text.ts';
import { commentSentenceKind, kindsOf } from './comment-wording.ts';
import { vocabularyOf } from './contract-vocabulary.ts';
import { asksPeople } from './open-decision.ts';
import { suggestionBlocks } from './suggestion-blocks.ts';

export interface ClassifyInput {
  change: SourceChange;
  before: Source | null;
  after: Source | null;
  contract: Contract | null;
  /** Whether author and editor may amend, as asked in this look. */
  mayAmend: boolean;
  /** It is one of our own comments, by its id in the ledger. */
  own?: boolean;
  /** There is a commit already: words about the way come too late for it. */
  committed?: boolean;
  /** Its commands were answered already, each by its own right: judge only what stands beside them. */
  commandsAnswered?: boolean;
}

export interface Classification {
  outcome: Disposition['outcome'];
  reason: string;
  /** The words it turned on, at most 500 characters. */
  quote: string | null;
}

/**
 * What becomes of one changed source, by rules that are safe without a model: "no effect" only where every sentence is
 * known to ask for nothing; what no rule is sure of is handed back.
 */
export function classifyChange(input: ClassifyInput): Classification {
  const { change, before, after, contract } = input;
  if (input.own) return verdict('own-comment', 'written by this bot');
  if (change.change === 'deleted' || !after) return classifyDeletion(before, contract);
  if (!input.mayAmend && !after.adopted)
    return verdict(
      'not-authorised',
      'whoever wrote or edited it may not amend here: shown as a suggestion',
      after.text.trim(),
    );
  if (before && change.change === 'edited') {
    if (sameWords(before.text, after.text) && contract !== null)
      return verdict('no-effect', 'what a person sees says the same as before');
    const broken = brokenQuotes(contract, before, after);
    if (broken)
      return verdict('handback', `${broken.id} rests on words that were changed`, broken.quote);
  }
  if (after.id === 'title')
    return verdict('handback', 'the title was changed: is the goal still the same?', after.text);
  return classifyWords(before, after, input);
}

function classifyDeletion(before: Source | null, contract: Contract | null): Classification {
  if (before?.adopted)
    return verdict('no-effect', 'it counts as it stood when it was adopted, whoever deletes it');
  const broken = before ? brokenQuotes(contract, before, null) : null;
  return broken
    ? verdict('handback', `${broken.id} rests on a text that was deleted`, broken.quote)
    : verdict('no-effect', 'nothing in the contract rests on the deleted text');
}

/** Something went and nothing came: harmless only while nothing that counted is among it. */
function classifyRemoval(gone: readonly string[], contract: Contract | null): Classification {
  const stated = [
    ...(contract?.constraints ?? []),
    ...(contract?.outOfScope ?? []).map((entry) => entry.text),
    ...(contract?.inScope ?? []).map((entry) => entry.text),
  ];
  const counted = stated.find((text) => gone.some((part) => part.includes(text)));
  if (counted !== undefined)
    return verdict('handback', 'words that scope or constraints rest on were removed', counted);
  const weighty = gone.find((sentence) => sentenceKind(sentence) !== 'courtesy');
  return weighty === undefined
    ? verdict('no-effect', 'only small talk was removed')
    : verdict('plan-invalidated', 'text was removed that no criterion quotes', weighty);
}

const OUTCOMES: Record<SentenceKind, readonly [Disposition['outcome'], string]> = {
  requirement: ['amendment', 'it demands something'],
  unclear: ['handback', 'no rule can tell whether it asks for something'],
  approach: ['plan-invalidated', 'it says something about the way, not about the goal'],
  recheck: ['evidence-invalidated', 'it asks to check again'],
  question: ['question', 'it asks something and demands nothing'],
  courtesy: ['no-effect', 'it asks for nothing'],
};

/** Judges what is new in a text: its commands, what it demands, and every other sentence. */
function classifyWords(
  before: Source | null,
  after: Source,
  { contract, commandsAnswered = false, committed = false }: ClassifyInput,
): Classification {
  const [was, is] = [parseComment(before?.text ?? ''), parseComment(after.text)];
  const known = new Set(was.commands.map((command) => command.raw));
  const commands = commandsAnswered ? [] : is.commands.filter(({ raw }) => !known.has(raw));
  const commanded = commands.map(commandOutcome);
  const sentences = addedTo(sentencesOf(was.rest), sentencesOf(is.rest));
  const undecided = sentences.find(asksPeople);
  if (undecided !== undefined)
    return strongestOf([
      ...commanded,
      verdict('handback', 'it asks to wait, or says that people have not agreed', undecided),
    ]);
  const suggested = addedTo(suggestionBlocks(before?.text ?? ''), suggestionBlocks(after.text));
  if (suggested.length > 0) {
    const own = sentences.filter((sentence) => !/:\s*$/.test(sentence));
    const demanded = newDemands(before, after, own).filter((demand) => own.includes(demand));
    return strongestOf([
      ...commanded,
      proposing(suggested.join('\n'), committed),
      ...(demanded.length > 0 ? [demanding(demanded.join('\n'))] : []),
    ]);
  }
  // "Please use this:" before a block of code: what is asked for stands in the code, which no rule reads.
  const introduces = sentences.find(
    (sentence) => /:\s*$/.test(sentence) && commentSentenceKind(sentence) === 'requirement',
  );
  if (introduces !== undefined && /^ {0,3}(?:```|~~~)/m.test(after.text))
    return strongestOf([
      ...commanded,
      verdict('handback', 'what it asks for stands in a block of code', introduces),
    ]);
  const demands = newDemands(before, after, sentences);
  if (demands.length > 0) return strongestOf([...commanded, demanding(demands.join('\n'))]);
  const vocabulary = vocabularyOf(wordsOf(contract));
  const judged = kindsOf(sentences, vocabulary).map(([sentence, kind]): Classification => {
    const [outcome, reason] = OUTCOMES[kind];
    return verdict(outcome, reason, sentence);
  });
  if (commanded.length + judged.length > 0) return strongestOf([...commanded, ...judged]);
  const lines = addedTo(was.rest.split('\n'), is.rest.split('\n'));
  if (lines.some((line) => /[\p{L}\p{N}]/u.test(line)))
    return verdict(
      'handback',
      'it has no words of its own, only code, quotes or headings',
      lines.join('\n'),
    );
  const gone = addedTo(sentencesOf(is.rest), sentencesOf(was.rest));
  return gone.length > 0
    ? classifyRemoval(gone, contract)
    : verdict('no-effect', OUTCOMES.courtesy[1], lines[0] ?? null);
}

function wordsOf(contract: Contract | null): string[] {
  if (!contract) return [];
  const active = contract.acceptance.filter(({ status }) => status === 'active');
  return [
    contract.goal,
    ...active.map(({ statement }) => statement),
    ...[...contract.inScope, ...contract.outOfScope].map(({ text }) => text),
    ...contract.constraints,
  ];
}

/** New sentences that demand something, and a body’s new items under headings such as "Acceptance criteria". */
function newDemands(before: Source | null, after: Source, sentences: readonly string[]): string[] {
  const quotes = (source: Source | null) =>
    source?.id === 'body' ? demandsOf(source).map((item) => item.quote) : [];
  const worded = sentences.filter((sentence) => commentSentenceKind(sentence) === 'requirement');
  return [...new Set([...addedTo(quotes(before), quotes(after)), ...worded])];
}

/** A disposition’s quote holds no more; amendByRules reads the new demands from it. */
const MOST_QUOTED = 500;

function demanding(quotes: string): Classification {
  return quotes.length > MOST_QUOTED
    ? verdict('handback', 'it demands more at once than can be taken over word by word', quotes)
    : verdict('amendment', OUTCOMES.requirement[1], quotes);
}

/**
 * Exact code says how, and nothing of what must be true: the agent is told, and the contract stays. Where a commit exists,
 * nobody would work on it again: a person commits the suggestion, which is then verified like any commit of theirs.
 */
function proposing(code: string, committed: boolean): Classification {
  if (committed)
    return verdict(
      'handback',
      'it proposes exact code for a commit that is there: commit the suggestion on GitHub, and it is verified; or say with /contract amend what must be true',
      code,
    );
  return code.length > MOST_QUOTED
    ? verdict('handback', 'it proposes more code at once than can be handed on word by word', code)
    : verdict('plan-invalidated', 'it proposes exact code: the way, not the goal', code);
}

function commandOutcome(command: ContractCommand): Classification {
  switch (command.name) {
    case 'amend':
      return verdict('amendment', 'asked for with /contract amend', command.text);
    case 'decide':
      return verdict('amendment', 'a question was decided', command.raw);
    case 'replan':
      return verdict('plan-invalidated', 'a new plan is asked for', command.reason || command.raw);
    case 'verify':
      return verdict('evidence-invalidated', 'asked to verify again', command.raw);
    case 'unknown':
      return verdict('question', 'no such command', command.raw);
    default:
      return verdict('no-effect', `/contract ${command.name} changes no requirement`, command.raw);
  }
}

const BY_STRENGTH: readonly Disposition['outcome'][] = [
  'handback',
  'amendment',
  'plan-invalidated',
  'evidence-invalidated',
  'question',
  'not-authorised',
  'no-effect',
  'own-comment',
];

/** The weightiest of several verdicts on one source: it has exactly one disposition. */
export function strongestOf(verdicts: readonly Classification[]): Classification {
  const ranked = verdicts.toSorted(
    (a, b) => BY_STRENGTH.indexOf(a.outcome) - BY_STRENGTH.indexOf(b.outcome),
  );
  return ranked[0] ?? verdict('handback', 'nothing in it could be read');
}

function verdict(
  outcome: Disposition['outcome'],
  reason: string,
  quote: string | null = null,
): Classification {
  return {
    outcome,
    reason: reason.slice(0, 1000),
    quote: quote === null || quote === '' ? null : quote.slice(0, 500).toWellFormed(),
  };
}
