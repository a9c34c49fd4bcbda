import { digestOf } from '../../digest.ts';
import type { Actor } from '../../schema/actor.ts';
import type { Check } from '../../schema/check.ts';
import type { Configuration } from '../../schema/configuration.ts';
import { type Amendment, Contract } from '../../schema/contract.ts';
import type { Disposition } from '../../schema/disposition.ts';
import type { AmendmentDraft, DraftedCriterion } from '../../schema/draft.ts';
import type { Snapshot, Source, SourceId } from '../../schema/snapshot.ts';
import type { CriterionContext } from '../contract/assemble-contract-criteria.ts';
import { idsAfter } from '../contract/assemble-contract-ids.ts';
import { amendmentQuotes, demandsOf } from '../drafting/draft-contract.ts';
import { statementOf } from '../drafting/draft-contract-items.ts';
import { sentencesOf, staysTrue } from '../drafting/requirement-wording.ts';
import { parseCommands, parseComment } from '../request/commands.ts';
import {
  addAll,
  addConstraints,
  type Changes,
  removalsOf,
  replaceAll,
  retireAll,
} from './amend-contract-changes.ts';
import {
  surroundingsOf,
  type TargetedChange,
  takesFrom,
  targetedChange,
} from './amend-contract-target.ts';
import { commentSentenceKind } from './comment-wording.ts';

export interface AmendInput {
  contract: Contract;
  draft: AmendmentDraft;
  /** Whose authority carries it. */
  by: Actor;
  /** Where it was asked for; null for a command on the console. */
  source: SourceId | null;
  /** The requirements as they stand now: the new contract is made from this revision. */
  snapshot: Snapshot;
  guardChecks: readonly Check[];
  configuration: Configuration;
  /** Criteria that code already serves: to retire one is to ask for its removal. */
  served?: ReadonlySet<string>;
}

/**
 * The next version of a contract (design §1, §4). Ids are never reused: a replaced criterion is superseded by a new one,
 * a removed one is retired. `changes` is empty when the draft comes to nothing; then nothing was amended.
 */
export function amendContract(input: AmendInput): {
  contract: Contract;
  amendment: Amendment;
  notes: string[];
} {
  const { contract, draft, snapshot } = input;
  const notes: string[] = [];
  const context: CriterionContext = {
    ids: idsAfter(contract),
    origin: 'model',
    requestText: snapshot.sources.map((source) => source.text).join('\n'),
    guards: input.guardChecks,
    notes,
    sources: preferring(snapshot, input.source),
    assumptions: [...contract.assumptions],
  };
  const changes: Changes = [];
  let acceptance = replaceAll(contract.acceptance, draft, context, changes);
  const removed = acceptance.filter(
    ({ id, status }) =>
      status === 'active' && draft.retire.includes(id) && input.served?.has(id) === true,
  );
  acceptance = retireAll(acceptance, draft.retire, changes);
  acceptance = [...acceptance, ...removalsOf(removed, draft.quote, context, changes)];
  acceptance = [...acceptance, ...addAll(acceptance, draft.add, context, changes)];
  const constraints = addConstraints(contract.constraints, draft.constraints, changes);
  const openQuestions = decideQuestions(input, changes);
  const version = contract.version + 1;
  return {
    contract: Contract.parse({
      ...contract,
      version,
      requirementsRevision: snapshot.revision,
      acceptance,
      constraints,
      assumptions: context.assumptions,
      openQuestions,
    }),
    amendment: {
      fromVersion: contract.version,
      toVersion: version,
      by: input.by,
      source: input.source,
      reason: draft.reason.slice(0, 4000).toWellFormed(),
      changes,
      previousHash: digestOf(contract),
    },
    notes,
  };
}

