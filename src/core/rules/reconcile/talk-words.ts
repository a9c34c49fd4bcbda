const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/**
 * Words that carry no content of their own, in the languages that people write here. Words that add, limit, deny, compare,
 * count or order ("also", "only", "not", "every", "off", "do", "must") are left out: with them talk begins to demand.
 */
const GRAMMAR = words(`
  i we you he she it they me us him her them my our your his their mine ours yours myself this that these those there here
  a an the and or so as of on in at to for from by with about all
  is are was were be been being am did done have has had having will ll ve re m s d t
  very much really quite pretty just now already how what who such because
  der die das den dem ein eine einen ich wir du ihr euch es er sie mir mich uns dich und so für von mit im zu ist sind war bin sehr schon mal
  la le les un une je tu il nous vous on c est et de du pour avec très bien tout tous a ai ça
  el los las una yo nosotros es son y del por para con muy todo todos qué lo
  o os um uma eu nós é são e da dos das pra com muito muita muitos bem
  gli uno io noi di per molto tutto tutti che
  het een ik wij jullie en van voor heel erg dat det ett jag vi du och för med så mycket
`);

/** What people say to each other: greetings, thanks, praise, joy, apologies, laughter, good wishes. */
const SOCIAL = words(`
  thanks thank thx ty cheers kudos congrats congratulations bravo hooray hurray yay hello hi hey bye welcome well
  great nice nicely good cool awesome amazing fantastic wonderful lovely excellent perfect perfectly brilliant superb neat impressive fine
  ok okay k sure alright roger understood ack noted exactly precisely indeed
  wow oh ah aha hm hmm hmmm uh oops whoops phew lol haha hahaha hehe heh rofl lmao xd
  happy glad pleased thrilled excited delighted grateful proud relieved curious eager eagerly keen
  love loved loves enjoy enjoyed appreciate appreciated appreciates admire fan fans miracle hero heroes legend genius
  looking look forward waiting waited fingers crossed luck see
  sorry apologies apologise apologize noise spam excuse pardon oversight slip misunderstood misread confused
  joke joking kidding fun funny interesting smile laughing
  work job effort efforts stuff catch find idea read writeup turnaround response reply progress start teamwork help patience
  plan sense said enough fair point points above land joy charm mind thought guess surprise proof welcome wishes best movement interesting funny cute clever
  clear job concept late ill write-up write-ups parabéns chapeau nickel läuft hut ab écht visibility
  feel feels feeling sound sounds look looks seem seems make makes made quick prompt swift thorough careful super beer beers coffee coffees cake drink drinks pizza cookie cookies owe
  robot bot machine friend friends mate buddy
  danke dankeschön vielen dank besten herzlichen prima klasse toll spitze großartig wunderbar perfekt genau stimmt passt
  einverstanden verstanden notiert gesehen gelesen zusammen umsetzung schnelle schnell schöne schönes schönen hallo moin servus grüße gruß freue freuen gerne schön gut arbeit mühe hammer
  merci beaucoup mille génial parfait excellent chouette bonjour salut hâte bon travail bonne nouvelle idée accord noté reçu compris boulot rapide journée soirée
  gracias muchas mil genial perfecto perfecta excelente estupendo bueno buena buen trabajo hola saludos vale listo entendido anotado rápido rápida ayuda
  obrigado obrigada valeu perfeito ótimo ótima massa beleza bom boa trabalho olá abraço ficou entendido anotado ajuda
  grazie perfetto ottimo ottima bravi fantastico bene ciao lavoro buon
  bedankt prachtig mooi goed werk fijn hoi ziet uit leuk tack bra jobbat jättebra snyggt hej kiva kiitos takk dzięki dziękuję świetnie świetna robota
  спасибо отлично супер здорово класс привет круто
`);

/** When and where people are. Calendars are also what software is about: with these words, a sentence has to open like talk. */
const TIMES = words(`
  today tonight tomorrow yesterday soon later shortly morning afternoon evening night day days week weeks weekend month months year years
  moment ago last next since ages monday tuesday wednesday thursday friday saturday sunday
  meeting chat standup retro sprint kickoff conference office home holiday holidays vacation leave sick travelling traveling busy offline desk
  wochenende feierabend abend heute morgen gestern später bald woche montag dienstag mittwoch donnerstag freitag urlaub büro
  demain hier semaine lundi mardi mercredi jeudi vendredi hoy mañana ayer semana lunes martes jueves viernes hoje amanhã ontem
`);

