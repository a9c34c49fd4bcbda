import type { Check } from '../../schema/check.ts';
import type { Completion, CompletionStatement } from '../../schema/completion.ts';
import { COMPLETION_PREDICATE, type CriterionResult } from '../../schema/completion.ts';
import type { Contract, Criterion } from '../../schema/contract.ts';
import type { Evidence } from '../../schema/evidence.ts';
import type { Digest, GitSha } from '../../schema/scalars.ts';

/** Which rule a gap breaks. The first two are seeds/3’s invariants; the others are the contract’s own limits. */
export type Invariant =
  | 'every-criterion-has-evidence'
  | 'verified-is-delivered'
  | 'scope'
  | 'stop-rules'
  | 'open-questions'
  | 'comments';

export interface CompletionGap {
  /** Null when the gap concerns the whole task. */
  criterionId: string | null;
  invariant: Invariant;
  /** One sentence for people. */
  why: string;
}

export type CompletionJudgement = { complete: true } | { complete: false; gaps: CompletionGap[] };

export interface CompletionFacts {
  contract: Contract;
  /** Digest of the contract in force: evidence under another one proves nothing. */
  contractHash: Digest;
  candidate: { sha: GitSha; tree: GitSha };
  /** Commit the verification ran on; null when none ran. */
  verificationSha: GitSha | null;
  /** In the order it was recorded: the last one for a check counts. */
  evidence: readonly Evidence[];
  /** Ids of evidence that an amendment suspended and nothing reinstated. */
  suspended?: ReadonlySet<string>;
  /**
   * Evidence keys on the candidate’s tree, by criterion and check (`keyName`). Evidence of another commit needs an equal one.
   * Null when nobody computed them (offline audit, ledgers from before they were recorded): then its recorded reason
   * must do.
   */
  keys: ReadonlyMap<string, Digest> | null;
  scopeReview: Completion['scopeReview'];
  unresolvedStopConditions: readonly string[];
  /** Comments, edits and deletions that nobody has dealt with yet. */
  undisposed: readonly string[];
}

/**
 * Judges completion against the contract, never from plan progress (D12). Lists every gap, not only the first.
 */
export function judgeCompletion(facts: CompletionFacts): CompletionJudgement {
  const gaps = [
    ...activeCriteria(facts.contract).flatMap((criterion) => criterionGaps(criterion, facts)),
    ...commitGaps(facts),
    ...limitGaps(facts),
  ];
  if (activeCriteria(facts.contract).length === 0) {
    gaps.push(taskGap('every-criterion-has-evidence', 'the contract has no active criterion'));
  }
  return gaps.length === 0 ? { complete: true } : { complete: false, gaps };
}

/** A check that several criteria share has a key for each: what it proves differs. */
export const keyName = (criterionId: string, checkId: string): string =>
  `${criterionId} ${checkId}`;

/** Criteria that are in force: neither superseded nor retired. */
export function activeCriteria(contract: Contract): Criterion[] {
  return contract.acceptance.filter((criterion) => criterion.status === 'active');
}

/** The evidence that counts for a check: the last that was recorded, the baseline’s apart. */
export function latestEvidence(
  evidence: readonly Evidence[],
  criterionId: string,
  checkId: string,
): Evidence | null {
  const isForCheck = (item: Evidence) =>
    item.criterionId === criterionId && item.checkId === checkId && item.stage !== 'baseline';
  return evidence.findLast(isForCheck) ?? null;
}

/** How each active criterion ended, with the evidence that decided it. */
export function criterionResults(facts: CompletionFacts): CriterionResult[] {
  return activeCriteria(facts.contract).map((criterion) => ({
    criterionId: criterion.id,
    statement: criterion.statement,
    quote: criterion.source?.text ?? null,
    result: criterionGaps(criterion, facts).length === 0 ? 'PASS' : 'FAIL',
    evidence: criterion.checks
      .map((check) => latestEvidence(facts.evidence, criterion.id, check.id))
      .filter((item) => item !== null),
  }));
}

/** What the record says that cannot be told from the facts it is judged by. */
export type CompletionContext = Omit<
  Completion,
  | 'schemaVersion'
  | 'taskId'
  | 'contractVersion'
  | 'contractHash'
  | 'baseSha'
  | 'integrationTarget'
  | 'finalHeadSha'
  | 'finalTree'
  | 'verificationHeadSha'
  | 'acceptance'
  | 'scopeReview'
  | 'unresolvedStopConditions'
>;

/** The record as an in-toto Statement. Build it only from facts that were judged complete: it records, it does not judge. */
export function buildCompletion(
  facts: CompletionFacts,
  context: CompletionContext,
): CompletionStatement {
  const { contract, candidate } = facts;
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [
      { name: context.repository, digest: { gitCommit: candidate.sha, gitTree: candidate.tree } },
    ],
    predicateType: COMPLETION_PREDICATE,
    predicate: {
      ...context,
      schemaVersion: 1,
      taskId: contract.taskId,
      contractVersion: contract.version,
      contractHash: facts.contractHash,
      baseSha: contract.baseSha,
      integrationTarget: contract.integrationTarget,
      finalHeadSha: candidate.sha,
      finalTree: candidate.tree,
      verificationHeadSha: facts.verificationSha ?? candidate.sha,
      acceptance: criterionResults(facts),
      scopeReview: facts.scopeReview,
      unresolvedStopConditions: [...facts.unresolvedStopConditions],
    },
  };
}

