import { digestOf } from '../../core/digest.ts';
import { keyName } from '../../core/rules/evidence/completion.ts';
import { evidenceKey } from '../../core/rules/evidence/evidence-key.ts';
import { failsAsItMust } from '../../core/rules/evidence/fails-as-it-must.ts';
import type { Check, CommandCheck } from '../../core/schema/check.ts';
import type { Contract, Criterion } from '../../core/schema/contract.ts';
import type { CheckObservation, Evidence } from '../../core/schema/evidence.ts';
import type { Context } from '../context.ts';
import { askReviewer } from './ask-reviewer.ts';
import { checkPaths } from './check-paths.ts';
import type { CheckRound, CheckStage } from './check-stage.ts';

/** Runs the checks of these criteria on one checkout. The same command is run once, however many criteria it guards. */
export async function runChecks(
  context: Context,
  contract: Contract,
  criteria: readonly Criterion[],
  stage: CheckStage,
): Promise<CheckRound> {
  const files = await context.ports.workspace.list(stage.sha ?? stage.tree);
  const shared = new Map<string, Promise<CheckObservation>>();
  const round: CheckRound = { ran: [], reused: [], keys: {} };
  for (const criterion of criteria) {
    for (const check of criterion.checks) {
      const key = evidenceKey({
        contract,
        criterion,
        check,
        files,
        environmentDigest: stage.environmentDigest,
        toolchain: context.settings.toolchain,
        harnessVersion: context.settings.harnessVersion,
      });
      round.keys[keyName(criterion.id, check.id)] = key;
      const earlier = stage.reuse(criterion, check, key);
      if (earlier) {
        round.reused.push(earlier);
        continue;
      }
      const same = digestOf({ ...check, id: '', why: '', origin: '' });
      const running = shared.get(same) ?? observeCheck(context, contract, criterion, check, stage);
      shared.set(same, running);
      const observation = { ...(await running), checkId: check.id };
      round.ran.push(
        toEvidence(
          context,
          contract,
          criterion,
          stage,
          key,
          observation,
          stage.firstId + round.ran.length,
        ),
      );
    }
  }
  return round;
}

function observeCheck(
  context: Context,
  contract: Contract,
  criterion: Criterion,
  check: Check,
  stage: CheckStage,
): Promise<CheckObservation> {
  switch (check.kind) {
    case 'unchanged-paths':
      return Promise.resolve(checkPaths(check, stage.changes));
    case 'review':
      return askReviewer(context.ports.models.review, criterion, check, stage);
    case 'same-output':
      return compareOutput(context, contract, check, stage);
    default:
      return runCommand(context, contract, check, stage);
  }
}

/** A check that must fail proves by failing, as long as it could run at all. */
async function runCommand(
  { ports }: Context,
  contract: Contract,
  check: CommandCheck,
  stage: CheckStage,
): Promise<CheckObservation> {
  const seen = await ports.checks.run(stage.checkout, check, contract.environment);
  return 'mustFail' in check && check.mustFail ? { ...seen, ...failsAsItMust(seen) } : seen;
}

/** "The default output is unchanged": the command prints on the result what it printed on the base. */
async function compareOutput(
  { ports, log }: Context,
  contract: Contract,
  check: Extract<CommandCheck, { kind: 'same-output' }>,
  stage: CheckStage,
): Promise<CheckObservation> {
  const now = await ports.checks.run(stage.checkout, check, contract.environment);
  if (stage.stage === 'baseline' || now.result === 'fail') return now;
  const base = log.state.evidence.findLast((e) => e.stage === 'baseline' && e.checkId === check.id);
  if (base && base.observation.logDigest === now.logDigest)
    return { ...now, summary: `${check.what}: the same output as on the base commit` };
  return {
    ...now,
    result: 'fail',
    summary: `${check.what}: the output differs from the base commit`,
    logTail:
      `--- on the base commit\n${base?.observation.logTail ?? '(not recorded)'}\n--- now\n${now.logTail}`.slice(
        -20_000,
      ),
  };
}

function toEvidence(
  { ports }: Context,
  contract: Contract,
  criterion: Criterion,
  stage: CheckStage,
  key: string,
  observation: CheckObservation,
  id: number,
): Evidence {
  return {
    id: `EV-${id}`,
    criterionId: criterion.id,
    checkId: observation.checkId,
    key,
    result: observation.result === 'pass' && !observation.treeChanged ? 'pass' : 'fail',
    contractVersion: contract.version,
    contractHash: digestOf(contract),
    stage: stage.stage,
    tree: stage.tree,
    verifiedSha: stage.sha,
    validForSha: stage.sha,
    reason: stage.sha ? 'ran on this commit' : 'ran on the worktree as it stood',
    observation,
    at: ports.clock.now().toISOString(),
  };
}
