/** What one asks of people who help, and not of the software. */
const HELP =
  "explain|tell|confirm|check|look|take|share|help|advise|clarify|point|let|reproduce|give|post|comment|assist|investigate|reply|answer|note|see|find|refer|read|complete|describe|fill|attach|search|ignore|upvote|vote|react|reopen|close|merge|review|assign|try|test|verify|make sure|ensure you|do not|don['’]t|excuse|forgive|be patient|bear|correct me|feel free|contact|ping|email|use the|follow|submit|include (?:your|the version|logs?)|provide (?:your|the version|logs?|a|an|more|steps|information|details)|fix (?:this|it|asap)";

/** "Could you please prevent …?", "Would you consider adding …?" */
const OF_SOMEONE = new RegExp(
  String.raw`\b(?:could|can|would|will) (?:you|we|someone|anyone|somebody|the team) (?:(?:please|kindly|also|perhaps|maybe) )+(?!(?:${HELP})\b)\p{L}{3,}|\bwould (?:you|the (?:team|maintainers|project)) (?:consider|be (?:open to|willing to|interested in|ok(?:ay)? with)|accept)\b`,
  'iu',
);

/** "Could this be added to …?", asked of a thing; not what it could come from. */
const OF_A_THING =
  /\b(?:could|can) (?:this|that|it|these|those|the)(?: \S+){0,4}? (?:please |also )?be (?!(?:caused|related|connected|due|reproduced|seen|found|the|a|an|that|because|something|used)\b)\p{L}{2,}(?:ed|en|ne|wn|de|pt|ut)\b[^?]*\?/iu;

/** "Please update this so that …" at the head of a sentence. */
const PLEASE = new RegExp(
  String.raw`^(?:so |hence |therefore |and |also |then )*(?:please|pls|kindly) (?:also |just )?(?!(?:${HELP})\b)\p{L}{3,}`,
  'iu',
);

/** Asks for a change in the form of a polite question or order; asking people for help or information is none. */
export const asksPolitely = (sentence: string): boolean =>
  PLEASE.test(sentence) || OF_SOMEONE.test(sentence) || OF_A_THING.test(sentence);
