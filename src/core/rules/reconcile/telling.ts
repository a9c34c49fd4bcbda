import { isMadeOfTalk, talkedWords } from './talk-words.ts';

/*
 * Who tells what people did, do or will do with their time demands nothing. Telling is known by its grammar: people (or the
 * places where work is talked about) as the subject, a verb of talking, looking, meeting or filing, and nothing in the rest
 * that limits, denies, adds, compares, wishes, or is said exactly. A sentence tells only when each of its parts does.
 */

/** Where work is talked about and kept in order; never a part of the software. */
const PLACES =
  '(?:tickets?|threads?|discussions?|conversations?|sprints?|backlog|milestones?|agendas?|roadmaps?|calendars?|priority|priorities|trackers?|mailing list|assignees?|reviewers?|stand-?ups?|syncs?|demos?|retros?|meetings?|calls?|meet-?ups?|conferences?|workshops?|releases?|announcements?|newsletters?|blog(?: posts?)?|minutes|recordings?|slides|screenshots?|mock-?ups?|invites?|invitations?|wiki|pull requests?|prs?|webhooks?|bot|robot|colleagues?|story points|estimates?|iteration|kick-?off|freeze)';

const NOUN = String.raw`(?:[\p{L}-]+ ){0,2}[\p{L}-]+`;
const ADVERB =
  '(?:just|already|also|now|only just|finally|briefly|quickly|then|currently|still|recently|accidentally|actually|first|probably|really|again|happily|personally)';

/** Talking, looking, meeting, trying: what these are about is not changed by them. */
const LOOKED =
  '(?:talked|chatted|spoke|spoken|discussed|met|looked (?:at|into|through|over|around|up)|watched|listened|wondered|remembered|read|reread|reviewed|skimmed|tried|tested|checked|played|travell?ed|arrived|returned|joined|attended|celebrated|laughed|smiled|stumbled|learned|learnt|caught up|came across|came back|went (?:through|over|to)|thanked|welcomed|congratulated|enjoyed|misread|misclicked|misunderstood|had (?:exactly |almost )?(?:the same|this|that) (?:thought|idea|question|discussion|conversation)|had (?:a |the )?(?:quick |short |brief |closer |first )?(?:look|chat|call|meeting|talk|word|discussion|conversation|thought)|took (?:a |another )?(?:quick |short |brief |closer |first )?look|gave (?:it|this) a (?:try|look|spin|go)|(?:started|began|begun) (?:reading|writing|looking|preparing|planning|testing|reviewing)|slept|(?:locked|unlocked|closed|re-?opened|pinned|hid|minimi[sz]ed|subscribed to) (?:this|it|them|these|those|the other|(?:the |a )?duplicates?\\b|#\\d)|saw (?:this|that|it)|heard (?:about|of) (?:this|it)|got (?:this|the) (?:question|request))';
const LOOKING =
  '(?:(?:locking|unlocking|closing|re-?opening|pinning|hiding|minimi[sz]ing) (?:this|it|them|these|those|the other|and)|talking|chatting|speaking|discussing|meeting|looking (?:at|into|through|over|around|up)|watching|listening|wondering|reading|rereading|reviewing|skimming|trying|testing|checking|playing|travell?ing|arriving|returning|joining|attending|celebrating|laughing|smiling|crossing|catching up|enjoying|taking (?:a |another )?(?:quick |closer )?look|having a (?:quick |closer )?look|subscribing|covering for|(?:asking|waiting|looking forward) (?:for|to|about) (?:this|that|it))';
const LOOK =
  '(?:talk|chat|speak|discuss|meet|look (?:at|into|through|over|around|up)|watch|listen|read|reread|review|skim|try|test|check|play|travel|return|join|attend|celebrate|squash|rebase|have (?:a |another )?(?:quick |closer )?look|take (?:a |another )?(?:quick |closer )?look|give (?:it|this) a (?:try|look|spin|go)|follow (?:this|along|up)|keep (?:you|an eye)|let (?:you|everyone|them) know|get back|report back|come back|update you|stay tuned|do so|leave (?:it|this|that) to (?:you|the bot|the others|them)|squash|rebase|merge|be (?:on|at|in|there|back|away|out|around|available|offline|online|here|happy|glad))';