function criterionGaps(criterion: Criterion, facts: CompletionFacts): CompletionGap[] {
  const gap = (invariant: Invariant, why: string) => ({
    criterionId: criterion.id,
    invariant,
    why,
  });
  if (criterion.checks.length === 0) {
    return [gap('every-criterion-has-evidence', 'it has no check, so nothing can prove it')];
  }
  return criterion.checks.flatMap((check) => {
    const item = latestEvidence(facts.evidence, criterion.id, check.id);
    if (!item) {
      return [gap('every-criterion-has-evidence', `${check.id} has no evidence`)];
    }
    const flaw = evidenceFlaw(item, check, facts);
    if (flaw) return [gap('every-criterion-has-evidence', `${item.id} (${check.id}) ${flaw}`)];
    const elsewhere = commitFlaw(item, facts);
    return elsewhere ? [gap('verified-is-delivered', `${item.id} (${check.id}) ${elsewhere}`)] : [];
  });
}

/** Why evidence proves nothing, wherever it ran; null when it does. The observation counts, not only the verdict on it. */
function evidenceFlaw(item: Evidence, check: Check, facts: CompletionFacts): string | null {
  const { observation } = item;
  if (item.result !== 'pass') return `is ${item.result}`;
  if (observation.result !== 'pass') return 'says pass, but its observation failed';
  if (observation.checkId !== check.id) return `observed ${observation.checkId} instead`;
  if (observation.treeChanged) return 'is void: the tree changed while the check ran';
  if (facts.suspended?.has(item.id)) return 'was suspended by an amendment';
  if (item.contractHash !== facts.contractHash) return 'was made under another contract';
  if (item.stage !== 'verify') return 'was made during the work, not on a clean checkout';
  if (check.kind === 'command' && (observation.testsExecuted ?? 0) < check.minimumTests) {
    return `executed fewer than ${check.minimumTests} tests`;
  }
  return null;
}

/** Why evidence does not speak for the commit that is delivered; null when it does. */
function commitFlaw(item: Evidence, facts: CompletionFacts): string | null {
  const { sha, tree } = facts.candidate;
  if (item.validForSha !== sha)
    return `is evidence for ${short(item.validForSha)}, not ${short(sha)}`;
  if (item.verifiedSha === sha) {
    return item.tree === tree ? null : 'names another tree than the delivered one';
  }
  if (item.verifiedSha === null) return 'ran on a tree that was never committed';
  if (facts.keys === null) return item.reason === '' ? 'gives no reason why it still holds' : null;
  return facts.keys.get(keyName(item.criterionId, item.checkId)) === item.key
    ? null
    : `ran on ${short(item.verifiedSha)} and its key differs here`;
}

/** A verification of another commit is accepted only if all evidence was carried over from it for a stated reason. */
function commitGaps(facts: CompletionFacts): CompletionGap[] {
  const { sha } = facts.candidate;
  if (facts.verificationSha === null) {
    return [taskGap('verified-is-delivered', 'no verification ran')];
  }
  if (facts.verificationSha === sha) return [];
  const carried = activeCriteria(facts.contract)
    .flatMap((criterion) =>
      criterion.checks.map((check) => latestEvidence(facts.evidence, criterion.id, check.id)),
    )
    .every((item) => item?.validForSha === sha && item.verifiedSha !== sha && item.reason !== '');
  if (carried) return [];
  const why = `verified ${short(facts.verificationSha)}, but ${short(sha)} would be delivered`;
  return [taskGap('verified-is-delivered', why)];
}

function limitGaps(facts: CompletionFacts): CompletionGap[] {
  const { scopeReview, contract } = facts;
  const undecided = contract.openQuestions.filter((each) => each.blocking && !each.decision);
  const strays = scopeReview.outOfScope;
  return [
    ...(scopeReview.result === 'PASS' && strays.length === 0
      ? []
      : [taskGap('scope', `out of scope: ${strays.join(', ') || 'the review failed'}`)]),
    ...facts.unresolvedStopConditions.map((rule) => taskGap('stop-rules', `${rule} is unresolved`)),
    ...undecided.map(({ id }) => taskGap('open-questions', `${id} waits for a decision`)),
    ...facts.undisposed.map((source) => taskGap('comments', `${source} has no disposition`)),
  ];
}

function taskGap(invariant: Invariant, why: string): CompletionGap {
  return { criterionId: null, invariant, why };
}

function short(sha: GitSha | null): string {
  return sha === null ? 'no commit' : sha.slice(0, 7);
}
