import { isMadeOfTalk } from './talk-words.ts';

const SIDE =
  '(?: (?:here|from|on|by|with|to|for|about|of) ?(?:me|us|you|my side|our side|my end|our end|my part|this|it|that|the \\p{L}+ (?:side|team|end)|security|legal|design|ops|qa|product|support|finance|now|the bot|this one|anyone|anybody|any ?more)| here| now| at all| really| by the way| either| for now){0,3}';

/** Says outright that nothing follows from it. */
const NOTHING_FOLLOWS = new RegExp(
  `^(?:so |and |also |anyway |fine,? |i |we |i have |we have |don['’]t have |do not have |don['’]t see |i['’]ve |there is |there['’]s |there are |have |has |see |read (?:it|the contract|everything) and |with |got ){0,6}(?:(?:no|not any|any|zero|(?<=don['’]t have |do not have |don['’]t see )(?:any)?) ?(?:(?:other |further |more |real |big |strong |particular )*)(?:objections?|remarks?|comments?|concerns?|complaints?|notes?|questions?|feelings?|opinions?|preferences?|rush|hurry|worries|problem|stress|pressure|big deal|action|changes?|reaction|reply|response|answer|amendment|doubts?)(?: to the (?:contract|criteria|requirements?|scope))?(?: (?:is |are )?(?:needed|required|necessary|intended|wanted|asked for|left|to add|whatsoever))?|nothing(?= (?:from|on) (?:my|our) )|nothing (?:to (?:do|see|change|add|act on|report|worry about)|else|new|(?:we|you|i) need|changes|urgent|important|more))${SIDE}[.!]*$`,
  'iu',
);

const IS_NOT = new RegExp(
  `^(?:(?:this|that|it|i|we)(?:['’](?:s|m|re)| is| was| am| are)?(?:n['’]t)? ?)?(?:not |n['’]t )?(?:really |at all |super |that |too |very |overly )*(?:urgent|blocking(?: (?:anyone|anybody|us|me|the release))?|time[- ]critical|in a (?:rush|hurry)|asking for (?:any ?thing|(?:any )?changes?)|requesting (?:any ?thing|(?:any )?changes?)|stopping (?:any ?thing|it|this)|suggesting (?:any ?thing|(?:any )?changes?)|(?:doing|asking|proposing|requesting|suggesting|ordering|meaning) (?:that|this|it))${SIDE}[.!]*$`,
  'iu',
);

const CHANGES_NOTHING = new RegExp(
  `^(?:(?:this |that |it |which )?changes nothing|(?:this|it|that) is (?:blocking|holding up|delaying) (?:us|our|the|my)(?: \\p{L}+){0,3}|(?:the )?(?:work|rest|plan|everything|contract) (?:goes on|stays|remains|continues|stands|is)(?: unchanged| the same)? as (?:agreed|planned|before|discussed|it is))${SIDE}[.!]*$`,
  'iu',
);

