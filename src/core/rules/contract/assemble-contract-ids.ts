import { digestOf } from '../../digest.ts';
import type { Check } from '../../schema/check.ts';
import type { Contract } from '../../schema/contract.ts';

/** Hands out ids that were never used in this task (design §1: stable for ever, never reused). */
export interface IdSource {
  nextCriterion(): string;
  nextCheck(): string;
  nextStopRule(): string;
  nextQuestion(): string;
  /** Ids of the checks there are, by identity: the same check keeps its id and is run once. */
  checkIds: Map<string, string>;
}

export function idsAfter(contract: Contract | null): IdSource {
  const checks = contract?.acceptance.flatMap((criterion) => criterion.checks) ?? [];
  return {
    nextCriterion: counter('AC', contract?.acceptance ?? []),
    nextCheck: counter('CK', checks),
    nextStopRule: counter('SR', contract?.stopRules ?? []),
    nextQuestion: counter('Q', contract?.openQuestions ?? []),
    checkIds: new Map(checks.map((check) => [checkIdentity(check), check.id])),
  };
}

/** What makes two checks the same: all but the id, and the words about it. */
export function checkIdentity(check: Check): string {
  return digestOf({ ...check, id: '', why: '' });
}

function counter(prefix: string, used: readonly { id: string }[]): () => string {
  let last = used.reduce((most, { id }) => Math.max(most, Number(id.split('-')[1])), 0);
  return () => {
    last += 1;
    return `${prefix}-${last}`;
  };
}
