import { digestOf } from '../digest.ts';
import {
  type IrreversibleStep,
  irreversibleSteps,
  planHash,
} from '../rules/irreversible/irreversible-steps.ts';
import type { TaskState } from './state.ts';

/** The candidate passed every check under the contract in force. */
export function verified(state: TaskState): boolean {
  const { candidate, verification } = state;
  return (
    candidate !== null &&
    verification?.passed === true &&
    verification.sha === candidate.sha &&
    verification.contractHash === state.contractHash &&
    candidate.contractHash === state.contractHash
  );
}

/** The record describes this commit, this contract and this revision: its cursor (publish protocol, 6). */
export function recordIsCurrent(state: TaskState): boolean {
  const record = state.publish.record?.statement.predicate;
  if (!record || !state.snapshot || !state.candidate) return false;
  return (
    record.finalHeadSha === state.candidate.sha &&
    record.contractHash === state.contractHash &&
    digestOf(record.requirementsRevision) === digestOf(state.snapshot.revision)
  );
}

/** Steps of the plan in force that cannot be undone and that nobody has agreed to; null when work may go on. */
export function planAwaits(
  state: TaskState,
): { planHash: string; steps: IrreversibleStep[] } | null {
  const { plan, planApproval } = state;
  const steps = irreversibleSteps(plan);
  if (!plan || steps.length === 0) return null;
  const hash = planHash(plan);
  return planApproval.approved.some((a) => a.planHash === hash) ? null : { planHash: hash, steps };
}

/** Work waits for a person’s yes to the plan. Where people asked for another plan, that one is made first. */
export function planHolds(state: TaskState): ReturnType<typeof planAwaits> {
  return state.replanRequests.length > 0 ? null : planAwaits(state);
}

/** A plan was asked for to be shown, and there is none for the contract in force and the words that were said. */
export function planIsMissing({ preview, previewTask, plan, contract }: TaskState): boolean {
  if (preview !== 'plan') return false;
  return previewTask !== null || plan?.contractVersion !== contract?.version;
}

/** A task that stops between opening its pull request and showing the record must not leave one that looks complete. */
export function mustWithdraw({ stop, publish }: TaskState): boolean {
  return (
    stop !== null && publish.pullRequest !== null && publish.shown === null && !publish.withdrawn
  );
}

/** The commit new work starts from. */
export function workFrom(state: TaskState): string {
  return state.publish.written ?? state.contract?.baseSha ?? '';
}
