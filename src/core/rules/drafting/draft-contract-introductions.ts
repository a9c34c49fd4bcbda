import type { SectionKind } from './draft-contract-headings.ts';
import { asksOpinion, demands, putsOff, sentencesIn, wishes } from './draft-contract-wording.ts';
import { staysTrue } from './requirement-wording.ts';

const SHOWS =
  /\b(?:reproduc\w*|steps|(?:i|we|they) (?:did|do|ran|run|tried|try|used?|have|had|get|got|see|saw)|for (?:example|instance)|e\.g|environment|versions?|tested (?:on|with)|alternatives?|considered|workarounds?|background|see also|related)\b/i;
const OBSERVES = /\b(?:currently|today|at the moment|right now|actually|observed|happens)\b/i;
const LEAVES_OUT =
  /\b(?:not (?:part|included|in scope|covered|needed|planned|going to)|(?:won['’]t|will not|do not|don['’]t) (?:do|touch|change|include|cover)|excluded?|later)\b/i;
const ASKS_FOR =
  /\b(?:acceptance|criteria|requirements?|(?:done|finished|complete|fixed|ready) (?:when|once|if|means)|expected|needed|wanted|todo|to be done|please (?:consider|note|address|handle|fix|mend|add|do|change|make|ensure|take)|bitte)\b/i;

/**
 * What a list is about whose introducing sentence ends in a colon: "We are done when all of these hold:". Null where the
 * sentence does not tell, so that each item must speak for itself.
 */
export function introducedKind(paragraph: string): SectionKind | null {
  const last = sentencesIn(paragraph).at(-1) ?? '';
  // "Could we have a shortcut?", and the list says which.
  if (/[?？]$/.test(last)) return wishes(last) && !asksOpinion(last) ? 'expected' : null;
  if (!/[:：]$/.test(last)) return null;
  const sentence = last.slice(0, -1).trim();
  if (putsOff(sentence) || LEAVES_OUT.test(sentence)) return 'out-of-scope';
  if (SHOWS.test(sentence)) return demands(sentence) ? 'expected' : 'steps';
  if (demands(sentence)) return staysTrue(sentence) ? 'stays' : 'expected';
  if (OBSERVES.test(sentence)) return 'actual';
  return ASKS_FOR.test(sentence) || wishes(sentence) ? 'expected' : null;
}
