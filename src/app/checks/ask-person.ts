import type { Contract } from '../../core/schema/contract.ts';
import type { Evidence } from '../../core/schema/evidence.ts';
import type { Handback } from '../../core/schema/handback.ts';

/**
 * Where all that is red waits for a reviewer who does not exist, more work would change nothing: a person is asked (design
 * §4). Null when something else is red too, which the agent can mend first.
 */
export function askPerson(
  { acceptance }: Contract,
  red: readonly Evidence[],
  sha: string,
): Handback | null {
  const reviews = new Set(
    acceptance.flatMap(({ checks }) => checks.filter(isReview).map(({ id }) => id)),
  );
  const criteria = [...new Set(red.map(({ criterionId }) => criterionId))];
  const [first] = criteria;
  if (first === undefined || red.some(({ checkId }) => !reviews.has(checkId))) return null;
  const statements = acceptance
    .filter(({ id }) => criteria.includes(id))
    .map(({ id, statement }) => `${id}: “${statement.slice(0, 300).toWellFormed()}”`);
  return {
    found: `Everything else holds, but nothing here can judge ${statements.join(' and ')}: no command does, and no reviewing model is configured.`,
    blocked: 'delivery: what nobody judged is not verified',
    alternatives: [
      'Set `models.review` in .github/contractor.yml, then /contract resume',
      `Name a command that shows it: /contract amend ${first}: <what must be true, with the command in backticks>`,
      `Judge it yourself and deliver without it: /contract amend remove ${first}`,
    ],
    preserved: `the change is kept as commit ${sha}, not pushed`,
    decision: `Who or what judges ${criteria.join(', ')}.`,
  };
}

const isReview = ({ kind }: { kind: string }): boolean => kind === 'review';
