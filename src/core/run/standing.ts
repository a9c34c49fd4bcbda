import { digestOf } from '../digest.ts';
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

/** The commit new work starts from. */
export function workFrom(state: TaskState): string {
  return state.publish.written ?? state.contract?.baseSha ?? '';
}
