import { approvalNeeded, lintContract } from '../rules/contract/lint-contract.ts';
import type { Configuration } from '../schema/configuration.ts';
import type { Contract, Criterion } from '../schema/contract.ts';
import type { BaselineVerdict } from '../schema/evidence.ts';
import type { Handback } from '../schema/handback.ts';
import type { TaskState } from './state.ts';

/** Why a person must say yes before work goes on; or why there is nothing to work on. */
export interface ApprovalReview {
  reasons: string[];
  handback: Handback | null;
}

/** The one reason that a yes never covers for a later version, in the lint’s words. */
export const EVERY_CONTRACT = 'The configuration asks for approval of every contract.';

const NOTHING: ApprovalReview = { reasons: [], handback: null };

/** Contract lint, approval mode and baseline together. An approval covers its reasons for later versions too. */
export function reviewApproval(state: TaskState, configuration: Configuration): ApprovalReview {
  const { contract, contractHash, approval } = state;
  if (!contract || !contractHash || approval.approvedBaseline.includes(contractHash))
    return NOTHING;
  const approved = approval.approved.includes(contractHash);
  const findings = lintContract(contract, configuration.models);
  const asked = approved ? [] : approvalNeeded(contract, findings, configuration);
  const baseline =
    configuration.approval === 'never' ? [] : baselineReasons(state, contract, approved);
  if (state.baseline && alreadyHolds(state, contract))
    return { reasons: [], handback: holdsAlready(contract) };
  const reasons = [...asked, ...baseline];
  return {
    reasons: reasons.filter((reason) => !approval.accepted.includes(reason)),
    handback: null,
  };
}

/**
 * What the baseline found that a person has to know. It can reopen an approval that was given before; only that a criterion
 * has no check of its own could be seen in the contract already.
 */
function baselineReasons(state: TaskState, contract: Contract, approved: boolean): string[] {
  if (!state.baseline) return [];
  return active(contract).flatMap((criterion) => {
    const verdicts = verdictsOf(state, criterion);
    if (verdicts.includes('cannot-run'))
      return [
        `${criterion.id} has a check whose program is not installed here, so it can never pass: "${criterion.statement}".`,
      ];
    const unloaded = verdictOf(state, criterion, 'cannot-load');
    if (unloaded)
      return [
        `${criterion.id} has a check that is red only because it cannot be loaded, ${unloaded.note}, so its red proves nothing: "${criterion.statement}".`,
      ];
    if (verdicts.includes('flaky'))
      return [
        `${criterion.id} has a check that passes and fails on the same commit, so it proves nothing: "${criterion.statement}".`,
      ];
    const green = vacuousOracle(state, criterion);
    if (green !== null)
      return [
        `${criterion.id} is tested by ${green}, which passes before any work, so it proves nothing: "${criterion.statement}".`,
      ];
    if (criterion.expectation === 'becomes-true' && isVacuous(verdicts))
      return approved && !hasOwnCheck(criterion)
        ? []
        : [
            hasOwnCheck(criterion)
              ? `${criterion.id} already holds before any work, so its checks prove nothing: "${criterion.statement}".`
              : `${criterion.id} has no check of its own, and the repository’s are green already, so they cannot show it: "${criterion.statement}".`,
          ];
    if (criterion.expectation === 'stays-true' && verdicts.includes('broken-at-base'))
      return [
        `${criterion.id} must stay true but is broken on the base: "${criterion.statement}". A yes means that the work mends it too; /contract amend remove ${criterion.id} goes on without it.`,
      ];
    return [];
  });
}

/** An acceptance test written for what shall become true must be red first, whatever other checks say. */
function vacuousOracle(state: TaskState, criterion: Criterion): string | null {
  if (criterion.expectation !== 'becomes-true') return null;
  const green = criterion.checks.find(
    (check) =>
      'oracle' in check &&
      check.oracle.length > 0 &&
      (state.baseline?.verdicts ?? []).some(
        (v) => v.criterionId === criterion.id && v.checkId === check.id && v.verdict === 'vacuous',
      ),
  );
  return green && 'oracle' in green ? (green.oracle[0]?.path ?? null) : null;
}

/** A contract whose every criterion holds already is handed back, not worked (design §4). */
function alreadyHolds(state: TaskState, contract: Contract): boolean {
  const becoming = active(contract).filter((c) => c.expectation === 'becomes-true');
  const unproven = (c: Criterion) => c.checks.every((check) => check.kind === 'review');
  return (
    state.publish.written === null &&
    becoming.length > 0 &&
    becoming.every((c) => !unproven(c) && isVacuous(verdictsOf(state, c)) && hasOwnCheck(c))
  );
}

/** A criterion that only the repository’s general suite guards is not shown to hold by a green suite. */
const hasOwnCheck = (criterion: Criterion): boolean =>
  criterion.checks.some(
    (check) => check.origin !== 'discovered' && check.origin !== 'configuration',
  );

const isVacuous = (verdicts: string[]): boolean =>
  !verdicts.some((verdict) => NOT_VACUOUS.includes(verdict));

const NOT_VACUOUS = ['fail-to-pass', 'reviewed-later', 'cannot-run', 'cannot-load', 'flaky'];

const verdictOf = (state: TaskState, criterion: Criterion, verdict: BaselineVerdict) =>
  state.baseline?.verdicts.find((v) => v.criterionId === criterion.id && v.verdict === verdict);

const verdictsOf = (state: TaskState, criterion: Criterion): string[] =>
  (state.baseline?.verdicts ?? [])
    .filter((v) => v.criterionId === criterion.id)
    .map((v) => v.verdict);

const active = (contract: Contract): Criterion[] =>
  contract.acceptance.filter((c) => c.status === 'active');

function holdsAlready(contract: Contract): Handback {
  return {
    found: 'Every criterion of the contract already holds on the base commit.',
    blocked: 'any work: there is nothing that a check could show to be missing',
    alternatives: [
      'Close the issue.',
      'Say what is still missing: /contract amend <what must be true>',
      `Work on it all the same: /contract approve (contract v${contract.version})`,
    ],
    preserved: 'the contract and the baseline evidence',
    decision: 'Whether anything is missing, and how one would see it.',
  };
}
