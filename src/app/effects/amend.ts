import { CatalogueError } from '../../core/catalogue-error.ts';
import { digestOf } from '../../core/digest.ts';
import {
  type AmendInput,
  amendByRules,
  amendContract,
} from '../../core/rules/reconcile/amend-contract.ts';
import { conflictOf } from '../../core/rules/reconcile/amend-contract-conflict.ts';
import { acceptsProposal } from '../../core/rules/reconcile/classify-change-proposal.ts';
import type { Effect, Report } from '../../core/run/effect.ts';
import { servedCriteria } from '../../core/run/served-criteria.ts';
import type { TaskState } from '../../core/run/state.ts';
import type { Contract } from '../../core/schema/contract.ts';
import type { Disposition } from '../../core/schema/disposition.ts';
import { AmendmentDraft } from '../../core/schema/draft.ts';
import type { Source } from '../../core/schema/snapshot.ts';
import type { Context } from '../context.ts';
import { discoverRepository } from '../discover-repository.ts';
import { AMENDING, amendmentForModel } from '../prompts.ts';

/** What waits, with its text before and after, and with whose authority it speaks. */
interface Waiting {
  pending: Disposition;
  before: Source | null;
  after: Source | null;
  /** The text that is read: the one there is, or the deleted one. */
  source: Source;
  by: AmendInput['by'];
}

/** Settles one changed source that waits: an amended contract, another disposition, or a question to people. */
export async function amend(
  { sources }: Extract<Effect, { type: 'amend' }>,
  { ports, settings, log }: Context,
): Promise<Report> {
  const { contract, snapshot } = log.state;
  // What asks for something goes before what is unclear: it may be the answer.
  const pending = sources.find((d) => d.outcome === 'amendment') ?? sources[0];
  if (!contract || !snapshot || !pending) throw new CatalogueError('no-issue');
  const waiting = readWaiting(log.state, pending);
  if (!waiting) return { type: 'undecided', disposition: pending };
  const byRules = () =>
    pending.outcome === 'amendment' && waiting.after
      ? amendByRules(pending, waiting.source, contract)
      : null;
  const draft = (await proposeByModel(ports, contract, waiting)) ?? byRules();
  if (!draft) return { type: 'undecided', disposition: pending };
  if (draft.outcome !== 'amendment') return reclassify(pending, draft);
  const found = await discoverRepository(ports.workspace, contract.baseSha, settings.configuration);
  const { source, by, after } = waiting;
  const read = snapshot.sources.map((s) => (s.id === after?.id ? after : s));
  const amended = amendContract({
    contract,
    draft,
    by,
    source: source.id,
    snapshot: { ...snapshot, sources: read },
    guardChecks: found.checks,
    configuration: settings.configuration,
    served: servedCriteria(log.state),
  });
  if (amended.amendment.changes.length === 0) return { type: 'undecided', disposition: pending };
  const handback = conflictOf(contract, amended.contract, log.state.amendments);
  if (handback) return { type: 'undecided', disposition: pending, handback };
  return { type: 'amended', ...amended, contractHash: digestOf(amended.contract) };
}

/** An adopted text speaks with the authority of whoever adopted it, and in the words they saw. */
function readWaiting(state: TaskState, pending: Disposition): Waiting | null {
  const before = state.before.find((s) => s.id === pending.source) ?? null;
  const adoption = state.adoptions.find(
    ({ source }) => source.id === pending.source && source.contentHash === pending.contentHash,
  );
  if (adoption)
    return { pending, before, after: adoption.source, source: adoption.source, by: adoption.by };
  const now = state.snapshot?.sources.find((s) => s.id === pending.source) ?? null;
  // Hidden by a moderator, it asks for nothing, like a deleted one.
  const after = now?.minimised ? null : now;
  const source = after ?? before ?? now;
  return source && { pending, before, after, source, by: source.editor ?? source.author };
}

/** A model may only propose: what the rules heard as a requirement cannot be talked into "no effect". */
async function proposeByModel(
  ports: Context['ports'],
  contract: Contract,
  { pending, before, after, source }: Waiting,
): Promise<AmendmentDraft | null> {
  const model = ports.models.draft;
  if (!model) return null;
  try {
    const { answer } = await model.ask({
      purpose: 'amend',
      system: AMENDING,
      prompt: amendmentForModel(contract, source, pending, after ? before : null),
      schema: AmendmentDraft,
    });
    // An edited text counts as one that had another before: the rules then weigh changed words by what quotes them.
    const was = pending.change === 'added' ? null : (before ?? source);
    return acceptsProposal(pending, answer, was, after, contract) ? answer : null;
  } catch (error) {
    if (error instanceof CatalogueError && error.code === 'model-unusable') return null;
    throw error;
  }
}

function reclassify(pending: Disposition, draft: AmendmentDraft): Report {
  if (draft.outcome === 'handback')
    return { type: 'undecided', disposition: { ...pending, reason: draft.reason.slice(0, 1000) } };
  const disposition = {
    ...pending,
    outcome: draft.outcome,
    reason: draft.reason.slice(0, 1000),
    quote: draft.quote.slice(0, 500).toWellFormed(),
  };
  return { type: 'reclassified', dispositions: [disposition] };
}