const PEOPLE = words(`
  i we you me us team everyone everybody folks people guys colleague colleagues anyone somebody someone boss manager community crew
  ich wir ihr euch dich alle kollegen je nous vous équipe yo nosotros equipo eu nós equipe pessoal galera io noi ik wij jullie jag vi
  reader readers reviewer reviewers maintainer maintainers contributor contributors customer customers client clients
`);

/** What a notification is made of. */
const NOTICES = words(`
  question questions answer context pointer explanation details summary
  ticket issue thread pr tab window discussion conversation milestone backlog place
  subscribing subscribed following watching bump bumping ping pinging mentioning release cc info information fyi
`);

const SOCIAL_WORDS = new Set(SOCIAL);
const TIME_WORDS = new Set(TIMES);
const NOTICE_WORDS = new Set(NOTICES);
const TALK_WORDS = new Set([...GRAMMAR, ...SOCIAL, ...TIMES, ...PEOPLE, ...NOTICES]);

/** "I am …", "See you …", "Have a nice …": opens what people say of their own time. */
const MEETS =
  /^(?:(?:i|we)(?:['’](?:m|re|ll be)| am| are| was| were| will be)\b|see you\b|talk (?:to you )?(?:soon|later|tomorrow|next)\b|have (?:a |an )?(?:very )?(?:nice|great|good|lovely|happy)\b|good (?:morning|afternoon|evening|night|day|start)\b|happy (?:friday|monday|weekend|holidays)|enjoy\b|(?:many )?thanks?\b|cheers\b|bye\b|hi\b|hello\b|schöne[ns]?(?!\p{L})|guten(?!\p{L})|bis(?!\p{L})|bon(?:ne)? |buen[oa]s? |bo[am] |feliz |hasta |até |à (?:demain|lundi|bientôt)|danke |merci |gracias |obrigad[oa] )/iu;

/** Thanks and praise where words have no borders. */
const TALK_WITHOUT_BORDERS =
  /^(?:(?:確認|承知|理解|拝見)(?:しました|いたしました)|なるほど|ありがとう(?:ございます|ございました)?|どうも|お疲れ(?:様|さま)(?:です|でした)?|了解(?:です|しました)?|素晴らしい(?:です)?|助かり(?:ます|ました)|いいですね|よろしくお願いします|楽しみ(?:です|にしています)?|谢谢(?:大家|你们?|您)?|多谢|感谢(?:大家|你们?)?|辛苦(?:大家|你们?)?了?|太好了|太棒了|很好|不错|好的|收到|赞|明白了?|了解|看起来(?:没问题|不错|很好)|没问题|没有问题|감사합니다|고맙습니다|수고하셨습니다|좋아요|좋습니다|최고예요|기대됩니다|확인했습니다|알겠습니다|네|[!！。、,，.~～\s]){1,8}$/u;

/** The words of a sentence in lower case, without what only points: mentions, references, links, dates. */
export function talkedWords(sentence: string): string[] {
  return sentence
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/https?:\/\/\S+|(?<=^|[\s(])[@#][\w/-]+|:[+\w-]+:/g, ' ')
    .replace(/\b(?:\d{1,2}(?:st|nd|rd|th)|\d{1,2}:\d{2}|\d{4}-\d{2}-\d{2})\b/g, ' ')
    .replace(/\b(?:can't|cannot|can not) wait\b/g, 'excited')
    .replace(
      /\bwrong (?:issue|thread|ticket|tab|window|pr|place|chat|repo|repository|project|person|account)\b/g,
      'oops',
    )
    .replace(/\bcommit messages?\b/g, 'joke')
    .split(/[^\p{L}\p{N}'_-]+/u)
    .map((word) =>
      word
        .replace(/^[ldjcqs]'(?=\p{L}{2})/u, '')
        .replace(/^['-]+|(?:'(?:s|m|re|ve|ll|d))?['-]*$/g, ''),
    )
    .filter((word) => word !== '');
}

/**
 * Whether a sentence is made of nothing but the words of talk: it greets, thanks, praises or says who is where when. It names
 * no thing that a criterion could be about, so it can demand nothing, in whatever order the words stand.
 */
export function isMadeOfTalk(sentence: string): boolean {
  if (sentence.length > 300 || /[?？]/.test(sentence) || /[`"“«„→=~]|->|:\s/.test(sentence))
    return false;
  if (TALK_WITHOUT_BORDERS.test(sentence)) return true;
  const said = talkedWords(sentence);
  const has = (kind: ReadonlySet<string>) => said.some((word) => kind.has(word));
  if (!said.every((word) => TALK_WORDS.has(word))) return false;
  if (has(TIME_WORDS)) return MEETS.test(sentence);
  return has(SOCIAL_WORDS) || has(NOTICE_WORDS);
}
