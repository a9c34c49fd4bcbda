import type { Amendment, Contract, Criterion } from '../../schema/contract.ts';
import type { Handback } from '../../schema/handback.ts';
import { claimOf } from '../contract/contradiction/claim.ts';
import { contradict } from '../contract/contradiction/contradict.ts';

/**
 * Two amendments that cannot both hold are a decision for people (design §4): neither the newer nor the older wins by
 * itself. Null when what is new agrees with what earlier amendments brought.
 */
export function conflictOf(
  before: Contract,
  after: Contract,
  amendments: readonly Amendment[],
): Handback | null {
  const known = new Set(before.acceptance.map(({ id }) => id));
  const fresh = active(after).filter(({ id }) => !known.has(id));
  const sources = new Set(amendments.map(({ source }) => source));
  const amended = active(after).filter(
    ({ id, source }) => known.has(id) && source !== null && sources.has(source.source),
  );
  for (const newer of fresh) {
    const claim = claimOf(newer.statement);
    const older = amended.find((c) => contradict(claimOf(c.statement), claim) !== null);
    if (older) return handback(older, newer);
  }
  return null;
}

function handback(older: Criterion, newer: Criterion): Handback {
  const words = (c: Criterion) => (c.source?.text ?? c.statement).slice(0, 700).toWellFormed();
  return {
    found: `Two amendments contradict each other: ${older.id} says “${words(older)}”, and now “${words(newer)}” was asked for.`,
    blocked: `any work on ${older.id} and on what contradicts it`,
    alternatives: [
      `Keep ${older.id} as it is: /contract resume`,
      `/contract amend ${older.id}: ${newer.statement.slice(0, 450).toWellFormed()}`,
    ],
    preserved: 'the contract as it was before, the worktree and the evidence',
    decision: 'Which of the two holds.',
  };
}

const active = (contract: Contract): Criterion[] =>
  contract.acceptance.filter((c) => c.status === 'active');
