import type { Contract } from '../schema/contract.ts';
import type { Disposition, SourceChange } from '../schema/disposition.ts';
import type { Source } from '../schema/snapshot.ts';
import { addedText, brokenQuotes, sameWords } from './classify-change-text.ts';
import { type ContractCommand, parseComment } from './commands.ts';
import { type SentenceKind, sentenceKind, sentencesOf } from './requirement-wording.ts';

export interface ClassifyInput {
  change: SourceChange;
  before: Source | null;
  after: Source | null;
  contract: Contract | null;
  /** Whether author and editor may amend, as asked in this look. */
  mayAmend: boolean;
  /** It is one of our own comments, by its id in the ledger. */
  own?: boolean;
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
  const fresh = before ? addedText(before.text, after.text) : after.text;
  if (after.id === 'title')
    return verdict('handback', 'the title was changed: is the goal still the same?', after.text);
  return fresh.trim() === '' && before
    ? classifyRemoval(before, after, contract)
    : classifyWords(fresh, after.id);
}

function classifyDeletion(before: Source | null, contract: Contract | null): Classification {
  const broken = before ? brokenQuotes(contract, before, null) : null;
  return broken
    ? verdict('handback', `${broken.id} rests on a text that was deleted`, broken.quote)
    : verdict('no-effect', 'nothing in the contract rests on the deleted text');
}

/** Something went and nothing came: harmless only while no sentence that counted is among it. */
function classifyRemoval(before: Source, after: Source, contract: Contract | null): Classification {
  const gone = addedText(after.text, before.text);
  const stated = [
    ...(contract?.constraints ?? []),
    ...(contract?.outOfScope ?? []).map((entry) => entry.text),
    ...(contract?.inScope ?? []).map((entry) => entry.text),
  ];
  const counted = stated.find((text) => gone.includes(text));
  if (counted !== undefined)
    return verdict(
      'handback',
      'words that the contract’s scope or constraints rest on were removed',
      counted,
    );
  const strongest = judge(gone);
  return strongest.kind === 'courtesy'
    ? verdict('no-effect', 'only small talk was removed')
    : verdict('plan-invalidated', 'text was removed that no criterion quotes', strongest.sentence);
}

const OUTCOMES: Record<SentenceKind, readonly [Disposition['outcome'], string]> = {
  requirement: ['amendment', 'it demands something'],
  unclear: ['handback', 'no rule can tell whether it asks for something'],
  approach: ['plan-invalidated', 'it says something about the way, not about the goal'],
  recheck: ['evidence-invalidated', 'it asks to check again'],
  question: ['question', 'it asks something and demands nothing'],
  courtesy: ['no-effect', 'it asks for nothing'],
};

function classifyWords(text: string, source: string): Classification {
  const { commands, rest } = parseComment(text);
  const commanded = commands.map(commandOutcome);
  if (rest === '' && commanded.length > 0) return strongestOf(commanded);
  const worded = judge(rest);
  const [outcome, reason] = OUTCOMES[worded.kind];
  const words = verdict(outcome, reason, worded.sentence);
  if (outcome === 'amendment' && worded.quotes.length > MOST_QUOTED)
    return verdict(
      'handback',
      `${source} demands more at once than can be taken over sentence by sentence`,
      worded.sentence,
    );
  return strongestOf([
    ...commanded,
    outcome === 'amendment' ? { ...words, quote: worded.quotes } : words,
  ]);
}

/** A disposition’s quote holds no more; amendByRules reads the new sentences from it. */
const MOST_QUOTED = 500;

const STRENGTH: readonly SentenceKind[] = [
  'requirement',
  'unclear',
  'approach',
  'recheck',
  'question',
  'courtesy',
];

/** The strongest sentence decides for all. Words that are only code or quotes are unclear. */
function judge(text: string): { kind: SentenceKind; sentence: string; quotes: string } {
  const sentences = sentencesOf(text);
  const judged = sentences.map((sentence) => ({ sentence, kind: sentenceKind(sentence) }));
  const kind = STRENGTH.find((k) => judged.some((j) => j.kind === k));
  if (kind === undefined) {
    const silent = text.replace(/[\s.!]/g, '') === '';
    return { kind: silent ? 'courtesy' : 'unclear', sentence: text.trim(), quotes: '' };
  }
  const of = judged.filter((j) => j.kind === kind).map((j) => j.sentence);
  return { kind, sentence: of[0] ?? '', quotes: of.join('\n') };
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
  'no-effect',
];

function strongestOf(verdicts: readonly Classification[]): Classification {
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
