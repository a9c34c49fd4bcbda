import { asksPolitely } from './polite-requests.ts';
import { obliges } from './requirement-wording.ts';

/** Boundaries of sentences: closing punctuation before something that begins one; CJK needs no space. */
const BREAK = /(?<=[.!?…][)"'”’»]?)\s+(?=[\p{Lu}\p{N}"'“‘«„`([*_/-])|(?<=[。！？])\s*(?=\S)/u;

/** The sentences of one passage, each verbatim. Linear. */
export function sentencesIn(text: string): string[] {
  if (!/[.!?…。！？\n]/.test(text)) return /[\p{L}\p{N}]/u.test(text) ? [text.trim()] : [];
  return linesOf(text)
    .flatMap((line) => line.split(BREAK))
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

/** GitHub breaks a line where its author does: short lines that all begin like sentences are statements of their own. */
function linesOf(text: string): string[] {
  const lines = text.split('\n');
  const apart =
    lines.length > 1 &&
    lines.every((line) => /^[ \t]*[\p{Lu}\p{Lo}`]/u.test(line)) &&
    lines.slice(0, -1).every((line) => line.length < 60 && !/[,:：，、][ \t]*$/.test(line));
  return apart ? lines : [text];
}

const PUTS_OFF =
  /\b(?:can (?:stay|remain) as (?:it|they) (?:is|are)|(?:is|are) (?:another|a different|a separate) (?:story|issue|topic|ticket)|(?:separate|other|follow-?up) (?:issue|ticket|pr)|not (?:here|part of this|in this (?:issue|ticket|pr))|out of scope|some day|let(?:'s| us|’s) (?:\S+ ){1,4}first|(?:should|can|could|may|will) (?:probably |well |just )?wait (?:for|until|till)|for later|later on|not now)\b|nicht hier|anderes ticket|spätere? (?:version|ticket)|plus tard|más adelante|mais tarde|別(?:件|の(?:issue|チケット))|以后再/i;

/** Says that something is left for another time or place. */
export const putsOff = (sentence: string): boolean => PUTS_OFF.test(sentence);

const BINDS_THE_WAY =
  /^(?:but )?(?:we|you|let['’]s|nobody)\b.*\b(?:not|never|no|don['’]t|without)\b|^please (?:do not|don['’]t|never|avoid)\b|^(?:please )?(?:do not|don['’]t|avoid|no)\b.*\b(?:dependenc|just|refactor|rewrite|workaround|hack|library|librar|framework)/i;

/** Rules a way of working out instead of saying what must be true. */
export const bindsTheWay = (sentence: string): boolean => BINDS_THE_WAY.test(sentence);

const ASKS_OPINION =
  /\b(?:wdyt\b|what (?:do|does|would) (?:you|others|people|everyone|anyone|the maintainers|we) (?:all )?(?:think|prefer|say)|(?:any )?(?:thoughts|opinions|preferences)\s*\?|would like to hear|(?:not|un)sure (?:if|whether|which)|should we\b.*\?|(?:what|how) should (?:the|we|it|this|they)\b.*\?|(?:should|shall) (?:it|this|they|the \S+)\b[^?]*\bor\b[^?]*\?|do we (?:want|need|prefer)\b.*\?|which (?:one|option|way|variant|name)\b.*\?|(?:torn between|up for (?:discussion|debate)|needs? (?:consensus|(?:more )?(?:discussion|input))|let['’]s (?:discuss|decide|vote))|(?:needs?|waiting for) (?:a )?decision|to be decided|i don['’]t like it|wondering (?:if|whether) we should|(?:not|never|n['’]t) (?:yet )?(?:been )?(?:decided|settled|agreed)(?: yet)?(?: (?:which|whether|if|what|how|on))?|(?:still|yet) (?:open|unclear|undecided|to be (?:decided|agreed|discussed))|no strong (?:opinion|preference|feeling)s?|(?:we|somebody|someone|the team|maintainers) (?:need|needs|have|has|still have) to (?:decide|agree|choose|settle)|open (?:for|to) (?:discussion|debate))|was meint ihr|qu['’]en pensez|qué (?:opinan|os parece|piensan)|o que (?:acham|vocês acham)|どう思い|どうでしょう|大家觉得|怎么看/i;

/** Asks people what they want, so that nobody can know yet what is to be done. */
export const asksOpinion = (sentence: string): boolean => ASKS_OPINION.test(sentence);

const ASKS_FEEDBACK =
  /\b(?:(?:appreciate|welcome|love|value|looking for|gather) (?:any |your |some |more |everyone['’]s )?(?:feedback|thoughts|opinions|input)|(?:feedback|thoughts|opinions) (?:is |are )?(?:welcome|appreciated|wanted)|(?:curious|interested) (?:what|to (?:hear|know) what) (?:others|people|you))\b|rückmeldung(?:en)? (?:erwünscht|willkommen)/i;

/** Wants to hear from people; leaves what is to be done open only where nothing else says it. */
export const asksFeedback = (sentence: string): boolean => ASKS_FEEDBACK.test(sentence);

const BOILERPLATE =
  /\bkey ?words?\b.*\b(?:rfc ?2119|bcp ?14)\b|^(?:please )?(?:fix|help|look into|check)(?: (?:this|it))?(?: (?:asap|soon|please|quickly|urgently))*[.!]*$|^(?:thanks|thank you|danke|merci|gracias|obrigad[oa]|谢谢|ありがとう)/i;

export const isBoilerplate = (sentence: string): boolean => {
  const words = sentence.trim();
  return (
    BOILERPLATE.test(words) ||
    SPEAKS_TO_REPORTER.test(words) ||
    POINTS_ELSEWHERE.test(words) ||
    LOG_LINE.test(words)
  );
};

/** What a template left for the reporter to replace: it speaks to them, not about the software. */
const SPEAKS_TO_REPORTER =
  /\b(?:clear(?:,| and)? concise|(?:brief|concise|short|detailed) (?:description|explanation|summary) of (?:the|your|what)|what you (?:expect(?:ed)?|want(?:ed)?|would like) to (?:happen|see)|if applicable,? (?:add|please|attach|include|provide)|any other (?:context|information|details)\b|(?:describe|explain|provide|attach|paste|specify|fill (?:in|out)|tell us)\b.{0,60}\b(?:your (?:bug|feature|issue|request|problem|environment|system|setup|idea|proposal)|this (?:form|template)|what (?:you|happened)|(?:here|below)\.?$|an? (?:automated )?test case)|steps to reproduce the behaviou?r|i['’]m always frustrated when|thank(?:s| you) for (?:creating|opening|filing|reporting|taking the time))|\[e\.g\.|['‘"“]\.{3,}['’"”]|eine klare und (?:präzise|prägnante)|une description claire|una descripción clara|uma descrição clara|una descrizione chiara|清晰(?:而|且|、)?(?:简洁|明了|准确)|^请(?:在此|在这里|简要|详细|清楚|提供|描述|填写|说明|尽量)|明確(?:かつ|で)簡潔/i;

/** "See above": says where it was said, and nothing itself. */
const POINTS_ELSEWHERE =
  /^\W*(?:(?:same )?as (?:above|below|described|in the title)|see (?:above|below|(?:the )?(?:title|description|screenshots?|attached|attachment|image|video))|(?:siehe|wie) oben|voir ci-dessus|ver arriba|ver acima|(?:同|如)(?:上|题|标题|图)|上記(?:の通り|参照)?)[\w ]{0,24}\W*$/i;

/** A line of a log or a trace that was pasted without a fence: what it says must be is what the program complained of. */
const LOG_LINE =
  /^(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d|\[?(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL|TRACE)\b|(?:error|fatal|panic)(?:\[\w{1,12}\])?: |[\w.]{0,80}(?:Error|Exception): |Uncaught |Traceback |goroutine \d|at \S{1,200} \(?\S{1,200}:\d|File "[^"]{1,200}", line \d|npm ERR!)/;

const DESCRIBES =
  /\b(?:is required|are required|required (?:by|for)|if (?:you|someone) needs?|(?:it|this|that|there|which) (?:should|must) (?:be (?:possible|the|because|related|noted|easy|simple|trivial|fine|enough|straightforward|something|a (?:bug|mistake|regression|problem|race|misunderstanding|typo))|have (?:been|thrown|worked))|you (?:should|must|need to|have to) (?:see|get|notice|restart|include)|as (?:it|they|one|you) should|i (?:must|should|have to) (?:admit|say|confess|add|mention|note|be)|should(?: not|n['’]t)? be (?:too )?(?:hard|difficult|easy|trivial|simple)|should (?:help|suffice|be enough|do the trick)|must be (?:doing|missing|something)|should (?:i|you) |needs? (?:a|an|the) (?:decision|discussion)|(?:i|we) (?:first|initially|originally|once) (?:thought|tried|wanted|considered|planned)|i (?:guess|suspect|assume|suppose|believe|think) (?:it|this|that|there|they) (?:must|might|has to|have to)|(?:it|this) (?:must|has to) be (?:the|a|an|because|some|related|caused)|(?:was|were|been) (?:rejected|dismissed|discarded|ruled out|abandoned|turned down)|decided against|seems|apparently|i (?:have|had|need|needed) to|we (?:have|had) to|people (?:have|need) to|users? (?:have|has|had) to|used to)\b/i;
const STRONG =
  /\b(?:must(?: not|n['’]t)?|shall(?: not)?|should(?: not|n['’]t)?|(?:needs?|has|have|ought) to|(?:is|are|be) (?:supposed|expected) to|may not|we (?:only|just|really) need)\b/i;
/** "I would have expected a list", "done when": says what is wanted in other words than duty’s. */
const EXPECTS =
  /(?<!\p{L})(?:(?:i|we|one|users?|people|you|anyone)(?:['’]d| would| had| was| were)?(?: have| also| rather| always)? expect(?:s|ed|ing)?(?! (?:a lot|much|this (?:is|was|to be a)))|(?:is|are|be|considered) (?:done|complete|finished|fixed|resolved|solved) (?:when|once|if|as soon as)|(?:can be closed|we can close this|close this) (?:when|once|as soon as)|(?:and|but|so|i|we),? would(?: have|['’]ve) expected|(?:the |my )?(?:expected|desired|correct|right) (?:behaviou?r|result|output|outcome|response)(?: \S+){0,6}? (?:would be|should be|is to)|ich (?:hätte |würde )?(?:\p{L}+ ){0,2}?erwarte[nt]?|(?:ist|sind) (?:fertig|erledigt),? (?:wenn|sobald)|je m['’]attend(?:ais|rais|s)|esper(?:aba|aría|ava|aria) que|mi aspett(?:o|erei|avo))(?!\p{L})/iu;
/** A whole scenario in one sentence, word after word. */
const SCENARIO: readonly RegExp[] = [
  /^\W*(?:given|gegeben|angenommen|étant donnée?s?|dad[oa]s?)\b/i,
  /\b(?:when|wenn|quand|lorsque|quando|cuando)\b/i,
  /(?<!\p{L})(?:then|dann|alors|então|entonces)(?!\p{L})/iu,
];

function isScenario(sentence: string): boolean {
  let rest = sentence;
  return SCENARIO.every((word) => {
    const at = rest.search(word);
    rest = rest.slice(at + 1);
    return at !== -1;
  });
}

/** Messages and texts, in code or quotes. Bounded, so that unclosed ones cost nothing. */
const QUOTED =
  /`[^`]{0,300}`|"[^"]{0,300}"|“[^“”]{0,300}”|«[^«»]{0,300}»|„[^„“”]{0,300}[“”]|「[^「」]{0,300}」/g;
const ELSEWHERE =
  /(?:^|[\s,;(])(?:muss|müssen|soll|sollen|sollte|sollten|darf (?:nicht|kein)|dürfen (?:nicht|kein)|doit|doivent|devrait|devraient|(?:il )?(?:faut|faudrait)|debe|deben|debería|deberían|tiene que|tienen que|deve|devem|deveria|deveriam|precisa|precisam|não pode)(?=$|[\s,;.!?)])|べき|必要がある|してほしい|してください|ようにする|应该|應該|必须|必須|需要|不得/i;
const KEEPS =
  /\b(?:all (?:the )?(?:other|existing) (?:\S+ ){1,6}(?:as (?:before|they did|they do|today|now|it is)\b|like (?:before|today|now)\b)|no (?:\S+ ){1,3}(?:may|must|should|can|will) (?:be )?chang|existing (?:\S+ ){1,8}(?:keep|stay|continue|remain|pass|work)|nothing (?:else )?(?:may|must|should) change|(?:has|have) to stay|keeps? working)/i;

/** "as I would expect", "misleading if you expect an error". */
const EXPECTED_BY_THE_WAY =
  /\b(?:as|if|when|what|whatever|than|like|unless) (?:i |we |one |you |users? |people )?(?:would |might )?expect/i;

/** "…, right?" states something and wants a nod. */
const WANTS_A_NOD =
  /,? (?:right|correct|no|agreed|isn['’]t it|shouldn['’]t it|doesn['’]t it|oder|nicht wahr|non|verdad|certo)\s*[?？]$/i;

/** Whether a sentence asks; one that only wants a nod states. */
export const isQuestion = (sentence: string): boolean =>
  /[?？]$/.test(sentence) && !WANTS_A_NOD.test(sentence);

/** Without the marks of emphasis at the edges of words, so that `_must_` is the word. */
const unmarked = (sentence: string): string =>
  /[*_]/.test(sentence)
    ? sentence.replace(/(?<![\p{L}\p{N}])[*_]{1,3}|[*_]{1,3}(?![\p{L}\p{N}])/gu, '')
    : sentence;

/** Demands something in running text, which describes more than it demands. */
export function demands(sentence: string): boolean {
  if (isQuestion(sentence) || isBoilerplate(sentence)) return false;
  // What stands in quotes or code is a message or a text: its "must" is not the author’s.
  const said = /[`"“«„「]/.test(sentence) ? sentence.replace(QUOTED, '…') : sentence;
  const own = unmarked(said);
  if (isScenario(own) || KEEPS.test(own) || ELSEWHERE.test(own)) return true;
  if (EXPECTS.test(own)) return !EXPECTED_BY_THE_WAY.test(own);
  if (/^(?:maybe|perhaps|possibly|probably|vielleicht|peut-être|quizás|talvez)\b/i.test(own))
    return false;
  return STRONG.test(own) && obliges(own.replace(WANTS_A_NOD, '.')) && !DESCRIBES.test(own);
}

const WISHES =
  /\b(?:(?:(?:would|might|could)(?: also| really)? be|(?:it|that)['’]d(?: also| really)? be) (?:\S+ )?(?:great|nice|nicer|good|useful|helpful|handy|cool|awesome|ideal|lovely|neat|better|best|convenient|wonderful|fantastic|amazing)|(?:ideally|preferably)\b|(?:would|could|can|might) it (?:be )?(?:possible )?(?:to )?(?:add|have|support|allow|make|provide|expose|include|introduce|implement)\b|(?:would|could|might|will) it be possible\b|(?:this|the) (?:issue|ticket|task|story) (?:aims|intends|proposes|asks|is meant|is here) (?:to|for|that)\b|the (?:goal|aim|intent(?:ion)?|objective|purpose|idea) (?:here |of this (?:issue|ticket|task) )?(?:is|would be) (?:to|that)\b|also needed\b|(?:i['’]m|i am|we['’]re|we are) in favou?r of\b|is it possible to (?:add|support|provide|introduce|implement|expose)\b|(?:can|could|may) (?:we|i|you) (?:please )?(?:have|get)\b|(?:i|we)['’]?d (?:really )?(?:appreciate|prefer)|needs? (?!(?:no|some|any|every)thing\b)\w{2,20}ing\b|should be (?:possible|easy|easier)|(?:i|we)(?:['’]d| would)?(?: really| also| only| just)? (?:like|love|want|need|propose|suggest|wish)|(?:please|could (?:you|we)|can (?:you|we)) (?:add|support|allow|make|change|remove|provide|implement|expose|let (?!me\b|us\b)\w+)|(?:is|are) missing|feature request)\b|(?:ich|wir) (?:möchte|wünsche|hätte|brauche|wollen)|wäre (?:schön|gut|toll)|(?:je|nous) (?:voudr|veux|aimer|souhait)|il serait (?:bien|utile)|(?:me|nos) gustaría|(?:quiero|quisiera|necesito)|sería (?:bueno|útil)|(?:eu )?(?:gostaria|quero|preciso)|seria (?:bom|útil|legal)|たい(?:です)?[。]?$|希望|想要|能否|能不能|可否|就好了|建议|хотелось бы|было бы|добавьте|추가해|좋겠/i;

/** Wishes for something; a demand only where nothing stronger is said. */
export const wishes = (sentence: string): boolean =>
  (asksPolitely(sentence) || (WISHES.test(sentence) && !onlyObserves(sentence))) &&
  !isBoilerplate(sentence) &&
  sentence.split(/\s+/).length > 3;

/** "Currently the page is missing a title": a lack that is only told. */
const onlyObserves = (sentence: string): boolean =>
  /^(?:but |and )?(?:currently|right now|today|at the moment|so far)\b/i.test(sentence) &&
  /\b(?:is|are) missing\b/i.test(sentence) &&
  !/\b(?:would|could|should|please|need|want|like)\b/i.test(sentence);

/** A lack, named in a list of what is wrong. */
export const namesALack = (sentence: string): boolean =>
  /\b(?:is|are) (?:missing|wrong|not (?:shown|translated|documented|escaped|sorted|closed))\b|\bfehl(?:t|en)\b|\bmanque(?:nt)?\b|\bfalta(?:n|m)?\b/i.test(
    sentence,
  );

const RETRACTS =
  /\b(?:forget|scrap|never ?mind|disregard|ignore (?:the|this|that|my)|strike (?:the|this|that)|changed my mind)\b|vergiss|oublie[zr]?|olvid(?:a|en)|esque(?:ça|ce)|忘れて|忽略/i;

/** Takes back what was said before it; which of it, its numbers and code tell. Null when it does not. */
export function retracted(sentence: string): string[] | null {
  if (!RETRACTS.test(sentence)) return null;
  const marks = sentence.match(/`[^`]{1,80}`|\b\d[\w.]*\b/g) ?? [];
  return marks.map((mark) => mark.toLowerCase());
}

const CRASHES =
  /\b(?:crash(?:es|ed)?|suddenly|freez(?:es|ing)|hangs|exception|stack trace|segfault|panic(?:s|ked)?|blank (?:page|screen)|nothing happens|does ?n[o']t work|fails)\b|stürzt ab|plante|se cierra|trava|クラッシュ|崩溃/i;

/** Describes a failure, which nobody expects. */
export const describesFailure = (sentence: string): boolean =>
  CRASHES.test(sentence) && !/\b(?:no|not|never|without|must|should)\b/i.test(sentence);

const VAGUE_AMOUNT =
  /\b(?:fast(?:er)?|quick(?:er|ly)?|slow|better|nicer?|cleaner|smooth(?:er|ly)?|easier|more (?:intuitive|robust|modern|user-friendly|efficient)|improved?|properly)\b|schneller|besser|plus rapide|mejor|más rápido|melhor|mais rápido|速く|更快|更好/i;

/** Wants more or less of something and gives no measure. */
export const hasNoMeasure = (sentence: string): boolean =>
  VAGUE_AMOUNT.test(sentence.replace(/\bto (?:quickly|easily) /gi, '')) && !/\d|`/.test(sentence);
