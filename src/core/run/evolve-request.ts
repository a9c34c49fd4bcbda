import { mergeDispositions, pendingAfter } from '../rules/reconcile/dispositions.ts';
import type { Disposition } from '../schema/disposition.ts';
import type { Handlers } from './evolve-handlers.ts';
import type { TaskState } from './state.ts';

/** What was read of the request, and what became of each text. */
export const REQUEST_HANDLERS: Handlers<
  | 'snapshot-taken'
  | 'source-reconciled'
  | 'source-adopted'
  | 'preview-requested'
  | 'replan-requested'
  | 'verification-requested'
> = {
  'snapshot-taken': (_, event) => ({ snapshot: event.snapshot }),
  'source-reconciled': (state, event) => ({
    snapshot: event.snapshot,
    dispositions: mergeDispositions(state.dispositions, event.dispositions),
    ...waiting(state, event.dispositions),
  }),
  'source-adopted': (state, { source, by }) => {
    // Whoever adopts the same words first carries them.
    const known = state.adoptions.find((a) => a.source.id === source.id);
    if (known?.source.contentHash === source.contentHash) return {};
    return { adoptions: [...state.adoptions.filter((a) => a !== known), { source, by }] };
  },
  'preview-requested': (_, { depth, task }) => ({
    preview: depth,
    previewTask: task,
    previewed: null,
    unusablePlan: null,
    hold: null,
  }),
  'replan-requested': (state, { type: _, ...request }) => ({
    replanRequests: [...state.replanRequests, request].slice(-10),
    // Whoever wants another plan than the one that waits for a yes has answered.
    ...(state.planApproval.requested !== null && state.hold?.outcome === 'awaiting-approval'
      ? { hold: null }
      : {}),
  }),
  'verification-requested': (state) => ({
    verification: null,
    evidenceFrom: state.evidence.length,
  }),
};

/** What waits now, with each text as it was before the change that waits. */
function waiting(
  state: TaskState,
  changes: readonly Disposition[],
): Pick<TaskState, 'pending' | 'before'> {
  const pending = pendingAfter(state.pending, changes);
  const before = pending.flatMap(({ source: id }) => {
    const kept = state.before.find((source) => source.id === id);
    return kept ?? state.snapshot?.sources.find((source) => source.id === id) ?? [];
  });
  return { pending, before };
}
