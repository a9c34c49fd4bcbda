import type { Effect } from './effect.ts';
import { mustWithdraw, planHolds, planIsMissing, recordIsCurrent, verified } from './standing.ts';
import type { TaskState } from './state.ts';

/**
 * What to do now: the first rung that does not hold yet. Reading it from top to bottom tells the whole product.
 * It is derived from facts alone, so a run killed anywhere is continued by asking again.
 */
export function next(state: TaskState): Effect {
  const { run, comment, publish, candidate } = state;
  if (!run) return { type: 'rest' };
  if (mustWithdraw(state)) return { type: 'withdraw', reason: state.stop?.reason ?? '' };
  if (comment && comment.id === null) return { type: 'post-comment', nonce: comment.nonce };
  if (publish.shown !== null && state.pending.length > 0)
    return { type: 'withdraw', reason: 'The requirements changed after delivery.' };
  if (publish.shown !== null && publish.foreign !== null)
    return { type: 'withdraw', reason: 'A person pushed to the branch after delivery.' };
  if (publish.shown !== null && state.verification?.passed === false)
    return { type: 'withdraw', reason: 'Verified again, and a check is red.' };
  if (state.contract === null) return { type: 'draft' };
  if (state.pending.length > 0) return { type: 'amend', sources: state.pending };
  if (state.preview !== null) return { type: planIsMissing(state) ? 'plan' : 'rest' };
  if (state.baseline === null) return { type: 'prepare' };
  if (publish.foreign !== null) return { type: 'adopt', sha: publish.foreign };
  if (planHolds(state)) return { type: 'rest' };
  if (!candidate || candidate.contractHash !== state.contractHash) return { type: 'work' };
  if (state.verification === null) return { type: 'verify', sha: candidate.sha };
  if (!verified(state)) return { type: 'work' };
  if (publish.intended) return { type: 'push', ...publish.intended };
  if (publish.written !== candidate.sha) return { type: 'rest' };
  if (!publish.record || !recordIsCurrent(state)) return { type: 'rest' };
  if (publish.pullRequest === null) return { type: 'open-pull-request' };
  if (publish.shown !== publish.record.digest) return { type: 'publish-record' };
  return { type: 'rest' };
}
