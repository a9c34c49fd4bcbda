import { fenced, inline, quoted } from '../rules/text/neutralise.ts';
import type { Handback } from '../schema/handback.ts';

/** The five things of a handback, alternatives numbered for `/contract decide <n>`. */
export function renderHandback(handback: Handback): string[] {
  const { found, blocked, alternatives, preserved, decision } = handback;
  return [
    `**To decide:** ${inline(decision, 1000)}`,
    ...(alternatives.length > 0
      ? ['', ...alternatives.map((each, index) => `${index + 1}. ${inline(each, 1000)}`)]
      : []),
    ...(alternatives.length > 0 ? ['', 'Answer with `/contract decide <n>`, or amend.'] : []),
    '',
    '**What was found**',
    '',
    ...(found.includes('\n') ? [fenced(found)] : quoted(found, 4000)),
    '',
    `**What is blocked:** ${inline(blocked, 2000)}`,
    '',
    `**What is kept:** ${inline(preserved, 1000)}`,
  ];
}
