import type { Check } from '../../schema/check.ts';
import type { Amendment, Criterion } from '../../schema/contract.ts';
import type { AmendmentDraft, DraftedCriterion } from '../../schema/draft.ts';
import { numbered } from '../contract/assemble-contract-checks.ts';
import { acceptCriterion, type CriterionContext } from '../contract/assemble-contract-criteria.ts';
import { groundQuote } from '../contract/assemble-contract-quote.ts';

/** Old and new of everything an amendment changes, collected while it is applied. */
export type Changes = Amendment['changes'];

/** A replaced criterion is superseded by a new one. */
export function replaceAll(
  acceptance: readonly Criterion[],
  draft: AmendmentDraft,
  context: CriterionContext,
  changes: Changes,
): Criterion[] {
  const added: Criterion[] = [];
  const kept = acceptance.map((criterion) => {
    const replacement = draft.replace.find((r) => r.criterionId === criterion.id);
    if (!replacement || criterion.status !== 'active') return criterion;
    const next = acceptCriterion(replacement.by, context);
    if (!next) return criterion;
    added.push(next);
    changes.push({
      what: criterion.id,
      old: criterion.statement,
      new: `${next.id}: ${next.statement}`,
    });
    return { ...criterion, status: 'superseded' as const, supersededBy: next.id };
  });
  return [...kept, ...added];
}

/** A removed criterion is retired: it stays in the contract, and proves nothing more. */
export function retireAll(
  acceptance: readonly Criterion[],
  ids: readonly string[],
  changes: Changes,
): Criterion[] {
  return acceptance.map((criterion) => {
    if (criterion.status !== 'active' || !ids.includes(criterion.id)) return criterion;
    changes.push({ what: criterion.id, old: criterion.statement, new: null });
    return { ...criterion, status: 'retired' as const };
  });
}

/**
 * What code already serves does not go away by itself: for each retired criterion one says that it is gone. It held on
 * the base commit, where nothing served it yet; the checks that proved it must fail again.
 */
export function removalsOf(
  retired: readonly Criterion[],
  quote: string,
  context: CriterionContext,
  changes: Changes,
): Criterion[] {
  return retired.map((criterion) => {
    const id = context.ids.nextCriterion();
    const statement = `What ${criterion.id} asked for is gone again: ${criterion.statement}`
      .slice(0, 2000)
      .toWellFormed();
    const checks = criterion.checks.flatMap((check) => inverted(check, criterion.id));
    changes.push({ what: id, old: null, new: statement });
    return {
      id,
      statement,
      source: groundQuote(quote, context.sources),
      expectation: 'stays-true',
      checks: (checks.length > 0 ? checks : [reviewOfRemoval(criterion)]).map((check) =>
        numbered(check, context.ids),
      ),
      status: 'active',
      supersededBy: null,
      guard: false,
    };
  });
}

/** The repository’s own checks prove nothing about one criterion, so their failing would not either. */
function inverted(check: Check, criterionId: string): Check[] {
  const own = check.origin !== 'discovered' && check.origin !== 'configuration';
  if (!own || (check.kind !== 'command' && check.kind !== 'named-test')) return [];
  const why = `It proved ${criterionId}; now it must fail, as on the base commit.`;
  return [{ ...check, why, mustFail: true }];
}

const reviewOfRemoval = ({ statement }: Criterion): Check => ({
  kind: 'review',
  id: 'CK-1',
  why: 'No command can judge that it is gone.',
  origin: 'discovered',
  question: `Is everything gone from the result that only served this: ${statement}`
    .slice(0, 1000)
    .toWellFormed(),
});

/** An edited body says again what the contract already holds: only what is new is added. */
export function addAll(
  acceptance: readonly Criterion[],
  drafted: readonly DraftedCriterion[],
  context: CriterionContext,
  changes: Changes,
): Criterion[] {
  const active = acceptance.filter((criterion) => criterion.status === 'active');
  const fresh = drafted.filter(
    ({ statement }) => !active.some((c) => alike(c.statement, statement)),
  );
  return fresh.flatMap((draft) => {
    const criterion = acceptCriterion(draft, context);
    if (!criterion) return [];
    changes.push({ what: criterion.id, old: null, new: criterion.statement });
    return criterion;
  });
}

const alike = (a: string, b: string): boolean =>
  a.replace(/\s+/g, ' ').trim().toLowerCase() === b.replace(/\s+/g, ' ').trim().toLowerCase();

/** Constraints are only ever added. */
export function addConstraints(
  present: readonly string[],
  drafted: readonly string[],
  changes: Changes,
): string[] {
  const fresh = drafted
    .map((text) => text.trim().slice(0, 2000).toWellFormed())
    .filter((text) => text !== '' && !present.some((known) => alike(known, text)));
  for (const text of fresh) changes.push({ what: 'constraints', old: null, new: text });
  return [...present, ...fresh];
}
