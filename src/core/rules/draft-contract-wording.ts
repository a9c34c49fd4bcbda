import { obliges } from './requirement-wording.ts';

/** Boundaries of sentences: closing punctuation before something that begins one; CJK needs no space. */
const BREAK = /(?<=[.!?…][)"'”’»]?)\s+(?=[\p{Lu}\p{N}"'“‘«„`([*_/-])|(?<=[。！？])\s*(?=\S)/u;

/** The sentences of one passage, each verbatim. Linear. */
export function sentencesIn(text: string): string[] {
  return text
    .split(BREAK)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

const PUTS_OFF =
  /\b(?:can (?:stay|remain) as (?:it|they) (?:is|are)|(?:is|are) (?:another|a different|a separate) (?:story|issue|topic|ticket)|(?:separate|other|follow-?up) (?:issue|ticket|pr)|not (?:here|part of this|in this (?:issue|ticket|pr))|out of scope|some day|let(?:'s| us|’s) (?:\S+ ){1,4}first|for later|later on|not now)\b|nicht hier|anderes ticket|spätere? (?:version|ticket)|plus tard|más adelante|mais tarde|別(?:件|の(?:issue|チケット))|以后再/i;

/** Says that something is left for another time or place. */
export const putsOff = (sentence: string): boolean => PUTS_OFF.test(sentence);

const BINDS_THE_WAY =
  /^(?:but )?(?:we|you|let['’]s|nobody|please)\b.*\b(?:not|never|no|don['’]t|without)\b|^(?:please )?(?:do not|don['’]t|avoid|no)\b.*\b(?:dependenc|just|refactor|rewrite|workaround|hack|library|librar|framework)/i;

/** Rules a way of working out instead of saying what must be true. */
export const bindsTheWay = (sentence: string): boolean => BINDS_THE_WAY.test(sentence);

const ASKS_OPINION =
  /\b(?:what (?:do|does|would) (?:you|others|people|everyone|anyone|the maintainers|we) (?:all )?(?:think|prefer|say)|(?:any )?(?:thoughts|opinions|preferences)\s*\?|would like to hear|(?:not|un)sure (?:if|whether|which)|should we\b.*\?|which (?:one|option|way|variant)\b.*\?|(?:needs?|waiting for) (?:a )?decision|to be decided|i don['’]t like it)|was meint ihr|qu['’]en pensez|qué (?:opinan|os parece|piensan)|o que (?:acham|vocês acham)|どう思い|どうでしょう|大家觉得|怎么看/i;

/** Asks people what they want, so that nobody can know yet what is to be done. */
export const asksOpinion = (sentence: string): boolean => ASKS_OPINION.test(sentence);

const BOILERPLATE =
  /\bkey ?words?\b.*\b(?:rfc ?2119|bcp ?14)\b|^(?:please )?(?:fix|help|look into|check)(?: (?:this|it))?(?: (?:asap|soon|please|quickly|urgently))*[.!]*$|^(?:thanks|thank you|danke|merci|gracias|obrigad[oa]|谢谢|ありがとう)/i;

export const isBoilerplate = (sentence: string): boolean => BOILERPLATE.test(sentence.trim());

const DESCRIBES =
  /\b(?:is required|are required|required (?:by|for)|if (?:you|someone) needs?|(?:it|this|that|there|which) (?:should|must) (?:be (?:possible|the|because|related|noted)|have (?:been|thrown|worked))|you (?:should|must|need to|have to) (?:see|get|notice|restart|include)|as it should|needs? (?:a|an|the) (?:decision|discussion)|seems|apparently|i (?:have|had|need|needed) to|we (?:have|had) to|people (?:have|need) to|users? (?:have|has|had) to|used to)\b/i;
const STRONG =
  /\b(?:must(?: not|n['’]t)?|shall(?: not)?|should(?: not|n['’]t)?|(?:needs?|has|have|ought) to|(?:is|are|be) (?:supposed|expected) to|may not)\b/i;
const ELSEWHERE =
  /(?:^|[\s,;(])(?:muss|müssen|soll|sollen|sollte|sollten|darf (?:nicht|kein)|dürfen (?:nicht|kein)|doit|doivent|devrait|devraient|il faut|debe|deben|debería|deberían|tiene que|tienen que|deve|devem|deveria|deveriam|precisa|precisam|não pode)(?=$|[\s,;.!?)])|べき|必要がある|してほしい|してください|ようにする|应该|應該|必须|必須|需要|不得/i;
const KEEPS =
  /\b(?:no (?:\S+ ){1,3}(?:may|must|should|can|will) (?:be )?chang|existing (?:\S+ ){1,8}(?:keep|stay|continue|remain|pass|work)|nothing (?:else )?(?:may|must|should) change|(?:has|have) to stay|keeps? working)/i;

/** Demands something in running text, which describes more than it demands. */
export function demands(sentence: string): boolean {
  if (sentence.endsWith('?') || sentence.endsWith('？') || isBoilerplate(sentence)) return false;
  if (KEEPS.test(sentence) || ELSEWHERE.test(sentence)) return true;
  return STRONG.test(sentence) && obliges(sentence) && !DESCRIBES.test(sentence);
}

const WISHES =
  /\b(?:(?:it )?would be (?:great|nice|good|useful|helpful|handy)|(?:i|we)(?:['’]d| would)? (?:like|love|want|need|propose|suggest)|(?:please|could (?:you|we)|can (?:you|we)) (?:add|support|allow|make|change|remove|provide|implement|expose|let)|(?:is|are) missing|feature request)\b|(?:ich|wir) (?:möchte|wünsche|hätte|brauche|wollen)|wäre (?:schön|gut|toll)|(?:je|nous) (?:voudr|veux|aimer|souhait)|il serait (?:bien|utile)|(?:me|nos) gustaría|(?:quiero|quisiera|necesito)|sería (?:bueno|útil)|(?:eu )?(?:gostaria|quero|preciso)|seria (?:bom|útil|legal)|たい(?:です)?[。]?$|希望|想要|能否/i;

/** Wishes for something; a demand only where nothing stronger is said. */
export const wishes = (sentence: string): boolean =>
  WISHES.test(sentence) && !isBoilerplate(sentence) && sentence.split(/\s+/).length > 3;

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
  VAGUE_AMOUNT.test(sentence) && !/\d|`/.test(sentence);
