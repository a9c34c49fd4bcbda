import { speaksOf } from './contract-vocabulary.ts';

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
  /^\(?(?:sorry,? )?(?:this |my |that )?(?:comment |message )?(?:was )?(?:posted|sent|meant|written|pasted|commented) (?:this )?(?:here )?(?:by (?:mistake|accident)|accidentally|in error|for (?:another|a different|the other) (?:issue|thread|ticket|pr))(?:,? (?:sorry|(?:please )?ignore(?: (?:it|me|this))?))*\)?[.! ]*$/i,
  /^!\[[^\]]{0,80}\]\([^)\s]{0,300}\)$/,
  /^(?:take (?:your|all the) time(?: you need)?|no worries|don['’]?t (?:worry|mind me)(?: about (?:it|this))?|never ?mind(?:,? (?:found it|got it|it works|works now|my mistake|all good|solved))?|whenever you (?:have|find) (?:the )?time|(?:just )?test(?:ing)?(?: comment| 123| 1 2 3)?|see you(?: (?:all|there|soon|tomorrow|later|on \p{L}+|at the \p{L}+))?|sent from my \p{L}+)[,.! ]*$/iu,
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
  // Offers.
  /^(?:i['’]?m |i am |we are |we['’]re )?(?:always |very )?(?:happy|glad|available|willing|free|around|here) (?:to (?:help|test|assist|pair|answer|talk|chat|join|explain|review)\b|if (?:you|anyone|there)\b|for (?:any )?questions)[^.!?,;:]{0,80}[.!]*$/iu,
  /^(?:just |please |as always,? )*(?:let me know|feel free to|don['’]?t hesitate to|reach out|ping me|ask me|shout|give me a shout)(?: (?:ping|ask|contact|reach out to|call|write|message|mail|e-mail|dm|talk to|reach)(?: (?:me|us))?)?(?: (?:if|when|whenever|any ?time|with|for|should) (?:you |there |anyone |anything |any |questions|help|more )[^.!?,;:]{0,60})?[.!]*$/iu,
  /^(?:please )?(?:let me know|ping me|tell me)(?: (?:again|here))? (?:when|once|if|as soon as) (?:it|this|there)(?:['’]s| is) (?:ready|done|out|merged|live|something to (?:look at|test|review|try|see)|a (?:build|pr|preview|draft|release))[.!]*$/i,
  /^(?:i['’]?m |i am )?(?:just )?thinking (?:out loud|aloud)(?: here)?[.!]*$/i,
  // The board, and their own hands.
  /^(?:i )?(?:moved|moving|dragged)(?: (?:this|it))? from ["“][^"”]{1,40}["”] to ["“][^"”]{1,40}["”][.!]*$/i,
  /^(?:i )?(?:(?:un|re)?assigned|(?:un|re)?assigning) (?:myself|me|(?:this |it )?to (?:the bot|myself|@[\w-]+))[.!]*$/i,
  /^(?:sorry,? )?(?:i )?(?:hit|pressed) (?:enter|send|submit|return) (?:too (?:early|soon|fast)|by (?:accident|mistake))[.!]*$/i,
  /^(?:for (?:reference|context|the record),? )?(?:the |an? )?(?:old|original|previous|earlier|related|longer) (?:discussion|issue|thread|report|ticket|pr) (?:is|was|happened) (?:in|at|under|here:?|over at) (?:#\d+|https?:\/\/\S+)[.!]*$/i,
  // It works, and it pleases.
  /^(?:(?:it|this|that|all|everything|both|mine|confirmed|verified|still|now|already|all of (?:it|them)) )*(?:works?|worked|working|runs?|passes|is|are|was|looks?) (?:just |all |really |very |quite |perfectly |absolutely )*(?:(?:fine|great|well|good|perfectly|nicely|smoothly|ok(?:ay)?|as expected|as intended|like a charm|flawlessly)(?: (?:for me|here|now|again|on my machine|locally|so far|on staging|in production|on \p{L}+|in (?:firefox|safari|chrome|edge|prod|dev|docker)))*|(?:for me|here|on my machine|locally|on staging|in production|on \p{L}+|in (?:firefox|safari|chrome|edge|prod|dev|docker))(?: (?:and|,) (?:on |in )?\p{L}+)?)[.!]*$/iu,
  /^(?!.*\b(?:without|if|when|would|with|only|but|not|old|previous|more|in)\b)(?:the|this|that|these|those|your|his|her|their|all|what an?) [^,;:.!?\d"“`]{2,60} (?:is|are|was|were|looks?|feels?) (?:just |really |so |very |absolutely |pretty |a |an |quite )*(?:great|awesome|amazing|lovely|beautiful|fantastic|wonderful|excellent|impressive|brilliant|hilarious|funny|(?:joy|pleasure|delight|beauty)(?: to (?:read|see|use|watch|review))?)(?: (?:today|now|so far|here|by the way|already|again|team|everyone))*[.!]*$/iu,
  /^(?:both|all|everything|all of them|all three)(?: of them)? (?:is |are |was |were )?(?:fine|good|ok(?:ay)?|great|working)[.!]*$/i,
  /^(?:this|that|the|your|his|her)(?: \p{L}+){0,3} (?:made my (?:day|week|morning)|cracked me up|is gold)[.!]*$/iu,
  /^(?:coffees?|beers?|drinks|lunch|dinner|pizza|cakes?|(?:the )?(?:first|next) (?:round|one|beer|coffee)) (?:is|are) on (?:me|us)(?: (?:next time|tonight|tomorrow|friday)(?: we meet)?)?[.!]*$/i,
  /^(?:@[\w-]+,? )?you (?:might|may|could|will) (?:also )?(?:be interested in|like|enjoy|want to (?:see|know about|read|follow)) (?:this|it)(?: (?:one|thread|issue|ticket|discussion))?[.!]*$/i,
  /^(?:habe? ich|ich habe?|haben wir|wir haben) (?:(?:es|das|alles) )?(?:gesehen|gelesen|notiert|verstanden|zur kenntnis genommen)[.!]*$/i,
  // Notes to say who looks when, in other languages.
  /^(?:(?:ich|wir) )?(?:schau(?:e|en)?|seh(?:e|en)?|test(?:e|en)?|prüf(?:e|en)?|guck(?:e|en)?|probier(?:e|en)?|les(?:e|en)?)(?: (?:ich|wir|mir|uns|es|das|mal|dann|abend|morgen|heute|später|nachher|bald|nächste|diese|woche|gleich|am|montag|dienstag|mittwoch|donnerstag|freitag|an|aus|nach|durch|gerne?))*[.!]*$/iu,
  /^(?:je|nous|on) (?:regarde|teste|vérifie|relis|essaie|testons|regardons)(?: (?:ça|cela|tout|le|la|demain|ce|cet|soir|matin|après-midi|lundi|mardi|mercredi|jeudi|vendredi|bientôt|plus|tard|semaine|prochaine))*[.!]*$/iu,
  /^(?:lo |la |eu |yo )?(?:miro|pruebo|reviso|vou (?:testar|ver|olhar|revisar|dar uma olhada)|voy a (?:probar|mirar|revisar)(?:lo)?|guardo|provo|bekijk|test)(?: (?:isso|isto|esto|het|nisso|lo|morgen|vandaag|mañana|hoy|amanhã|hoje|domani|oggi|el|na|la|lunes|martes|jueves|viernes|semana|que|vem|próxima|luego|mais|tarde))*[.!]*$/iu,
  /^(?:von mir aus|für mich|meinerseits|aus meiner sicht|pour moi|para mí|por mí|por mim|da parte mia|per me)(?: (?:gut|ok|okay|in ordnung|passt(?: so)?|perfekt|c['’]est (?:bon|ok|parfait)|está (?:bien|bom|ótimo|perfecto|perfeito)|va bene|tudo bem|todo bien))+[.!]*$/iu,
  // Their own mistake, found out.
  /^(?:edit|update|ps)?:? ?(?:(?:solved|resolved|figured (?:it )?out|found (?:it|out)|works now|false alarm|never ?mind|sorry|(?:my|our) (?:mistake|bad|fault|error)|(?:i|we) (?:was|were|am) (?:on|using|looking at|running) (?:an? old|the wrong|a stale|an outdated) \p{L}+|(?:i|we) (?:forgot|misread|mixed up|confused|misunderstood) (?:this|it|that|something)|(?:i|we) had (?:an? old|the wrong|a stale)(?: \p{L}+){0,4}|(?:it|that|this) was (?:just |only )?(?:my|our|a problem (?:with|of|on) (?:my|our)) \p{L}+(?: \p{L}+)?|(?:it|this) works now|user error)(?:[,;.!:—–-]+ ?| )?){1,4}$/iu,
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
