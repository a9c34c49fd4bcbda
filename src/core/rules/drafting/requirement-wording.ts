import { markdownLines } from '../text/visible-text-lines.ts';

/** What one sentence does, as far as its words tell. `unclear` is everything no rule is sure of. */
export type SentenceKind =
  | 'requirement'
  | 'unclear'
  | 'approach'
  | 'recheck'
  | 'question'
  | 'courtesy';

const LIST_MARKER = /^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?/;
const SENTENCE_BREAK = /(?<=[.!?…])\s+(?=[\p{Lu}\p{N}"'“‘`([*_/-])/u;
const LONGEST_SENTENCE = 2000;

/** The sentences of visible text outside code and quotes, each verbatim. List items are sentences of their own. */
export function sentencesOf(text: string): string[] {
  const paragraphs: string[] = [];
  let open: string[] = [];
  const close = () => {
    if (open.length > 0) paragraphs.push(open.join('\n'));
    open = [];
  };
  for (const line of markdownLines(text)) {
    const words = line.text.trim();
    const apart =
      line.kind === 'code' ||
      line.quoted ||
      words === '' ||
      /^(?:#{1,6}\s|[-=*_]{3,}$)/.test(words);
    const marker = LIST_MARKER.exec(line.text);
    if (apart || marker) close();
    if (!apart) open.push(marker ? line.text.slice(marker[0].length) : line.text);
  }
  close();
  return paragraphs
    .flatMap((paragraph) => paragraph.split(SENTENCE_BREAK))
    .map((sentence) => sentence.trim().slice(0, LONGEST_SENTENCE).toWellFormed())
    .filter((sentence) => /[\p{L}\p{N}\p{Extended_Pictographic}+]/u.test(sentence));
}

/** RFC 2119’s words and their everyday forms. */
const OBLIGES =
  /\b(?:must|shall|should|mustn['’]?t|shouldn['’]?t|shan['’]?t|needs? (?:to|a|an|the)\b|needs? not|has to|have to|ought to|required?|requires|supposed to|expected to|may not|cannot be)\b/i;

const ASKS =
  /\b(?:please|pls|instead|rather than|no longer|anymore|never ?mind|make sure|ensure|let['’]?s|(?:don['’]?t|do not)(?! (?:think|know|see|understand|mind|believe|remember|care)\b)|never|always|only|unless|except|i['’]?d like|i would like|we['’]?d like|we would like|i want|we want|i need|we need|would prefer|i['’]?d prefer|prefer|would be (?:great|nice|good|better|helpful)|is missing|are missing|is wrong|are wrong|changed my mind|on second thought|actually|scrap|forget|drop (?:the|this|that)|out of scope|in scope|acceptance)\b/i;

const REQUEST_FORM =
  /\b(?:can|could|would|will) (?:you|we|someone|it|this|that)\b(?! (?:reproduce|explain|tell|confirm))/i;

const IMPERATIVE =
  /^(?:(?:and|also|but|so|then|ok|okay|oh|hmm|actually|additionally|finally|first|second|next|plus|btw|note|one more thing|in addition)[,:]?\s+)*(?:please\s+)?(?:not\s+)?(?:accept|add|adjust|allow|always|append|apply|assert|avoid|bump|cache|call|change|check|clean|close|compute|convert|count|cover|create|default|define|delete|deny|deprecate|disable|disallow|display|document|drop|emit|enable|encode|ensure|escape|exclude|expose|extend|extract|fail|fix|flag|format|forbid|generate|give|group|guard|handle|hide|ignore|implement|improve|include|introduce|keep|leave|limit|list|load|log|lower|make|merge|migrate|move|name|normali[sz]e|omit|order|parse|pass|permit|preserve|prevent|print|put|raise|read|refactor|refuse|reject|remove|rename|render|replace|report|require|respect|restore|retain|retry|return|reuse|revert|rewrite|round|save|send|set|show|simplify|skip|sort|split|stop|store|strip|support|swap|switch|tell|test|throw|treat|trim|truncate|turn|undo|update|upgrade|use|validate|wait|warn|wrap|write)\b/i;

/** German, French, Spanish, Portuguese: a requirement in another language must not pass as small talk. */
const OBLIGES_ELSEWHERE =
  /(?:^|[\s,;(])(?:muss|müssen|soll|sollen|sollte|sollten|bitte|darf nicht|stattdessen|doit|doivent|devrait|devraient|il faut|veuillez|debe|deben|debería|deberían|por favor|tiene que|deve|devem|deveria|deveriam|precisa|não pode)(?=$|[\s,;.!?)])/i;

/** French, Spanish and Portuguese order with infinitives, also behind "…:"; German with "bitte", or by the verb’s stem. */
const ORDERS_ELSEWHERE =
  /(?:^|[:：]\s{1,3})(?:il )?(?:(?:faut |merci de |prière de |por favor,? |hay que |é preciso )?(?:ajouter|supprimer|corriger|vérifier que|permettre|afficher|remplacer|modifier|renommer|autoriser|empêcher|déplacer|rendre|prévoir|añadir|agregar|eliminar|corregir|permitir|mostrar|cambiar|reemplazar|evitar|adicionar|remover|corrigir|alterar|substituir|criar|impedir)|bitte (?!um\b|lesen|beachten)\p{L}+|(?:füge|ersetze|entferne|ändere|zeige|lösche|ergänze|erlaube|verhindere)) /iu;

const RECHECK =
  /\b(?:re-?run|re-?verify|re-?check|re-?test|re-?validate|(?:run|check|test|verify|try) (?:\S+ ){0,3}again|flaky)\b/i;

const APPROACH =
  /\b(?:root cause|caused by|culprit|approach|the (?:bug|problem|issue|code|logic|implementation|check|function) (?:is|lives|sits|seems to be|can be found) in|(?:is|are) (?:defined|implemented|handled|done) in|have a look (?:at|in)|hint)\b/i;

const COURTESY = [
  /^(?:many )?(?:thanks?(?: you)?|thx|ty|cheers|kudos|obrigad[oa]|danke|merci|gracias)(?:,? (?:a lot|so much|very much|again|all|everyone|team|folks|@[\w-]+))*(?: (?:for|to) [\p{L}'’@ -]{1,60})?$/iu,
  /^(?:this is |that['’]?s |looks |sounds |all )*(?:great|nice|awesome|perfect|excellent|cool|amazing|good|fantastic|wonderful|neat|lovely|fine)(?: (?:work|job|stuff|one|idea|catch|find|to me|to hear|news|start|progress))*(?: (?:on|with) this)?$/i,
  /^(?:lgtm|sgtm|ok(?:ay)?|k|sure|will do|got it|noted|hm+|ah|oh|wow|yay|hi|hello|hey)(?: (?:all|there|everyone|team|folks|@[\w-]+))*$/i,
  /^(?:\+\s?1|👍|same(?: here| issue| problem)?|me too|bump|ping(?: @[\w-]+)*|prs? (?:are )?welcome|good first issue|following|subscribing|watching|interested)$/i,
  /^(?:any|is there any|are there any) (?:update|updates|news|progress)(?: (?:on|about|for) (?:this|it))?\??$/i,
  /^(?:i['’]?ll|i will|i['’]?m going to|let me|going to|i['’]?m) (?:take|have|taking|having)? ?(?:a )?(?:look|looking|review|reviewing|check|checking|test|testing|try|trying)(?: (?:at|into|it|this|that|out))*(?: (?:today|tomorrow|later|soon|now|shortly|this week|next week|on (?:mon|tues|wednes|thurs|fri|satur|sun)day))?$/i,
  /^(?:i )?(?:can |could )?(?:also )?(?:confirm(?:ed)?|reproduce|reproduced)(?: (?:this|it|that))?(?: here| too| as well| on (?:my (?:machine|side)|[\w.]{1,20}(?: [\d.]{1,10})?))?$/i,
  /^(?:cc|\/cc|fyi)(?: ?:)?(?: @[\w/-]+,?)+$/i,
  /^(?:see also|related(?: to)?|related issue|ref|refs|xref)(?: ?:)? (?:#\d+|https?:\/\/\S+)(?:,? (?:and )?(?:#\d+|https?:\/\/\S+))*$/i,
];

const EMOJI_ONLY = /^(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}\s!.]|:[\w+-]+:)+$/u;

/** Asks to pause, which is a person’s decision and no criterion. */
const PAUSES =
  /^(?:please )?(?:wait|hold (?:off|on|it)|pause|stop)(?: (?:on|with|this|it|here|now|please|for now|a moment|a minute|working))*$/i;

/** Shows dissent without a word. */
const DISSENT = /👎|❌|🛑|🚫|✋|⛔|:(?:-1|thumbsdown|x|no_entry|stop_sign|no_good):/u;

/** "Thanks, looks good": every part of it is. */
const isCourtesy = (words: string): boolean =>
  [[words], words.split(/\s*[,;–—]\s*/)].some((parts) =>
    parts.every((part) => COURTESY.some((pattern) => pattern.test(part))),
  );

/** Judges one sentence. A requirement is looked for first, so that courtesy around it never hides it. */
export function sentenceKind(sentence: string): SentenceKind {
  const bare = sentence.replace(/[*_]{1,3}/g, '').trim();
  if (PAUSES.test(bare.replace(/[\s.!]+$/, ''))) return 'unclear';
  if (
    isObliging(bare) &&
    !/^(?:what|which|who|why|when|where|how|should|must|shall|do|does|did|is|are)\b.*\?$/is.test(
      bare,
    )
  )
    return 'requirement';
  const core = bare.replace(/[\s.!,;:)…]+$/u, '').replace(/^[\s(]+/, '');
  const short = core
    .replace(/[\p{Extended_Pictographic}\p{Emoji_Modifier}]|:[\w+-]+:/gu, '')
    .trim()
    .replace(/[\s.!,]+$/, '');
  if (DISSENT.test(bare)) return 'unclear';
  if (EMOJI_ONLY.test(bare) || short === '' || isCourtesy(short)) return 'courtesy';
  if (RECHECK.test(bare) && !bare.endsWith('?')) return 'recheck';
  if (bare.endsWith('?')) return 'question';
  return APPROACH.test(bare) ? 'approach' : 'unclear';
}

function isObliging(sentence: string): boolean {
  const asksAgain = RECHECK.test(sentence) && !OBLIGES.test(sentence);
  if (asksAgain) return false;
  return (
    OBLIGES.test(sentence) ||
    ASKS.test(sentence) ||
    IMPERATIVE.test(sentence) ||
    REQUEST_FORM.test(sentence) ||
    OBLIGES_ELSEWHERE.test(sentence)
  );
}

/** RFC 2119 wording alone: strict enough for running text that describes more than it demands. */
export function obliges(sentence: string): boolean {
  return (
    !sentence.trim().endsWith('?') && (OBLIGES.test(sentence) || OBLIGES_ELSEWHERE.test(sentence))
  );
}

/** Starts with a verb that asks for something, like an issue’s title. */
export function isImperative(sentence: string): boolean {
  const words = sentence.trim();
  return IMPERATIVE.test(words) || ORDERS_ELSEWHERE.test(words);
}

const STAYS =
  /\b(?:preserv(?:e|es|ed|ing)|unchanged|still|keep(?:s|ing)?|kept|remain(?:s|ing)?|(?<!always )stays?|continues? to (?:work|accept|support|pass|behave|function|return|print|be|load)|existing (?:\S+ ){0,3}(?:behaviou?rs?|tests?|output|suite)|(?:must|should|shall|may|do|does|can) ?n[o']t (?:be )?(?:change[ds]?|changing|break|broken|alter(?:ed)?|affect(?:ed)?|modif(?:y|ied)|regress)|no (?:\S+ ){1,3}(?:may|must|should|can|will) (?:be )?changed?|(?:nothing|everything) (?:else )?(?:changes|works|behaves)|no regressions?|backwards?[- ]compatib\w*|as (?:before|today|now|it is today|they (?:did|do))|(?:what|like|how) (?:it|they) (?:\S+ ){0,2}(?:today|now)|(?:like|just as) (?:today|before|now)\b|the same before and after|without (?:breaking|changing)|(?:all|existing|the|current) (?:\S+ )?(?:tests?|checks?|suites?|ci|build) (?:must |should |still |to )?(?:pass(?:es)?|green|is green|are green))\b/i;

/** The same in German, French, Spanish, Portuguese, Italian, Japanese and Chinese. */
const STAYS_ELSEWHERE =
  /(?<!\p{L})(?:weiterhin|unverändert|wie bisher|nach wie vor|bleib(?:t|en)|funktionier(?:t|en) weiter|toujours|inchangée?s?|comme (?:avant|aujourd['’]hui)|continue(?:nt)? (?:à|de|d['’])|rest(?:e|ent) |siguen?|sin cambios|como (?:hasta ahora|antes|hoy|hoje)|continúan?|se mantiene[n]?|continua[m]?|inalterad[oa]s?|mantém|permanece[m]?|come prima|invariat[oaie])(?!\p{L})|これまで(?:と|通り|どおり)|従来(?:通り|どおり)|変わらない|そのまま|仍|保持不变|不受影响|照旧|维持/iu;

/** Whether a criterion speaks of what holds today and must not be lost. */
export function staysTrue(statement: string): boolean {
  return STAYS.test(statement) || STAYS_ELSEWHERE.test(statement);
}

const REPLACES =
  /\b(?:instead|rather than|no longer|anymore|never ?mind|scrap|forget|revert|drop (?:the|this|that|it)|changed my mind|on second thought|withdraw(?:n|s)?|not needed|don['’]?t need|no need|cancel(?:s|led)?)\b/i;

/** Whether a sentence takes something back: only a person or a model can say what. */
export function takesBack(sentence: string): boolean {
  return REPLACES.test(sentence);
}