/** `/contract decide 2` answers the question it names, or the first blocking one that is open. */
function decideQuestions({ contract, source, snapshot, by }: AmendInput, changes: Changes) {
  const text = snapshot.sources.find((s) => s.id === source)?.text ?? '';
  const decisions = parseCommands(text).flatMap((c) => (c.name === 'decide' ? [c] : []));
  let questions = contract.openQuestions;
  for (const { choice, question: id } of decisions) {
    const asked = questions.find(
      (q) => q.decision === null && (id === null ? q.blocking : q.id === id),
    );
    const answer = asked?.alternatives[choice - 1];
    if (!asked || answer === undefined) continue;
    changes.push({ what: asked.id, old: null, new: answer });
    const decision = { choice: answer, by, at: snapshot.takenAt };
    questions = questions.map((q) => (q.id === asked.id ? { ...q, decision } : q));
  }
  return answerInWords(questions, { snapshot, by }, changes);
}

/** The question that work waits for, when it offers nothing to choose, is answered by what a person then makes of the contract. */
function answerInWords(
  questions: Contract['openQuestions'],
  { by, snapshot }: Pick<AmendInput, 'by' | 'snapshot'>,
  changes: Changes,
): Contract['openQuestions'] {
  const asked = questions.find((q) => q.blocking && q.decision === null);
  const said = changes.find((change) => change.new !== null && !/^Q-/.test(change.what));
  if (!asked || asked.alternatives.length > 0 || !said?.new) return questions;
  const choice = said.new.slice(0, 500).toWellFormed();
  changes.push({ what: asked.id, old: null, new: choice });
  const decision = { choice, by, at: snapshot.takenAt };
  return questions.map((q) => (q.id === asked.id ? { ...q, decision } : q));
}

/** The amending text’s own quotes count first: the same words may stand elsewhere too. */
function preferring({ sources }: Snapshot, id: SourceId | null) {
  return [...sources.filter((s) => s.id === id), ...sources.filter((s) => s.id !== id)];
}

/**
 * An amendment without a model: each `/contract amend` text, and each sentence that demands something, becomes a
 * criterion that quotes it; where its words leave no doubt which criterion it changes or ends, that one is replaced or retired.
 * Null when that would guess: a sentence that takes something back ("instead", "no longer") and does not say what.
 */
export function amendByRules(
  pending: Pick<Disposition, 'change' | 'quote' | 'reason'>,
  source: Source,
  contract: Contract | null = null,
): AmendmentDraft | null {
  const { commands, rest } = parseComment(source.text);
  const decided = commands.find((c) => c.name === 'decide');
  const chosen = decided && pending.quote ? amendmentIn(pending.quote) : [];
  const said = commands.flatMap((c) => (c.name === 'amend' ? amendmentQuotes(c.text) : []));
  const amendments = [...said, ...chosen];
  const demanded = demandedIn(pending, source, rest, new Set(amendments));
  const surroundings = surroundingsOf(rest);
  const targeted = demanded.map((quote): [string, TargetedChange | null] => [
    quote,
    contract && source.id !== 'body' ? targetedChange(quote, contract, surroundings) : null,
  ]);
  const untargeted = targeted.flatMap(([quote, change]) => (change ? [] : [quote]));
  if (untargeted.some((quote) => takesFrom(quote, contract) || LEANS_ON_CODE.test(quote)))
    return null;
  const replacements = targeted.flatMap(([quote, change]) =>
    change && !change.retire
      ? [
          {
            criterionId: change.criterionId,
            by: { ...toCriterion(quote), statement: change.statement },
          },
        ]
      : [],
  );
  // Two sentences that change one criterion: which words it then has, a person says.
  const changed = targeted.flatMap(([, change]) => (change ? [change.criterionId] : []));
  if (new Set(changed).size < changed.length) return null;
  const ended = targeted.flatMap(([, change]) => (change?.retire ? [change.criterionId] : []));
  const retire = [
    ...amendments.flatMap((text) => RETIRES.exec(text)?.[1]?.toUpperCase() ?? []),
    ...ended,
  ];
  const replace = amendments.flatMap((text) => {
    const [, id, by] = REPLACES_ID.exec(text) ?? [];
    return id !== undefined && by !== undefined
      ? [{ criterionId: id.toUpperCase(), by: toCriterion(by) }]
      : [];
  });
  const named = (text: string) => RETIRES.test(text) || REPLACES_ID.test(text);
  const quotes = [...amendments.filter((text) => !named(text)), ...untargeted];
  const first = amendments[0] ?? demanded[0] ?? decided?.raw;
  if (first === undefined) return null;
  return {
    outcome: 'amendment',
    reason: pending.reason,
    quote: first,
    add: quotes.map((quote) => inContext(quote, rest)),
    replace: [...replace, ...replacements],
    retire,
    constraints:
      amendments.length === 0 && demanded.length === 0 && pending.quote
        ? [`Decided: ${pending.quote}`]
        : [],
  };
}

