import type { Contract } from '../../schema/contract.ts';
import { claimOf } from './contradiction/claim.ts';
import { type Contradiction, contradict } from './contradiction/contradict.ts';
import type { LintFinding } from './lint-contract-finding.ts';

/** Each pair of active criteria that cannot both hold. A criterion is named once: what else it contradicts shows when it is mended. */
export function contradictions(contract: Contract): LintFinding[] {
  const claims = contract.acceptance
    .filter(({ status }) => status === 'active')
    .map(({ id, statement }) => ({ id, claim: claimOf(statement) }));
  return claims.flatMap(({ id, claim }, at) => {
    for (const other of claims.slice(0, at)) {
      const found = contradict(other.claim, claim);
      if (found) return [finding(other.id, id, found)];
    }
    return [];
  });
}

const finding = (one: string, other: string, { why, certain }: Contradiction): LintFinding => ({
  rule: 'contradiction',
  place: `${one}, ${other}`,
  message: why,
  mend: `Say which one holds: \`/contract amend remove ${one}\` or \`… remove ${other}\`.`,
  severity: certain ? 'blocks' : 'asks',
});
