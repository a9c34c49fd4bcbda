/** Asks to wait, which is a person’s decision and no criterion. */
const PAUSES =
  /^(?:please,? )?(?:(?:ignore|disregard) (?:this|that|it|my|the (?:last|previous|above))\b|hold (?:off|on|it|this|your horses)\b|pause\b|stop (?:for now|here|everything|working|the (?:bot|run|work))\b|(?:wait|stop)(?:,? please\b|[.;!]|, (?:please|don['’]?t|do not|before|not yet)\b| for #\d|[.!]*$| (?:with|on) (?:this|it)\b| (?:until|till|for) (?:the|my|our|a|we|i)\b(?!.*\b(?:second|millisecond|response|request|retry|process|file)s?\b))|(?:don['’]?t|do not) (?:start|begin|merge|continue|proceed|go on)\b|not (?:yet|so fast)\b|(?:let['’]?s |let us )?(?:park|postpone|freeze|shelve) (?:this|it)\b|(?:this|it) is on hold\b|can (?:we|you) (?:please )?(?:pause|hold|stop|wait)\b)/i;

/** People have not agreed: nothing may be made of it. */
const OPEN_DECISION =
  /\b(?:undecided|not (?:yet )?(?:been )?(?:decided|agreed|clear|sure|settled)|to be (?:decided|discussed|clarified|confirmed|agreed)|tbd|still (?:discussing|debating|open|unclear)|until we (?:have )?(?:agreed?|decided?)|do we (?:even|really) (?:want|need)|we can['’]?t have both|but not both|not for (?:this|here)\b(?! (?:first|reason))|(?:we|i) (?:may|might) (?:have|need|want) to\b|did (?:we|you) (?:not |n['’]t )?(?:not )?agree\b|did(?:n['’]t| not) (?:we|you) agree\b|i disagree|not convinced|neither counts|(?:need|want|have|let me|going) (?:to )?(?:first )?(?:discuss|clarify|align|talk (?:to|with)|speak (?:to|with)|sleep on|think about|check with)\b|(?:are|am) (?:we|i|you) (?:really )?sure\b|why (?:are|do|would) we (?:even |still )?(?:doing|do|need|want)(?: this| it)?\b|rather (?:talk|discuss|wait)\b|needs? (?:a |an )?(?:sign-?off|decision|approval|go-ahead|green light)\b|need to (?:settle|decide|agree)\b|before (?:we|anybody|anyone|you) (?:go|goes|continue|continues|merge|merges|start|starts|proceed)\b|bad idea\b|i['’]?m against\b|i am against\b|let['’]?s (?:discuss|talk about|decide|vote)|(?:contradicts?|conflicts with)\b|second thoughts)/i;

/** The same in German, French, Spanish, Portuguese, Italian and Dutch: "das müssen wir erst klären". */
const OPEN_ELSEWHERE =
  /(?<!\p{L})(?:(?:erst|noch|zuerst) (?:\p{L}+ ){0,5}(?:klären|abstimmen|besprechen|entscheiden|abwarten|diskutieren)|wart(?:e|et|en sie|en wir)(?: bitte)?(?: noch| mal| kurz)?(?=[ ,.!]|$)|(?:nicht|nicht ganz) sicher,? ob|noch nicht (?:entschieden|klar|anfangen|mergen|weitermachen)|bitte (?:noch )?(?:warten|stoppen|anhalten)|(?:attend(?:s|ez)|attendons)(?=[ ,.!]|$)|(?:d['’]abord|avant) (?:\p{L}+ ){0,5}(?:décider|discuter|valider|clarifier|voir)|(?:esper[ae]d?|aguarde[m]?|espere[n]?)(?: por favor)?(?=[ ,.!]|$)(?! que)|(?:primero|antes|primeiro) (?:\p{L}+ ){0,5}(?:decidir|discutir|aclarar|confirmar|hablar|falar|hablarlo)|(?:aspetta(?:te)?|wacht)(?=[ ,.!]|$)|moment,)|先别|進めないで|止めて|中止して|検討(?:中|します)|等一下|稍等|暂停|待って|保留で|잠깐만|기다려/iu;

const LONGEST = 2000;

/** Whether a sentence asks to wait, or says that people have not agreed yet. */
export function asksPeople(sentence: string): boolean {
  const text = sentence.slice(0, LONGEST);
  return PAUSES.test(text) || OPEN_DECISION.test(text) || OPEN_ELSEWHERE.test(text);
}