/** What a text demands beside its commands: of an edited one, only what the change turned on. */
function demandedIn(
  { change, quote: turnedOn }: Pick<Disposition, 'change' | 'quote'>,
  source: Source,
  rest: string,
  known: ReadonlySet<string>,
): string[] {
  const heard = [...demandsOf(source).map((item) => item.quote), ...requirementsIn(rest)];
  // Somebody asked for these very words to count: where no rule hears a demand in them, they are one as a whole.
  const whole = source.adopted && heard.length === 0 ? amendmentQuotes(rest) : [];
  const all = [...heard, ...whole.filter((quote) => quote !== '')];
  const demands = [...new Set(all)].filter((quote) => !known.has(quote));
  return change === 'edited' && turnedOn !== null
    ? demands.filter((demand) => turnedOn.includes(demand))
    : demands;
}

/** What is demanded stands in a block of code beside the sentence, which no rule reads. */
const LEANS_ON_CODE = /^(?:so that|like (?:this|so)|this way|as follows|as (?:below|above))\b/i;

/** "Yes, let’s." is the answer to the sentence before it, without which it says nothing. */
const ANSWERS =
  /^(?:(?:yes|ok(?:ay)?|right|then|so|and),? )*(?:let['’]?s(?: do (?:it|that|this|so))?|(?:please )?(?:do (?:it|that|this|so)|make it so|go for it))(?:,? (?:please|then))*[.!]*$/i;

function inContext(quote: string, rest: string): DraftedCriterion {
  const drafted = toCriterion(quote);
  if (!ANSWERS.test(quote.trim())) return drafted;
  const sentences = sentencesOf(rest);
  const before = sentences[sentences.indexOf(quote) - 1];
  return before === undefined
    ? drafted
    : { ...drafted, statement: statementOf(`${before} ${quote}`) };
}

/** An alternative may name the amendment it stands for: `/contract amend AC-2: …`. */
function amendmentIn(alternative: string): string[] {
  const at = alternative.indexOf('/contract amend ');
  if (at === -1) return [];
  return parseCommands(alternative.slice(at)).flatMap((c) => (c.name === 'amend' ? c.text : []));
}

/** Its sentences that demand something; where one of them only opens a list, the items of the list. */
function requirementsIn(text: string): string[] {
  const heard = sentencesOf(text).filter((one) => commentSentenceKind(one) === 'requirement');
  if (!heard.some(opensList)) return heard;
  const listed = amendmentQuotes(text);
  if (listed.length === 1 && listed[0] === text.trim()) return heard;
  return [...listed, ...heard.filter((one) => !opensList(one))];
}

const opensList = (sentence: string): boolean => /[:：]$/.test(sentence);

/** `/contract amend remove AC-2` and `/contract amend AC-2: what must be true now` name what they end. */
const RETIRES = /^(?:remove|retire|drop|delete|withdraw)\s+(AC-\d+)\s*[.!]?$/i;
const REPLACES_ID = /^(AC-\d+)\s*(?::|->|=>|→|becomes|is now)\s*(\S[\s\S]*)$/i;

function toCriterion(quote: string): DraftedCriterion {
  const statement = statementOf(quote);
  return {
    statement,
    quote,
    expectation: staysTrue(statement) ? 'stays-true' : 'becomes-true',
    checks: [],
  };
}
