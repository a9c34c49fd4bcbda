import {
  buildCompletion,
  type CompletionFacts,
  judgeCompletion,
} from '../rules/evidence/completion.ts';
import { reviewCandidate } from '../rules/evidence/scope.ts';
import type { CompletionStatement } from '../schema/completion.ts';
import type { Command } from './command.ts';
import type { TaskState } from './state.ts';
import { stopDecisions } from './stop-rules.ts';

/** The completion record of the candidate, or what is missing. Judged against the contract, never from plan progress. */
export function completionOf(
  state: TaskState,
  command: Command,
): { statement: CompletionStatement } | { gaps: string[] } {
  const { contract, contractHash, candidate, verification, snapshot, environment } = state;
  const { ledgerTip } = command;
  if (!ledgerTip || !contract || !contractHash || !candidate || !snapshot || !environment)
    return { gaps: ['The task has not come far enough for a record.'] };
  const scope = reviewCandidate(contract, candidate, command.configuration);
  const facts: CompletionFacts = {
    contract,
    contractHash,
    candidate,
    verificationSha: verification?.sha ?? null,
    evidence: state.evidence,
    keys: verification?.keys ? new Map(Object.entries(verification.keys)) : null,
    scopeReview: {
      result: scope.outOfScope.length === 0 ? 'PASS' : 'FAIL',
      changedPaths: candidate.changedPaths,
      outOfScope: scope.outOfScope,
      ...(scope.takenOver.length > 0 ? { takenOver: scope.takenOver } : {}),
    },
    unresolvedStopConditions: [],
    undisposed: state.pending.map((d) => d.source),
  };
  const judgement = judgeCompletion(facts);
  if (!judgement.complete)
    return {
      gaps: judgement.gaps.map(({ criterionId, why }) => `${criterionId ?? 'The task'}: ${why}.`),
    };
  return {
    statement: buildCompletion(facts, {
      repository: command.observation.repository,
      requirementsSource: `issue#${command.observation.issue.number}`,
      requirementsRevision: snapshot.revision,
      workedFromRevision: contract.requirementsRevision,
      planVersion: state.plan?.version ?? 0,
      planSteps: state.plan?.items.map(({ id, status }) => ({ id, status })) ?? [],
      tamperSignals: candidate.tamperSignals,
      openAssumptions: contract.assumptions,
      amendments: state.amendments,
      dispositions: state.dispositions,
      stopDecisions: stopDecisions(state),
      checkpoints: state.checkpoints.map(({ id, tree, cause }) => ({ id, tree, cause })),
      workspaceId: state.checkpoints.at(-1)?.workspaceId ?? 'none',
      // Where the evidence was made; the set-up on the base may have been on another machine.
      sandbox: verification?.sandbox ?? environment.sandbox,
      environmentDigest: environment.digest,
      cleanupState: 'complete',
      effort: { turns: state.turns, usage: state.usage, conversation: state.conversation },
      harnessVersion: command.harnessVersion,
      run: command.run,
      ledgerTip,
      at: command.now,
    }),
  };
}