/** Telling others, and keeping order: only where it is done with this text, a place, or a person. */
const HANDED =
  '(?:link(?:ed|ing)|mention(?:ed|ing)|shar(?:ed|ing)|(?:cross-?)?post(?:ed|ing)|forward(?:ed|ing)|tweet(?:ed|ing)|blogg(?:ed|ing)|e?-?mail(?:ed|ing)|messag(?:ed|ing)|notif(?:ied|ying)|inform(?:ed|ing)|invit(?:ed|ing)|present(?:ed|ing)|demo(?:ed|ing)|showed|showing|shown|told|telling|introduc(?:ed|ing)|ping(?:ed|ing)|tagg(?:ed|ing)|assign(?:ed|ing)|unassign(?:ed|ing)|subscrib(?:ed|ing)|label(?:l?ed|l?ing)|track(?:ed|ing)|triag(?:ed|ing)|prioriti[sz](?:ed|ing)|estimat(?:ed|ing)|schedul(?:ed|ing)|plann(?:ed|ing)|book(?:ed|ing)|pinn(?:ed|ing)|starr(?:ed|ing)|upvot(?:ed|ing)|announc(?:ed|ing)|prepar(?:ed|ing)|wrote|written|writing|sent|sending|add(?:ed|ing)|mov(?:ed|ing)|put(?:ting)?|set(?:ting)?|chang(?:ed|ing)|renam(?:ed|ing)|remov(?:ed|ing)|open(?:ed|ing)|fil(?:ed|ing)|creat(?:ed|ing)|updat(?:ed|ing)|attach(?:ed|ing)|trigger(?:ed|ing)|bump(?:ed|ing)|rais(?:ed|ing)|clean(?:ed|ing)? up|mark(?:ed|ing)|transferr(?:ed|ing)|convert(?:ed|ing)|asked|asking|(?:started|began|begun) (?:writing|preparing|planning))';
const HAND =
  '(?:mention|share|post|forward|tweet|blog|e?-?mail|message|notify|inform|invite|present|demo|show|tell|introduce|ping|tag|assign|schedule|announce|send|bring|add|link|update|ask|write)';
const WITH_PLACE = new RegExp(
  `\\b(?:${PLACES}|(?:this|it|that) (?:to|with|from) |(?:you|me|us|them|everyone)\\b|reviewers?|release notes|wrong place|reviewers?)|["“\`][^"”\`]{1,40}["”\`] (?:label|column|board|milestone|status|channel)\\b|https?:|[@#]\\w`,
  'iu',
);
const ONLY_THIS =
  /^(?:about (?:this|it)(?: (?:on|in) \p{L}+)?|this|it|that)(?: (?:today|tomorrow|yesterday|earlier|later|soon|there|here|around))?[.!]*$/iu;

