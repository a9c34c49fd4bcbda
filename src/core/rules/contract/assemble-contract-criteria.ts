import type { Check } from '../../schema/check.ts';
import type { Criterion } from '../../schema/contract.ts';
import type { DraftedCriterion } from '../../schema/draft.ts';
import type { Source } from '../../schema/snapshot.ts';
import { acceptChecks, type CheckContext, numbered } from './assemble-contract-checks.ts';
import { groundQuote } from './assemble-contract-quote.ts';

export interface CriterionContext extends CheckContext {
  sources: readonly Source[];
  /** Sentences that nobody with authority wrote; shown as assumptions until a person says yes. */
  assumptions: string[];
}

/** Gives a drafted criterion its id, its grounded quote and its checks, the repository’s own among them. */
export function acceptCriterion(
  drafted: DraftedCriterion,
  context: CriterionContext,
): Criterion | null {
  const statement = drafted.statement.trim().slice(0, 2000).toWellFormed();
  if (statement === '') return null;
  const id = context.ids.nextCriterion();
  const source = groundQuote(drafted.quote, context.sources);
  if (!source) {
    context.assumptions.push(
      `${id} is not in the request’s own words: ${statement}`.slice(0, 2000),
    );
    context.notes.push(
      `${id} has no quote that occurs in the request, so it is an assumption that needs a yes.`,
    );
  }
  const own = acceptChecks(drafted.checks, id, context);
  return {
    id,
    statement,
    source,
    expectation: drafted.expectation,
    checks: withGuards(own, statement, context),
    status: 'active',
    supersededBy: null,
    guard: false,
  };
}

/**
 * One criterion for the repository’s own checks, so that a red suite is told apart from a criterion that fails. None
 * where some criterion has no other check and carries them already, or where the repository has none.
 */
export function guardCriterion(
  criteria: readonly Criterion[],
  context: CriterionContext,
): Criterion | null {
  const checks = context.guards.map((guard) => numbered(guard, context.ids));
  const ids = new Set(checks.map((check) => check.id));
  const carried = criteria.some((criterion) => criterion.checks.some(({ id }) => ids.has(id)));
  if (checks.length === 0 || criteria.length === 0 || carried) return null;
  return {
    id: context.ids.nextCriterion(),
    statement: 'The repository’s own checks pass.',
    source: null,
    expectation: 'stays-true',
    checks,
    status: 'active',
    supersededBy: null,
    guard: true,
  };
}

/** A criterion without a check of its own is guarded by the repository’s; without any, a reviewer is asked. */
function withGuards(own: Check[], statement: string, context: CheckContext): Check[] {
  if (own.length > 0) return own;
  const guards = context.guards.map((guard) => numbered(guard, context.ids));
  return guards.length > 0 ? guards : [numbered(askReviewer(statement), context.ids)];
}

function askReviewer(statement: string): Check {
  return {
    kind: 'review',
    id: 'CK-1',
    why: 'No command of this repository can judge it.',
    origin: 'discovered',
    question: `Does the change make this true, and is it shown by the diff: ${statement}`
      .slice(0, 1000)
      .toWellFormed(),
  };
}
