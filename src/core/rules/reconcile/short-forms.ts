import { isImperative, type SentenceKind } from '../drafting/requirement-wording.ts';

/** Something about the way: what moved, what is made of what, where to begin. */
const ABOUT_THE_WAY =
  /(?:\b(?:was|were|got|has been|have been|is|are)(?: \w+)? (?:moved|renamed|replaced|deprecated|superseded|refactored|rewritten|split|gone|generated|vendored|auto-?generated)\b|^(?:start|begin) (?:with|by|from|at)\b|\b(?:in|as) a (?:second|separate|later|follow-?up) (?:commit|step|pr|pull request)\b|\b(?:is|would be) enough\b(?!.*\bnot enough\b)|\bno need for a\b|\b(?:helper|function|utility|library|module) (?:for that|for this) (?:exists|already)\b|\balready (?:has|have|exists?) (?:a|an|in)\b|\b(?:is|are) gone (?:from|since|now|on)\b|^(?:do|put|place|handle|solve|implement|build|schedule) (?:it|this|that) (?:in|with|via|through|on|at|inside) (?!\d)|^(?:better )?(?:rebase|merge main|pull main)\b|\b(?:better|please|should|need to) rebase\b|\btouch(?:es|ed)? the same\b|\bthere (?:is|are) (?:already )?(?:a|an|some) (?:\p{L}+ ){0,2}(?:helper|function|method|class|module|view|library|utility|component|hook|table|endpoint)\b)/iu;

/** "… once the footer is gone" sets a condition; it tells of nothing that happened. */
const CONDITION = /\b(?:once|when|until|as soon as|after|if) /i;

const AMOUNT = '(?:\\d|one|two|three|four|five|six|seven|eight|nine|ten|a dozen|half|twice|once)';

