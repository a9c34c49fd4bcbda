import { type SentenceKind, sentenceKind } from '../drafting/requirement-wording.ts';
import { closesAll, isClosing } from './closing.ts';
import { speaksOf } from './contract-vocabulary.ts';
import { doubtsEvidence } from './doubted-evidence.ts';
import { asksPeople } from './open-decision.ts';
import { corrects, shortForm } from './short-forms.ts';
import { isSmallTalk } from './small-talk.ts';
import { isMadeOfTalk } from './talk-words.ts';
import { isTelling } from './telling.ts';

/**
 * A sentence of a comment. Under a contract people speak in shorter forms than in an issue ("make it two hours", "CI was
 * green by luck", "moved to #430"); what the general rules are not sure of is judged by those forms. Whatever is left is
 * unclear, and a person decides.
 * @param vocabulary words of the contract, in lower case: what speaks of them is never small talk
 */
export function commentSentenceKind(
  sentence: string,
  vocabulary: ReadonlySet<string> = new Set(),
): SentenceKind {
  const text = sentence.slice(0, LONGEST);
  if (asksPeople(text)) return 'unclear';
  if (ASKS_STATE.test(text)) return 'question';
  if (!DISSENT.test(text) && (isSmallTalk(text, vocabulary, 'only-talk') || isClosing(text)))
    return 'courtesy';
  if (STRUCK.test(text)) return 'unclear';
  if (corrects(text)) return 'requirement';
  const kind = sentenceKind(sentence);
  if (kind !== 'unclear' && !(kind === 'requirement' && onlyTellsOfThePast(text))) return kind;
  if (DISSENT.test(text)) return 'unclear';
  if (text.trim().endsWith('?')) return 'question';
  if (doubtsEvidence(text, vocabulary)) return 'recheck';
  const harmless = isSmallTalk(text, vocabulary, 'any') || talksOnly(text, vocabulary);
  if (harmless) return 'courtesy';
  return shortForm(text);
}

/**
 * The sentences of one comment with their kinds. One sentence lends its sense to its neighbours: where it is said that nothing
 * is to be done, what no rule is sure of asks for nothing; beside a remark about the way or the evidence, what names nothing
 * of the contract and says nothing exactly is its reason.
 */
export function kindsOf(
  sentences: readonly string[],
  vocabulary: ReadonlySet<string>,
): [string, SentenceKind][] {
  const judged = sentences.map((sentence): [string, SentenceKind] => [
    sentence,
    commentSentenceKind(sentence, vocabulary),
  ]);
  const closed = sentences.some(closesAll);
  const about = judged.find(([, kind]) => kind === 'approach' || kind === 'recheck')?.[1];
  return judged.map(([sentence, kind]) => {
    if (kind !== 'unclear' || isWeighty(sentence)) return [sentence, kind];
    if (closed) return [sentence, 'courtesy'];
    const reasons = about && !speaksOf(sentence, vocabulary) && !/[`"“«\d→]/.test(sentence);
    return [sentence, reasons ? about : kind];
  });
}

const isWeighty = (sentence: string): boolean =>
  asksPeople(sentence) || STRUCK.test(sentence) || DISSENT.test(sentence);

const LONGEST = 2000;

/** Whether each part of a sentence talks, tells or closes; what it names of the contract, it may only agree with. */
function talksOnly(text: string, vocabulary: ReadonlySet<string>): boolean {
  if (text.length > 400 || /[?？]/.test(text))
    return !speaksOf(text, vocabulary) && isTelling(text);
  if (!speaksOf(text, vocabulary) && (isMadeOfTalk(text) || isTelling(text))) return true;
  const parts = text.split(/\s*[,;–—]\s+(?:and |so )?|\s+and\s+(?=(?:i|we|it|they|all)\b)/i);
  return parts.every(
    (part) =>
      isClosing(part) ||
      isSmallTalk(part, vocabulary, 'any') ||
      sentenceKind(part) === 'courtesy' ||
      (!speaksOf(part, vocabulary) && isTelling(part)),
  );
}

/** "@bot status please" */
const ASKS_STATE = /^@[\w-]+,? (?:status|help|eta|any (?:news|update)s?)(?:,? please)?[.!?]*$/i;

const DISSENT = /👎|❌|🛑|🚫|✋|⛔|:(?:-1|thumbsdown|x|no_entry|stop_sign|no_good):/u;

/** Struck through in part: the old and the new stand beside each other. */
const STRUCK = /~~[^~]{1,300}~~/;

/** Words that demand of the present, and tell when the sentence tells of the past: "it never ran", "it was always so". */
const WEAK =
  /\b(?:never|always|only|actually|(?:is|are) (?:missing|wrong)|supposed to|expected to|required|in scope|out of scope|acceptance)\b/gi;
const PAST =
  /\b(?:was|were|did|didn['’]t|wasn['’]t|weren['’]t|had|ran|sent|came|went|got|saw|took|made|wrote|said|found|knew|kept|left|meant)\b/iu;

/** With its weak words taken away it demands nothing, and its verb tells of the past. */
function onlyTellsOfThePast(text: string): boolean {
  const rest = text.replace(WEAK, ' ');
  if (rest === text || /\bAC-\d/.test(text)) return false;
  const past =
    PAST.test(rest) || (/\p{L}{3}ed\b/u.test(rest) && !/\b(?:is|are|be|can|will|may)\b/.test(rest));
  return past && sentenceKind(rest) !== 'requirement';
}
