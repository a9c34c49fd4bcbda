/**
 * Talk that asks for nothing, by its forms. Each form is anchored: a sentence is small talk only when all of it is. A
 * false "no effect" is the worst answer there is, so a form that could carry a demand does not belong here.
 */

const POLITE =
  '(?:thanks?|thank you|thx|cheers|great|nice|cool|awesome|perfect|excellent|lovely|wonderful|good (?:news|job|work|stuff)|well done|congrats|yay|wow|ok|okay|sure|fine|sorry|oh|ah|hm+|fyi|fwiw|btw|heads[- ]up|note|danke|merci|gracias|obrigad[oa]|perfeito|grazie|bedankt|tack|super|prima|parfait|genial|perfecto)';
const WHEN =
  '(?:today|tonight|tomorrow|yesterday|now|soon|later|shortly|this (?:morning|afternoon|evening|week|month)|next (?:week|month|sprint)|at the end of \\S+(?: \\S+){0,2}|(?:on |until |by |till |since )?(?:the )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|until the \\d{1,2}(?:st|nd|rd|th)?|(?:to|on|by|until) \\d{1,2} \\w{3,9}|for the end of the (?:week|month|year|quarter))';
const WORDS = "[\\p{L}'’@/-]+";

/** Nothing else than talk, also where a word in it sounds like a demand ("let’s see how it goes"). */
const ONLY_TALK: readonly RegExp[] = [
  new RegExp(
    `^(?:(?:i |we )?(?:have |just )*(?:assigned|gave|handed) (?:this|it) to ${WORDS}(?: ${WORDS}){0,3}[,;:.]? (?:and )?)?let['’]?s (?:see|find out|wait and see)(?: (?:how|what|if|whether)(?: ${WORDS}){1,3})?[.!]*$`,
    'iu',
  ),
  /^(?:reminder|note|todo) to (?:my|our)sel(?:f|ves)\b[^.!?]{0,80}[.!]*$/iu,
  /^(?:you['’]?re|you are) (?:very )?welcome[\s.!:)]*$/i,
  /^(?:\()?(?:just|only) (?:looking|curious|asking|testing|kidding|saying)(?:\))?[.!]*$/i,
];

/** Forms that count only where nothing else was heard in the sentence, and it speaks of nothing the contract speaks of. */
const TALK: readonly RegExp[] = [
  // Who does what when.
  new RegExp(
    `^(?:i|we)(?:['’](?:m|re|ll|ve|d)| am| are| will| have| was| were)? (?:be )?(?:on (?:leave|holiday|vacation|call)|away|back|out of (?:the )?office|travell?ing|sick|busy|offline)(?: ${WHEN})?(?:,? (?:please )?ask ${WORDS}(?: ${WORDS}){0,3})?[.!]*$`,
    'iu',
  ),
  new RegExp(
    `^(?:i |we |i have |we have |i['’]ve |we['’]ve )?(?:just |already )*(?:moved|bumped|bumping|set|changed|pushed|postponed|added|put|assigned|reassigned|rebased|merged|labell?ed|triaged|pinned|subscribed|forwarded|mentioned)(?: ${WORDS}){0,3}(?: (?:for|to|on|in|into|at))?(?: ${WORDS}){0,2} ?(?:["“']?[\\p{L} ]{2,30}["”']?)? ?(?:the )?(?:milestone|column|board|sprint|backlog|project|list|queue|roadmap|agenda|calendar|iteration)(?: ${WHEN})?[.!]*$`,
    'iu',
  ),
  new RegExp(
    `^(?:i |we )?rebased (?:on |onto )?(?:main|master|trunk|it|this)(?: ${WHEN})?(?:, nothing (?:that )?(?:touches|affects|changes) (?:this|it|that|us))?[.!]*$`,
    'iu',
  ),
  new RegExp(
    `^(?:fyi:? |fwiw:? )?(?:the )?(?:next )?(?:release|sprint|milestone|demo|retro|meeting|freeze|deploy(?:ment)?) (?:is|was|has been) (?:planned|scheduled|moved|postponed|announced|set)(?: (?:for|to|on))?(?: ${WHEN}| ${WORDS}){0,3}[.!]*$`,
    'iu',
  ),
  /^(?:ping|ask|tell|dm|message|e-?mail|call|poke) (?:me|us|them|the others)\b(?: (?:in|on|via|by) (?:the )?\p{L}+)?(?: if (?:you|anyone|anybody) (?:need|needs|want|wants|have|has)[^.!?]{0,60})?[.!]*$/iu,
  // Whom and what it concerns.
  /^(?:cc|\/cc|fyi)(?: ?:)?(?: (?:@[\w/-]+|fyi|and)[,;]?)+[.!]*$/i,
  /^(?:see(?: also)?|related(?: to)?|cf\.?|compare|context|background)(?: ?:)? (?:#\d+|https?:\/\/\S+)(?: for (?:the )?(?:history|background|context|details|discussion|reasons|thread))?(?:,? (?:but |and )?(?:that|this|it)(?: one)? (?:is|was) (?:about|for|on)(?: [\p{L}-]+){1,5})?[.!]*$/iu,
  /^(?:the |some |here are (?:the )?|my )?(?:mock-?ups?|designs?|slides|notes|recordings?|screenshots?|screencasts?|logs?|traces?)(?: (?:from|of|on) (?:the )?\p{L}+)? (?:is |are )?(?:at|on|under|here:?|attached|in)? ?(?:https?:\/\/\S+)?(?: if you (?:want|like|need|wish)[^.!?]{0,60})?[.!]*$/iu,
  /^screenshots?(?: (?:from|of|on) (?:the )?\p{L}+)?(?: ?: ?| )?!?(?:\[[^\]]{0,80}\](?:\([^)\s]{0,300}\))?)?[.!]*$/iu,
  /^note to (?:the )?reviewers?: the (?:diff|change|patch|commits?) (?:is|are) (?:best|easier|better) (?:read|reviewed|viewed)[^.!?]{0,60}[.!]*$/iu,
  // How they feel, and that it works.
  /^(?:(?:nice|great|cool|wow|finally|yay|oh),? )?(?:i|we)(?:['’]ve| have)? (?:been )?(?:wait(?:ed|ing)|look(?:ed|ing) forward)(?: (?:for|to) (?:this|it|that))?(?: for (?:so long|ages|years|months|weeks|\w+ (?:years?|months?|weeks?)))?[.!]*$/i,
  /^(?:approved|looks good|lgtm|fine|ok(?:ay)?|good|all good|no objections?|\+1)(?: (?:from|on|by) (?:my|our) (?:side|end|part))?(?:,? (?:nice|great|good|clean|thorough) (?:tests?|work|job|change|patch|diff|docs?|read))?[.!]*$/i,
  /^(?:it )?(?:works?|worked|runs|passes|builds|fine)(?: (?:fine|well|great|perfectly|nicely))?(?: (?:for me|here|on my (?:machine|side|laptop)|locally)){1,2}(?: (?:on|in|with) \p{L}+)?(?:,? (?:i )?tr(?:ied|y) (?:it|all|both|every)(?: \p{L}+){0,3})?[.!]*$/iu,
  /^(?:i )?(?:can |could )?(?:also )?(?:confirm|reproduce)(?:d)?(?: (?:this|it|that))?(?: (?:here|too|as well))?(?: (?:on|with|in|using) [\w.-]{1,30}(?: [\w.-]{1,20}){0,2})?[.!]*$/i,
  /^(?:for (?:the )?(?:record|reference|comparison|completeness)|fwiw|fyi)[,:]? (?:this|here) is what (?:it|that|the command|the page) (?:prints?|prints out|shows?|says|returns?|looks like|does)(?: (?:on my machine|here|for me))?(?: (?:today|now|currently|at the moment))?:?$/i,
  /^(?:about|around|roughly|some|maybe) [\d.,]+k? \p{L}+ (?:on my (?:machine|laptop|side)|here|in my case|for me)[.!]*$/iu,
  // What is none of our business.
  /^(?:nit: )?(?:a )?typo in the (?:commit message|title|description|comment|branch name)(?:, not worth [^.!?]{1,40})?[.!]*$/i,
  /^(?:that|this|it) was (?:about|for|meant for) (?:the |an)?other (?:ticket|issue|thread|pr|pull request|repository|repo)(?:,? sorry)?(?:,? nothing to do here)?[.!]*$/i,
  /^(?:never ?mind[,;.]? )?nothing to (?:do|change|see) here[.!]*$/i,
  /^on \p{L}{3,9}, [\p{L}\d, ]{3,30}(?: at \d{1,2}:\d{2}(?: ?[ap]m)?)?,? [\p{L}.@<> -]{2,60} wrote:$/iu,
  // Thanks in other languages, part by part.
  new RegExp(
    `^${POLITE}(?: (?:beaucoup|vielmals|schön|sehr|mille|muito|mucho|muchas|tante|an alle))?(?:[,;!.]? (?:sieht gut aus|h[âa]te d['’]\\p{L}+|freue mich|obrigad[oa]|muchas gracias|merci|danke|ficou (?:ó|o)timo|queda (?:muy )?bien|ça marche|top|klasse|bom trabalho|gute arbeit|bon travail|buen trabajo))*[.! ]*$`,
    'iu',
  ),
  new RegExp(`^(?:${POLITE}[,;:.! ]*){1,4}$`, 'iu'),
];

const LONGEST = 300;

/** Whether a sentence asks for nothing; `only-talk` for the forms that count whatever words stand in them. */
export function isSmallTalk(
  sentence: string,
  vocabulary: ReadonlySet<string>,
  forms: 'only-talk' | 'any',
): boolean {
  if (sentence.length > LONGEST) return false;
  const text = sentence
    .replace(/[\p{Extended_Pictographic}\p{Emoji_Modifier}]|:[\w+-]+:/gu, '')
    .replaceAll('\u{FE0F}', '')
    .replace(/(?:^|\s)(?:[:;]-?[)D(P]|<3)(?=\s|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (ONLY_TALK.some((pattern) => pattern.test(text))) return true;
  if (forms === 'only-talk' || speaksOf(text, vocabulary)) return false;
  return text === '' || TALK.some((pattern) => pattern.test(text));
}

const speaksOf = (text: string, vocabulary: ReadonlySet<string>): boolean =>
  (text.toLowerCase().match(/[\p{L}_]{4,}/gu) ?? []).some((word) => vocabulary.has(word));