/** One value for another, or a short order behind its subject: "500 ms, not 200", "Logging: skip it". */
const CORRECTS =
  /\b\d[^,\n]{0,60}, not (?:to |at |for |on |in |with |after )?["“`]?\d|^[^:\n]{2,60}: (?:skip|drop|remove|leave (?:it )?out|keep|cut|lose|kill|leave) |^(?:hands off|stay away from|keep (?:away from|out of)|avoid)\b|^[^:\n]{2,60}: (?:skip|drop|cut|kill|lose) (?:it|that|them)[.!]*$/i;

/** Short forms of a demand. */
const DEMANDS = new RegExp(
  [
    '\\bmake (?:it|that|this|them|those)\\b',
    "\\b(?:we|they|the team|product|legal|security|ops|design)(?: have| has|['’]ve)? (?:decided|agreed|settled)\\b",
    '^(?:decision|decided|agreed|correction|addition|update|requirement)\\s*[:—–-]',
    '^s\\/[^/\\n]{1,100}\\/[^/\\n]{0,100}\\/',
    '^(?:(?:non-?|un)?goals?|out of scope|in scope|scope|constraints?|requirements?|criteri(?:on|a)|acceptance(?: criteria)?|rule|limit|nit)\\s*:',
    '^(?:i |we )?(?:forgot|should have) (?:to )?(?:mention|mentioned|say|said|add|added|write|written)\\b',
    '\\b(?:is|are) (?:called|named) ["`“]',
    '^(?:plus|and|also|additionally|likewise|same for|ditto for)\\b',
    '^(?!.*\\b(?:here|for me|on my|i get|i see|me)\\b).*\\b(?:too|as well)(?=[,;:.!)]|$)',
    '(?<!\\p{L})(?:plutôt (?:que )?\\p{L}|au lieu d|en (?:vez|lugar) de|em vez de|(?:an)?statt |anstelle |lieber |invece d|in plaats van|au (?:maximum|minimum|plus|moins)(?!\\p{L})|höchstens|mindestens|maximal|como (?:máximo|mínimo)|no (?:máximo|mínimo)|al (?:massimo|minimo|máximo)|ten (?:hoogste|minste)|para otro (?:día|momento)|para outro dia|(?:dejamos|deixamos|laissons|lassen wir) )',
    '^(?:auch|außerdem|zusätzlich|aussi|également|también|además|também|além disso|anche|inoltre|ook|även) ',
    '^no (?!one|idea|clue|way|wonder|doubt|matter|longer)\\p{L}{3,}(?: \\p{L}+){0,6}[.!]*$',
    '^(?!(?:i|we|it|he|she|they|this|that|you)\\b)[^,]{1,40}, not (?:an? |the )?[^\\s,]+(?: [^\\s,]+)?[.!]*$',
    '\\b(?:newest|oldest|latest|earliest|largest|biggest|smallest|longest|shortest|highest|lowest|most recent) (?:\\p{L}+ )?(?:first|last|on top)\\b',
    '^(?:sorted|ordered|grouped|rounded|aligned|capped|limited|rendered|formatted) (?:by|in|to|at|as)\\b',
    '^(?:the )?(?:new |allowed |required )?(?:[\\p{L}]+ )?(?:maximum|minimum|max|min|default|limit|time-?out|format|file ?name|filename|label|title|text|wording|sort order|encoding|unit|prefix|suffix|separator|delimiter|range|size|length|colou?r|currency|locale|language|threshold|interval)(?: \\p{L}+){0,2}(?: ?[:=]| reads| says) ',
    '^(?:max|min)\\.? \\d',
    '\\b(?:nobody|no one|anyone|everyone) (?:but [^,.]{1,40} |except [^,.]{1,40} )?may\\b',
    '^(?:one|another|two|a few|some|last|final)(?: more| last| small)* (?:additions?|things?|changes?|corrections?|points?|tweaks?|requests?)\\s*[:—–-]',
    '^(?!.*\\balready\\b).*\\b(?:are|is) (?:excluded|included|allowed|forbidden|optional|limited|capped|mandatory|exempt(?:ed)?)\\b',
    '^(?!as\\b)(?:i|they|[\\p{Lu}]\\p{L}+|\\p{L}+ and i)(?: have| has)? (?:decided|agreed|settled)\\b',
    '\\bcan (?:live|do) without\\b',
    "^(?:we|i)(?: have|['’]ve)? promised\\b",
    '^(?:scratch|skip|kill|strike|lose|let us|allow|count|treat|go with|stick (?:to|with))\\b',
    "^(?:i|we)(?: would|['’]d)(?: really| rather| much| also)? (?!say\\b|guess|think|imagine|bet\\b|be\\b|have\\b|love to (?:see|try)|assume|like to thank)\\p{L}{3,}",
    `\\b(?:at most|at least|no more than|no less than|no fewer than|not more than|maximum of|minimum of|up to|exactly) ${AMOUNT}`,
    '^[\\p{L}][\\p{L}\\p{N} _-]{1,50}: ?["“`«]',
    '\\bsame (?:problem|bug|issue|rules?|goes|applies|behaviou?r|thing)\\b',
    '\\b(?:applies|apply) (?:here|there|too)\\b',
    '^(?:as|like) (?:in|described in|defined in|for) (?:the )?(?:spec|specification|rfc|standard|docs?|documentation|design|mock-?ups?)\\b',
    '\\btoo (?:short|long|small|large|big|strict|loose|low|high|many|few|noisy|verbose)\\b',
    '\\bcan (?:go|wait|come later|stay out|be (?:dropped|skipped|left out|removed|ignored))\\b',
    '\\b(?:kann|können|darf|dürfen) (?:\\p{L}+ )?(?:weg|raus|entfallen|bleiben)(?!\\p{L})',
    '\\bnot (?:in|part of) this (?:one|issue|pr|ticket|change|round)\\b',
    '→|->|=>',
  ].join('|'),
  'iu',
);

/** Chinese, Japanese and Korean have no word borders that a pattern could stand on. */
const DEMANDS_ELSEWHERE =
  /改为|改成|必须|应该|应当|需要|不要|请(?!问)|不能|ください|べき|必要|してほしい|해야|필요|하지 마/u;

/** Whether a sentence puts one value in the place of another, or orders something behind its subject. */
export const corrects = (sentence: string): boolean => CORRECTS.test(sentence);

/**
 * What a sentence does by the short forms that people use under a contract, where the general rules are not sure of it.
 * `unclear` where no form fits.
 */
export function shortForm(sentence: string): SentenceKind {
  if (ordersBehindTopic(sentence)) return 'requirement';
  const form = FORMS.find(([, pattern]) => pattern.test(sentence))?.[0] ?? 'unclear';
  return form === 'approach' && CONDITION.test(sentence) ? 'unclear' : form;
}

/** "Unpaid invoices: hide the link": an order behind its subject. */
const ordersBehindTopic = (text: string): boolean => {
  const at = text.search(/:\s/);
  return at > 0 && at < 60 && isImperative(text.slice(at + 1).trim());
};

const FORMS: readonly (readonly [SentenceKind, RegExp])[] = [
  ['approach', ABOUT_THE_WAY],
  ['requirement', DEMANDS],
  ['requirement', DEMANDS_ELSEWHERE],
  ['question', /(?:怎么样|吗|呢|か)[？?。]?$|？$/u],
];
