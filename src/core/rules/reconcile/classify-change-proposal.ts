import type { Contract } from '../../schema/contract.ts';
import type { AmendmentDraft } from '../../schema/draft.ts';
import type { Source } from '../../schema/snapshot.ts';
import type { Classification } from './classify-change.ts';

/**
 * Whether a model’s proposal may stand beside what the rules found. A model may only propose: its quote must occur in the
 * text, and where rules heard a requirement it may not make it less.
 */
export function acceptsProposal(
  rules: Pick<Classification, 'outcome'>,
  proposal: AmendmentDraft,
  before: Source | null,
  after: Source | null,
  contract: Contract | null = null,
): boolean {
  const text = [before?.text, after?.text].filter((part) => part !== undefined).join('\n');
  if (proposal.quote.trim() === '' || !text.includes(proposal.quote)) return false;
  if (proposal.outcome === 'amendment') {
    const { add, replace, retire, constraints } = proposal;
    if (!after && !onlyEnds(proposal, before, contract)) return false;
    return add.length + replace.length + retire.length + constraints.length > 0;
  }
  if (proposal.outcome === 'handback') return true;
  // Words the contract rests on were changed or removed: nothing less than a new draft mends that.
  const settled =
    rules.outcome === 'amendment' || (rules.outcome === 'handback' && before !== null);
  return !settled && rules.outcome !== 'not-authorised' && rules.outcome !== 'own-comment';
}

/** A deleted text can end what rests on it, and nothing else: it asks for nothing any more. */
function onlyEnds(
  { add, replace, retire, constraints }: AmendmentDraft,
  before: Source | null,
  contract: Contract | null,
): boolean {
  if (add.length + replace.length + constraints.length > 0) return false;
  return retire.every((id) => {
    const criterion = contract?.acceptance.find((c) => c.id === id);
    return criterion?.source?.source === before?.id;
  });
}
