import { CatalogueError } from '../../core/catalogue-error.ts';
import { digestOf } from '../../core/digest.ts';
import { amendByRules, amendContract } from '../../core/rules/amend-contract.ts';
import { acceptsProposal } from '../../core/rules/classify-change-proposal.ts';
import type { Effect, Report } from '../../core/run/effect.ts';
import type { Contract } from '../../core/schema/contract.ts';
import type { Disposition } from '../../core/schema/disposition.ts';
import { AmendmentDraft } from '../../core/schema/draft.ts';
import type { Source } from '../../core/schema/snapshot.ts';
import type { Context } from '../context.ts';
import { discoverRepository } from '../discover-repository.ts';
import { AMENDING, amendmentForModel } from '../prompts.ts';

/** Settles the first changed source that waits: an amended contract, another disposition, or a question to people. */
export async function amend(
  { sources }: Extract<Effect, { type: 'amend' }>,
  { ports, settings, log }: Context,
): Promise<Report> {
  const { contract, snapshot } = log.state;
  const [pending] = sources;
  if (!contract || !snapshot || !pending) throw new CatalogueError('no-issue');
  const source = snapshot.sources.find((s) => s.id === pending.source) ?? null;
  if (!source) return { type: 'undecided', disposition: pending };
  const byRules = () => (pending.outcome === 'amendment' ? amendByRules(pending, source) : null);
  const draft = (await proposeByModel(ports, contract, source, pending)) ?? byRules();
  if (!draft) return { type: 'undecided', disposition: pending };
  if (draft.outcome !== 'amendment') return reclassify(pending, draft);
  const found = await discoverRepository(ports.workspace, contract.baseSha, settings.configuration);
  const amended = amendContract({
    contract,
    draft,
    by: source.editor ?? source.author,
    source: source.id,
    snapshot,
    guardChecks: found.checks,
    configuration: settings.configuration,
  });
  if (amended.amendment.changes.length === 0) return { type: 'undecided', disposition: pending };
  return { type: 'amended', ...amended, contractHash: digestOf(amended.contract) };
}

/** A model may only propose: what the rules heard as a requirement cannot be talked into "no effect". */
async function proposeByModel(
  ports: Context['ports'],
  contract: Contract,
  source: Source,
  pending: Disposition,
): Promise<AmendmentDraft | null> {
  const model = ports.models.draft;
  if (!model) return null;
  try {
    const { answer } = await model.ask({
      purpose: 'amend',
      system: AMENDING,
      prompt: amendmentForModel(contract, source, pending),
      schema: AmendmentDraft,
    });
    // An edited text counts as one that had another before: the rules then weigh changed words by what quotes them.
    const before = pending.change === 'added' ? null : source;
    return acceptsProposal(pending, answer, before, source) ? answer : null;
  } catch (error) {
    if (error instanceof CatalogueError && error.code === 'model-unusable') return null;
    throw error;
  }
}

function reclassify(pending: Disposition, draft: AmendmentDraft): Report {
  if (draft.outcome === 'handback')
    return { type: 'undecided', disposition: { ...pending, reason: draft.reason } };
  const disposition = {
    ...pending,
    outcome: draft.outcome,
    reason: draft.reason,
    quote: draft.quote.slice(0, 500),
  };
  return { type: 'reclassified', dispositions: [disposition] };
}
