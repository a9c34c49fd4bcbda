import type { TaskState } from '../../run/state.ts';
import type { Checkpoint, SandboxPolicy } from '../../schema/checkpoint.ts';
import { isolationIdentity } from '../sandbox/isolation-identity.ts';
import { numberOf } from './checkpoint-retention.ts';

/** What holds now, where work is to go on. */
export interface Present {
  /** Commit the worktree is made from. */
  headSha: string;
  sandbox: SandboxPolicy;
}

/** A state that work may go on from, under all the numbers it was recorded by. */
export interface ResumeCandidate {
  checkpoint: Checkpoint;
  numbers: number[];
}

export type NotUsed = { id: string; reason: string };

/**
 * Which checkpoints may serve, newest first: those made from the commit that work starts from now. What a person
 * pushed meanwhile makes another head, and a state without that push is not gone on from.
 */
export function resumeCandidates(
  { checkpoints }: Pick<TaskState, 'checkpoints'>,
  present: Present,
): { candidates: ResumeCandidate[]; notUsed: NotUsed[] } {
  const candidates: ResumeCandidate[] = [];
  const notUsed: NotUsed[] = [];
  for (const checkpoint of checkpoints.toReversed()) {
    const { id, headSha, tree } = checkpoint;
    if (headSha !== present.headSha) {
      if (candidates.length === 0)
        notUsed.push({
          id,
          reason: `stands on ${headSha.slice(0, 12)}, which is no longer the head`,
        });
      continue;
    }
    const same = candidates.find((each) => each.checkpoint.tree === tree);
    if (same) same.numbers.push(numberOf(checkpoint));
    else candidates.push({ checkpoint, numbers: [numberOf(checkpoint)] });
  }
  return { candidates, notUsed: notUsed.slice(0, MOST_TOLD) };
}

const MOST_TOLD = 10;

/** What a checkpoint recorded and no longer proves anything (D9), and whether any earlier evidence may be carried over. */
export function noLongerProven(
  checkpoint: Checkpoint,
  state: Pick<TaskState, 'contract' | 'contractHash' | 'evidence'>,
  present: Present,
): { stale: string[]; discardsEvidence: boolean } {
  const { contract, contractHash } = state;
  const policyChanged =
    isolationIdentity(checkpoint.sandbox) !== isolationIdentity(present.sandbox);
  const stale: string[] = [];
  if (contract && contract.version !== checkpoint.contractVersion)
    stale.push(
      `contract v${checkpoint.contractVersion} was in force then, v${contract.version} is now: steps and results under it prove nothing`,
    );
  if (contract && contract.baseSha !== checkpoint.baseSha)
    stale.push(`the base was ${checkpoint.baseSha.slice(0, 12)} then`);
  if (policyChanged)
    stale.push(
      `sandbox ${isolationIdentity(checkpoint.sandbox)} then, ${isolationIdentity(present.sandbox)} now: what ran there proves nothing here`,
    );
  for (const { evidenceId, result } of checkpoint.verification) {
    const evidence = state.evidence.find(({ id }) => id === evidenceId);
    const holds =
      !policyChanged &&
      evidence?.contractHash === contractHash &&
      evidence?.tree === checkpoint.tree &&
      result !== 'stale';
    if (!holds) stale.push(`${evidenceId}: not on this tree, contract and policy`);
  }
  return { stale, discardsEvidence: policyChanged };
}
