import { type SentenceKind, sentenceKind } from '../drafting/requirement-wording.ts';
import { isSmallTalk } from './small-talk.ts';

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
  if (isSmallTalk(text, vocabulary, 'only-talk')) return 'courtesy';
  const kind = sentenceKind(sentence);
  if (kind !== 'unclear' || DISSENT.test(text)) return kind;
  if (text.trim().endsWith('?')) return 'question';
  for (const [found, pattern] of FORMS) if (pattern.test(text)) return found;
  return isSmallTalk(text, vocabulary, 'any') ? 'courtesy' : 'unclear';
}

/** Whether a sentence asks to wait, or says that people have not agreed yet. */
export function asksPeople(sentence: string): boolean {
  const text = sentence.slice(0, LONGEST);
  return PAUSES.test(text) || OPEN_DECISION.test(text);
}

const LONGEST = 2000;

/** Asks to wait, which is a person’s decision and no criterion. */
const PAUSES =
  /^(?:please,? )?(?:hold (?:off|on|it|this)\b|pause\b|(?:wait|stop)(?:,? please\b|[,.;]| (?:with|on) (?:this|it)\b| (?:until|till|for) (?:the|my|our|a|we|i)\b(?!.*\b(?:second|millisecond|response|request|retry|process|file)s?\b))|(?:don['’]?t|do not) (?:start|begin|merge|continue)\b)/i;

/** People have not agreed: nothing may be made of it. */
const OPEN_DECISION =
  /\b(?:undecided|not (?:yet )?(?:decided|agreed|clear|sure)|still (?:discussing|debating|open)|until we (?:have )?(?:agreed?|decided?)|do we (?:even|really) (?:want|need)|we can['’]?t have both|i disagree|not convinced|neither counts)\b/i;

const DISSENT = /👎|❌|🛑|🚫|✋|⛔|:(?:-1|thumbsdown|x|no_entry|stop_sign|no_good):/u;

/** Somebody’s own observation that something does not work, or that a green result proves nothing. */
const DOUBTS_EVIDENCE =
  /\b(?:(?:does|do|did) ?n[o'’]t work|not work(?:ing)?|(?:still )?(?:fails?|failed|failing|crash(?:es|ed)?|hangs?|errors? out) (?:for me|here|on my|on staging|in production|locally|with|when|again)|fails?:?$|broken (?:for me|on|in|since|again)|by luck|by accident|means? nothing|proves? nothing|false (?:positive|negative|green)|wrong all along|(?:cached|stale|old) (?:build|run|result|artefact|artifact|snapshot|checkout)|(?:pass(?:es|ed)?|green|succeed(?:s|ed)?) (?:\S+ ){0,3}(?:even (?:if|when|though|without)|anyway|regardless|whatever)|(?:collects?|runs?|executes?) (?:nothing|no tests?|0 tests?|zero tests?)|(?:no|0|zero) tests? (?:ran|run|were run|are run|executed|collected))\b/i;

/** Something about the way: what moved, what is made of what, where to begin. */
const ABOUT_THE_WAY =
  /(?:\b(?:was|were|got|has been|have been|is|are)(?: \w+)? (?:moved|renamed|replaced|deprecated|superseded|refactored|rewritten|split|gone|generated|vendored|auto-?generated)\b|^(?:start|begin) (?:with|by|from|at)\b|\b(?:in|as) a (?:second|separate|later|follow-?up) (?:commit|step|pr|pull request)\b|\b(?:is|would be) enough\b(?!.*\bnot enough\b)|\bno need for a\b|\b(?:helper|function|utility|library|module) (?:for that|for this) (?:exists|already)\b|\balready (?:has|have|exists?) (?:a|an|in)\b)/i;

/** Short forms of a demand. */
const DEMANDS =
  /(?:\bmake (?:it|that|this|them|those)\b|\b(?:we|they|the team|product|legal|security|ops|design)(?: have| has|['’]ve)? (?:decided|agreed|settled)\b|^(?:decision|decided|agreed|correction|addition|update|requirement)\s*[:—–-]|^s\/[^/\n]{1,100}\/[^/\n]{0,100}\/|^(?:plus|and|also|additionally|likewise|same for|ditto for)\b|\b(?:too|as well)[.!]?$|^(?:scratch|skip|kill|strike|lose)\b|\b(?:at most|at least|no more than|no less than|no fewer than|not more than|maximum of|minimum of|up to|exactly) (?:\w+|\d+)\b|^[\p{L}][\p{L}\p{N} _-]{1,50}: ?["“`«]|\bsame (?:problem|bug|issue|rules?|goes|applies|behaviou?r|thing)\b|\b(?:applies|apply) (?:here|there|too)\b|^(?:as|like) (?:in|described in|defined in|for) (?:the )?(?:spec|specification|rfc|standard|docs?|documentation|design|mock-?ups?)\b|\btoo (?:short|long|small|large|big|strict|loose|low|high|many|few|noisy|verbose)\b|→|->|=>)/iu;

/** Chinese, Japanese and Korean have no word borders that a pattern could stand on. */
const DEMANDS_ELSEWHERE =
  /改为|改成|必须|应该|应当|需要|不要|请(?!问)|不能|ください|べき|必要|してほしい|해야|필요|하지 마/u;

const FORMS: readonly (readonly [SentenceKind, RegExp])[] = [
  ['recheck', DOUBTS_EVIDENCE],
  ['approach', ABOUT_THE_WAY],
  ['requirement', DEMANDS],
  ['requirement', DEMANDS_ELSEWHERE],
  ['question', /(?:怎么样|吗|呢|か)[？?。]?$|？$/u],
];

/** Words of the contract that a sentence may speak of: long enough to mean something. */
export function vocabularyOf(texts: readonly string[]): Set<string> {
  return new Set(
    texts
      .flatMap((text) => text.toLowerCase().match(/[\p{L}_]{4,}/gu) ?? [])
      .filter((word) => !COMMON.has(word)),
  );
}

const COMMON = new Set(
  'this that these those with from into when then than what which have been they them their there here will would must should could also only same today every before after without nothing keeps until working works page shown known'.split(
    ' ',
  ),
);