/** "That was a quote from the docs." */
const WAS_NO_ORDER =
  /^(?:that|this|it)(?:['’]s| is| was)(?: just| only)? (?:a |an )?(?:quote|quotation|joke|typo|aside|thought|test)(?: (?:from|of|by|in) [\p{L} ]{1,40})?[.!]*$/iu;

/** Agrees with what stands: it refers back and names nothing new. */
const AGREES =
  /^(?:(?:yes|yep|yeah|right|correct|confirmed|exactly|ok(?:ay)?|fine|sure|good|ah|oh|genau|ja|oui|sí|sim)[,.!]* )*(?:(?:i |we |i['’]m |we['’]re )?(?:fully |completely |totally |strongly |wholeheartedly |entirely |all )*(?:agree|concur|in agreement|on board|fine|happy|ok(?:ay)?|good|with you)(?: (?:with|on|about) (?:this|that|it|the above|you|everything|everyone|all of (?:this|that|it)|the contract(?: as (?:it (?:stands|is)|written))?|the criteria(?: as they (?:stand|are))?|the plan|the proposal|@[\w-]+|[\p{Lu}]\p{Ll}+))?|(?:that |this |it |all |all of it |still )*(?:makes? (?:(?:a lot of |total |perfect |complete )?sense)|sounds? (?:good|great|like a (?:good )?plan|reasonable|right|fine|fair|sensible)|(?:answers|explains|clears|settles) (?:it|that|this|my question|the question|everything|things|a lot)(?: up)?|works(?: fine| great| well)? for (?:me|us)|reads? (?:well|fine|right|good|great)|looks? (?:right|correct|good|fine|great|reasonable|complete|solid))|fair (?:enough|point)|point taken|(?:everybody|everyone|we all|we|the team|all|they all) (?:is|are|was|were|seems?) (?:all )?(?:on board|happy|fine|in agreement|aligned|good)(?: (?:with|about) (?:this|it|that))?|good (?:point|question|call|catch|idea|luck|news)|well (?:said|done|spotted|written|put)|(?:no|not) (?:arguments?|disagreement)|no objections?|seconded|same here|\+1|(?:lgtm|approved|good|fine|thumbs up|all good|works)(?= (?:from|for|on|by))|(?:that|this|it)(?:['’]s| is) (?:right|correct|it|fine|ok(?:ay)?|perfect)|(?:the |our )?[\p{L}]+ (?:has |have )?(?:signed off|approved|gave (?:it |this )?(?:a |the )?(?:thumbs up|green light|ok(?:ay)?|go))(?: (?:on |of )?(?:this|it))?|(?:so|i guess|then) we are good)(?: (?:to|for|from|by|with|on) (?:me|us|here|this|this one|my side|our side|my end|(?:the )?\p{L}+ (?:side|team|end|perspective)|security|legal|design|ops|qa|product|support|finance|marketing|accounting))?(?: now| then| too| so far)?[.!]*$/iu;

/** "The VAT line is as the contract has it", "AC-1 to AC-4 look right to me", "The contract matches what I had in mind". */
const AS_IT_STANDS =
  /^(?:(?:yes|right|correct|confirmed|exactly|ok(?:ay)?|fine|good)[,.!]* )*(?:(?:that|this|it)(?:['’]s| is| was| sounds| looks| reads)?(?: (?:exactly|precisely|just|all|pretty much))* (?:what|how|as|the (?:behaviou?r|result|outcome|output|thing)) (?:i|we) (?:meant|mean|thought|think|had in mind|imagined|wanted|needed|remember|understood|understand|expected)(?: (?:it|this|that))?(?: to be)?|(?:i|we) (?:went|read|looked|checked|am|are|have gone|have read) (?:through |over |at )?(?:all |the )*(?:criteria|contract|everything|requirements|list)(?: (?:and|,) (?:(?:it|they|all|everything) )?(?:is|are|look|looks)? ?(?:all )?(?:fine|right|good|correct|ok(?:ay)?|great))?|(?:reviewed|read|checked|went through) (?:the |all )*(?:contract|criteria|points|list|requirements|everything)(?: above)?|(?:the |our |all |both |two |three |four |five |six |of the |of them )*(?:points?|items?|AC-\d+(?: ?(?:,|to|and|–|-) ?AC-\d+)*|criteria|contract(?: above)?|requirements|acceptance criteria|list(?: above)?|summary|plan|goal|scope|wording|draft)(?: above)? (?:is|are|was|looks?|seems?|sounds?|reads?|matches|match|covers?)(?: all| both| perfectly| exactly)* (?:(?:fine|right|correct|good|great|ok(?:ay)?|complete|clear|spot on|reasonable)(?: (?:as (?:it is|they are|is)|as written|to (?:me|us)|for (?:me|us)))?|(?:what|everything|all)(?: that)? (?:i|we) (?:had in mind|meant|wanted|need|discussed|agreed(?: on)?|talked about))|(?:the |our )[\p{L} -]{2,40} (?:is|are|was|looks?|stands?|reads?) (?:fine |right |correct |good )?(?:as|like|what) (?:the contract|the issue|the criteria|the criterion|agreed)(?: (?:has|have|says?|states?|stands?|describes?))*(?: (?:it|so|now|here))?)[.!]*$/iu;

/** A nod behind a clause: "…, just interesting." */
const ONLY =
  /^(?:by the way|btw|fwiw|tbh|honestly|in case you wonder(?:ed)?|thankfully|(?:just|only) (?:interesting|curious|fun|an idea|for fun|a thought|saying|documenting (?:it|this|that)|noting (?:it|this|that)|sharing(?: it| this)?|asking|fyi|for information))[.!]*$/i;

/** Whether a sentence says itself that nothing is to change, or agrees with what stands. */
export function isClosing(given: string): boolean {
  const sentence = given
    .replace(/[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\u{FE0F}/gu, '')
    .trim()
    .replace(/^\(|\)([.!]*)$/g, '$1');
  if (sentence.length > 300 || /[?？]/.test(sentence)) return false;
  return sentence.split(/\s*[,;–—]\s+(?:and |so )?/).every((part, at) => {
    const bare = part.trim();
    return (
      [NOTHING_FOLLOWS, IS_NOT, CHANGES_NOTHING, WAS_NO_ORDER, AGREES, AS_IT_STANDS].some((form) =>
        form.test(bare),
      ) ||
      /^(?:reviewed|read|checked|seen|confirmed|correct|approved|noted)[.!]*$/i.test(bare) ||
      isMadeOfTalk(bare) ||
      (at > 0 && ONLY.test(bare))
    );
  });
}

/** "…, so nothing to do here": a part that closes for all that stands beside it. */
export const closesAll = (sentence: string): boolean =>
  sentence.length <= 600 &&
  sentence
    .replace(/^\(|\)([.!]*)$/g, '$1')
    .split(/\s*[,;:–—]\s+(?:and |so )?|\s+so\s+(?=no)/)
    .some((part) => CLOSES_ALL.test(part.trim()));

const CLOSES_ALL =
  /^(?:so |and |but |anyway |i am |i['’]m |there is |there['’]s )*(?:nothing (?:to do|to change|changes)(?: here| for (?:this|us|you|the bot)| in this (?:issue|one))?|no (?:action|changes?|reaction|amendment)(?: (?:is |are )?(?:needed|required|necessary|intended|wanted))(?: here| for (?:this|us|you|the bot)| from (?:you|the bot))?|not (?:asking for (?:any ?thing|(?:any )?changes?)|(?:doing|asking|proposing|requesting|suggesting) (?:that|this|it)(?: here| now)?)|just (?:fyi|for information|documenting (?:it|this|that)))[.!]*$/i;