/** Limits, denies, adds, compares, orders, wishes, or gives a content of its own: then it is no plain telling. */
const WEIGHS =
  /\b(?:but|however|though|although|except|unless|until|instead|rather|without|only|not|no|never|nothing|none|neither|nor|cannot|missing|wrong|broken|fail\w*|errors?|crash\w*|empty|blank|slow\w*|weird|odd|strange|problems?|trouble|complain\w*|complaints?|concern\w*|worr\w+|doubt\w*|against|disagree\w*|block(?:ed|s|ing)|cancel\w*|as well|too|also|more|less|than|must|shall|should|could|would|might|may|want(?:s|ed)?|needs?|needed|wish(?:es)?|prefer\w*|hop(?:e|ed|ing)|expect\w*|requir\w*|promis\w*|decid\w*|agree[ds]?|every|each|both|another|different|same|default|wait(?:ing)?(?! for (?:this|it|that))|hold|stop|paus\w*|please|let|so that|whether|becomes?|and (?:got|could|can|saw|had|was|were|found|there|now)|nicer|better|bigger|smaller|larger|shorter|longer|higher|lower|faster|cleaner|easier|simpler|clearer|(?:go(?:ing|es)?|went) (?:with|for)|settled on|opted|chose\w*|pick(?:ed|s)?|switch\w*|adopt\w*|dropp?\w*|replac\w*|support(?:s|ed)?|swap\w*|migrat\w*|deprecat\w*|charg\w*|ask(?:ed|ing|s)? (?!(?:me |us )?(?:about|for) (?:this|it|that|an? (?:update|eta|status))))\b|n['’]t\b/i;

/** Content that follows in a clause of its own: "told them that …", "asked why …". */
const CONTENT = /\b(?:that|which|why|because|how|what)\b(?!['’]s (?:all|it)\b)/i;

/** Things that contracts are about, whatever their words are. */
const MATTERS =
  /\b(?:AC-\d+|docs?|documentation|readme|tests?|criteri(?:on|a)|scope|requirements?|contract|specs?|specification|acceptance|behaviou?r|feature|option|flag|migration|schema|fix|fixes|bug|main|master|staging|fixtures?|fields?|buttons?|pages?|columns?|headers?|footers?|api|endpoints?|limits?|formats?|points?|items?|description|title|template|layout)\b/i;

/** Code, quotes, amounts: something is said exactly, so it may be meant exactly. Dates, versions and references are none. */
const EXACT =
  /[`"“«„→=~]|->|:\s|\d|\b(?:(?<!(?:this|that|other) )one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|half|double|twice)\b(?! (?:of (?:us|you|them)|(?:of (?:our|my) )?(?:colleagues|customers|clients|people)|(?:weeks?|days?|hours?|minutes?|months?|years?) ago))/i;
const POINTERS =
  /\b(?:january|february|march|april|may|june|july|august|september|october|november|december) \d{1,2}\b|\b(?:until|till|since|before|after) (?=\d{1,2}\b)|\b(?:when|once|as soon as|after) (?:it|this) (?:is|['’]s|has been|lands|ships) ?(?:out|ready|done|there|merged|up|released|live|shipped)?\b|\bas soon as there is a (?:build|release|pr|preview)\b|\bif (?:that|it|this) helps\b|\bwish ?list\b|\bversion \d+|\bif (?:there are|you have|anyone has|anybody has|anybody had) (?:any )?questions\b|\bif (?:needed|you need (?:anything|me|help))\b|\b(?:until|till|since|before|after|by) (?:the )?(?:next |last |this )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|\b(?:until|till|since|before|after) (?:tomorrow|tonight|noon|lunch|then|next (?:week|month)|the (?:weekend|holidays|release|demo|meeting|call)|january|february|march|april|may|june|july|august|september|october|november|december)(?: \d{1,2}\b)?|:? ?https?:\/\/[^\s,;]+|#\d+|@[\w/-]+|["“`][^"”`]{1,40}["”`](?= (?:label|column|board|milestone|status|project|sprint|channel))|\bwrong (?:place|issue|thread|tab|ticket|window|channel)\b|\bsame (?:thought|here|discussion|question|idea)\b|\b[A-Z]{2,6}-\d+\b|\b\d{1,2}(?:st|nd|rd|th)\b|\b\d{1,2}(?::\d{2})? ?(?:am|pm)\b|\b\d{1,2}:\d{2}\b|\bv?\d+\.\d+(?:\.\d+)?\b|\b(?:19|20)\d\d(?:-\d\d-\d\d)?\b|\b\d{1,2} (?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)\w*/gi;

/** A clause of its own, which says something of the software. */
const CLAUSE =
  /\b(?:it|they|he|she|this|there)(?:['’]s| is| are| was| were| has| had| goes| gets| will)\b|\b(?:is|are|happens)\b/i;

/** Joins more than names: "… and she misses the date". */
const JOINS = / and (?!\p{Lu}|[#@]|(?:my|our|the) (?:team|colleagues|others)\b|\p{L}+ing\b)/u;

const isPlain = (text: string): boolean =>
  !JOINS.test(text) &&
  !WEIGHS.test(text.replace(POINTERS, '')) &&
  !CONTENT.test(text.replace(POINTERS, '')) &&
  !MATTERS.test(text) &&
  !EXACT.test(text.replace(POINTERS, ''));

const NAME = String.raw`(?:@[\w-]+|\p{Lu}\p{Ll}+(?<!s))`;
const SOMEBODY = String.raw`(?:(?:my|our|the|some|several|many|two|three|a few|one of (?:my|our)) (?:[\p{L}-]+ )?(?:teams?|customers?|clients?|colleagues?|boss|manager|support|designers?|people|folks|friends?|kids?|daughter|son|wife|husband|cat|dog|intern|community|reporter|reviewers?|maintainers?)|everyone|everybody|someone|somebody|people|they|he|she)`;

const THIRD_PERSON = new RegExp(
  `^(?:${LOOKED}|${LOOKING}|(?:(?:told|asked|pinged|reminded|mentioned)(?: (?:me|us|everyone))?(?: (?:about|for) )?(?:this|it)|(?:loved|liked) (?:this|it)|says? (?:hi|hello|thanks|thank you)(?: and (?:hi|hello|thanks|thank you))?)(?=[.!]*$))`,
  'iu',
);

/** What the grammar allows behind each kind of subject: the past, what goes on, what is promised; never the plain present, which orders or describes. */
const FORMS: readonly { head: RegExp; look: RegExp; hand: RegExp | null }[] = [
  {
    head: new RegExp(
      `^(?:i|we)(?:['’](?:ve|d|m|re)| have| had| am| are| was| were)?(?: been)? (?:${ADVERB} )*`,
      'iu',
    ),
    look: new RegExp(
      `^(?:${LOOKED}|${LOOKING}|(?:away|back|sick|busy|offline|online|travelling|here|there)|(?:on|in|at|out|off) (?:leave|holiday|vacation|call|the road|a train|the train|it|this|board|a meeting|town|the office|person|touch|home|next|this|today|tomorrow|until|for|of (?:the )?office|work))\\b`,
      'iu',
    ),
    hand: new RegExp(`^${HANDED}\\b`, 'iu'),
  },
  {
    head: new RegExp(
      `^(?:i(?:['’]ll| will| can| am going to|['’]m going to|['’]m gonna)|let me|will|(?:going|planning) to) (?:${ADVERB} )*`,
      'iu',
    ),
    look: new RegExp(`^${LOOK}\\b`, 'iu'),
    hand: new RegExp(`^${HAND}\\b`, 'iu'),
  },
  {
    head: new RegExp(
      `^(?:we(?:['’]ll| will| are going to|['’]re going to)|you can|(?:${SOMEBODY})(?:['’]ll| will| is going to| can)) (?:${ADVERB} )*`,
      'iu',
    ),
    look: new RegExp(`^${LOOK}\\b`, 'iu'),
    hand: null,
  },
  {
    head: new RegExp(
      `^${SOMEBODY}(?:['’]s| is| was| are| were| has| have| had)?(?: been)? (?:${ADVERB} )*`,
      'iu',
    ),
    look: THIRD_PERSON,
    hand: null,
  },
  {
    head: new RegExp(`^${NAME}(?:['’]ll| will| is going to| can) (?:${ADVERB} )*`, 'u'),
    look: new RegExp(`^${LOOK}\\b`, 'iu'),
    hand: null,
  },
  {
    head: new RegExp(`^${NAME}(?:['’]s| is| was| has| had)?(?: been)? (?:${ADVERB} )*`, 'u'),
    look: THIRD_PERSON,
    hand: null,
  },
  {
    head: new RegExp(
      `^(?:${ADVERB} )*(?=\\p{L}+(?:ed|ing)\\b|read\\b|wrote\\b|saw\\b|met\\b|sent\\b|tried\\b|put\\b|had\\b|took\\b)`,
      'iu',
    ),
    look: new RegExp(`^(?:${LOOKED}|${LOOKING})\\b`, 'iu'),
    hand: new RegExp(`^${HANDED}\\b`, 'iu'),
  },
  {
    head: /^/,
    look: /^(?:back (?:from|at work|in the office|on (?:mon|tues|wednes|thurs|fri)day)|out (?:of office|next|this|until|on)|(?:happy|glad|nice|good|great|fun) to (?:see|hear|have) (?:this|it|that|you|movement|progress|things|so much)|curious (?:to see (?:this|it|how)|about this)|sent from my|see you (?:all|there|soon|tomorrow|later|at the (?:meet-?up|conference|demo|meeting|call|retro|office)))\b/i,
    hand: null,
  },
];

/** "This was raised by a customer in March": passives of the same verbs. */
const WAS_TOLD =
  /^(?:this|that|it|which|the (?:topic|question|idea|wish|request|ticket|issue|problem))(?:['’]s| is| was| were| has been| had been| got| came| comes)? (?:first |already |just |originally |often |briefly )*(?:(?:reported|requested|raised|mentioned|discussed|asked for|brought up|suggested|filed|opened|seen|noted|up)(?= (?:by|at|during|last|earlier|yesterday|before|again|today|since|a while|some time|(?:in|on|at) (?:the|our|a|my|#\d|20\d\d|january|february|march|april|may|june|july|august|september|october|november|december))\b|[.!]*$)|on my |on our |around |part of the (?:sprint|release|milestone)|like this (?:since|for)|long overdue)/i;

/** "The demo is on Friday": when the meetings of those who work on it are. */
const EVENT_IS =
  /^(?:the|our|my|next|this|that) (?:[\p{L}-]+ )?(?:discussions?|threads?|sprints?|demos?|retros?|meetings?|calls?|meet-?ups?|conferences?|workshops?|releases?|newsletters?|stand-?ups?|syncs?|kick-?offs?|freeze|office) (?:(?:is|was|will be|has been|starts|begins|ends|takes place|went) (?:on|at|in (?:january|february|march|april|may|june|july|august|september|october|november|december|a few|the (?:morning|afternoon|evening))|next|this|last|planned|scheduled|announced|moved|postponed|over|done|tomorrow|today|tonight|due|closed on|great|nicely|smoothly)|got (?:a bit |quite |really |rather )?(?:heated|long|lively|out of hand))\b/iu;

/** "Minutes: …", "Here are the slides", "Recording attached." */
const HANDS_OVER = new RegExp(
  `^(?:(?:here(?:['’]s| is| are)|attached(?: is| are)?|sharing|see(?: also)?|sorry for|more in|this is|that['’]s) )?(?:the |a |an |my |our |some |today['’]s |internal |customer |background |relevant |related )*(?:[\\p{L}-]+ )?(?:${PLACES}|link|reading|notes?|time spent|owner|eta|reference)(?: (?:of|from|for|on|about|in) ${NOUN}(?:['’]s ${NOUN})?)?(?: (?:is |are )?(?:attached|below|above|here|enclosed))?:?[.!]*$`,
  'iu',
);

/** Where the sentence goes on: "…, in a separate branch", "…, very happy with it". */
const GOES_ON =
  /^(?:in|on|at|from|with|for|by|over|during|after|near|around|as|to) (?:the |a |an |my |our |this |that |it\b|last |next |#|@|January|Monday|Tuesday|Wednesday|Thursday|Friday)|^(?:see|when|once) |^(?:so |very |really |quite )?(?:happy|glad|proud|curious|excited)\b/i;

/** "Duplicate reports: #102, #117 and #140." */
const REFERS =
  /^(?=[^:]{0,60}\b(?:duplicates?|related|see|reports?|discussions?|history|background|original|context|threads?|previous(?:ly)?|earlier|similar|follow-?ups?|tracking|parent|upstream|downstream|cf|more|also|reading)\b)[^:.]{2,60}: ?(?:(?:#\d+|https?:\/\/\S+)(?:,? (?:and )?)?){1,12}[.!]*$/i;

/** Says of itself that it is beside the matter. */
const ASIDE =
  /^(?:fun (?:fact|story)|off[- ]topic|(?:slightly |totally |completely )?unrelated|side note|on a side note|trivia|random thought|(?:just )?for the record|anecdote|a bit of (?:history|background)|history|background|for context|context)\s*[:,—–-]\s*/i;
const PAST =
  /\b(?:was|were|had|did|used to|\p{L}{3,}ed|wrote|came|went|got|took|made|found|said|thought|knew|began|saw|left|gave)\b/iu;

/** What a sentence may open with before it tells. */
const OPENS =
  /^(?:(?:just |only )?(?:a )?(?:quick |little |small )?(?:fyi|heads[- ]up|fwiw|btw|by the way|note|psa|update|edit|fun fact|ps|good news|great news|bump|funny|interesting|in other news|anyway|so|and|well|ok(?:ay)?|oh|ah|haha|lol|hi all|hello|hi|hey(?: all| everyone| team| folks)?)\b(?:[:,!–—-]+ ?| )(?:that )?)+/i;

/** Longer sentences say more than they tell. */
const MOST_WORDS = 24;

/** Whether a sentence only tells what people did, do or will do with their time, part by part. */
export function isTelling(sentence: string): boolean {
  if (/[?？]/.test(sentence)) return /^off[- ]topic\b/i.test(sentence) && !MATTERS.test(sentence);
  if (REFERS.test(sentence) && !MATTERS.test(sentence)) return true;
  const aside = ASIDE.exec(sentence)?.[0];
  if (aside !== undefined) {
    const rest = sentence.slice(aside.length);
    // One clause only: what comes behind it may be anything.
    if (/[,;–—-] | (?:and|so) /.test(rest)) return false;
    return PAST.test(rest) && !WEIGHS.test(rest) && !EXACT.test(rest.replace(POINTERS, ''));
  }
  if (talkedWords(sentence).length > MOST_WORDS) return false;
  if (HANDS_OVER.test(sentence.replace(/:? ?https?:\/\/[^\s,;]+/g, '')) && !WEIGHS.test(sentence))
    return true;
  const text = sentence.replace(OPENS, '').replace(/^@[\w-]+[,:] /, '');
  const parts = text.split(/\s*[,;–—]\s+|\s+and\s+(?=(?:i|we|they|it|then)\b)|\s+-\s+/i);
  let told = false;
  return parts.every((given) => {
    const part = given.replace(/^(?:and|so|then) /i, '').trim();
    if (isMadeOfTalk(part)) return true;
    const goesOn = told && isPlain(part) && GOES_ON.test(part);
    told = tells(part);
    return told || goesOn;
  });
}

function tells(part: string): boolean {
  if (!isPlain(part)) return false;
  if (WAS_TOLD.test(part) || EVENT_IS.test(part) || HANDS_OVER.test(part)) return true;
  for (const { head, look, hand } of FORMS) {
    const subject = head.exec(part)?.[0];
    if (subject === undefined) continue;
    const said = part.slice(subject.length);
    if (CLAUSE.test(said.replace(POINTERS, ''))) continue;
    if (look.test(said)) return true;
    const handed = hand?.exec(said)?.[0];
    if (handed === undefined) continue;
    const object = said.slice(handed.length).trim();
    if (object === '' || ONLY_THIS.test(object) || WITH_PLACE.test(`${object} `)) return true;
  }
  return false;
}
