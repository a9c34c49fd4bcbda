import { parseIssueComment } from '../render/issue-comment.ts';
import { planHash } from '../rules/irreversible/irreversible-steps.ts';
import type { Observation } from '../schema/observation.ts';
import type { Source } from '../schema/snapshot.ts';
import type { CommandAnswer } from './command-answer.ts';
import { done } from './command-answer.ts';
import type { TaskState } from './state.ts';
import { secondOf, writtenAt } from './written-at.ts';

/**
 * `/contract approve [plan] [hash]`: binds the hash of the contract, or of the plan, that was shown when it was written,
 * never of one that came later. Where the words name no hash, time and what our comment shows tell.
 */
export function approve(
  state: TaskState,
  observation: Observation,
  { what, hash }: { what: 'contract' | 'plan'; hash: string | null },
  source: Source,
): CommandAnswer {
  const by = source.editor ?? source.author;
  const plan = state.plan ? planHash(state.plan) : null;
  const names = (whole: string | null) => hash !== null && whole?.startsWith(hash) === true;
  if (what === 'plan' || (names(plan) && !names(state.contractHash))) {
    if (plan === null) return done('there is no plan to approve yet');
    if (hash === null ? state.planApproval.requested !== plan : !names(plan))
      return done(`that is not the plan in force (${plan.slice(0, 12)})`);
    return done(`plan v${state.plan?.version} approved`, {
      type: 'plan-approved',
      planHash: plan,
      by,
    });
  }
  const current = state.contractHash;
  if (current === null) return done('there is no contract to approve yet');
  if (hash === null && !wasShown(state, observation, source))
    return done(
      `that was written before contract v${state.contract?.version} was shown: name its hash (${current.slice(0, 12)})`,
    );
  if (hash !== null && !names(current))
    return done(`that hash is not the contract in force (${current.slice(0, 12)})`);
  return done(`contract v${state.contract?.version} approved`, {
    type: 'contract-approved',
    contractHash: current,
    by,
  });
}

/** Nobody reads and approves within one second; a comment of ours that still shows another contract settles it. */
function wasShown(state: TaskState, observation: Observation, source: Source): boolean {
  const at = writtenAt(observation, source);
  const own = observation.comments.find(({ id }) => id === state.comment?.id);
  const shown = own ? parseIssueComment(own.body)?.head.contractHash : undefined;
  if (shown !== undefined && shown !== state.contractHash) return false;
  return at !== null && secondOf(at) >= secondOf(state.contractSince ?? at);
}
