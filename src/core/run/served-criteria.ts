import type { TaskState } from './state.ts';

/** Criteria that code of this task already serves: a check of theirs passed on something that the task made. */
export function servedCriteria({ contract, evidence }: TaskState): ReadonlySet<string> {
  const becoming = (contract?.acceptance ?? []).filter(
    (c) => c.status === 'active' && c.expectation === 'becomes-true',
  );
  return new Set(
    becoming
      .filter(({ id }) =>
        evidence.some((e) => e.criterionId === id && e.stage !== 'baseline' && e.result === 'pass'),
      )
      .map(({ id }) => id),
  );
}
