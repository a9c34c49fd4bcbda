import type { CheckRound } from '../../app/checks/check-stage.ts';
import { runChecks } from '../../app/checks/run-checks.ts';
import type { Context } from '../../app/context.ts';
import { CatalogueError } from '../../core/catalogue-error.ts';
import type { AuditFinding } from '../../core/rules/evidence/audit-ledger.ts';
import { activeCriteria } from '../../core/rules/evidence/completion.ts';
import { reviewScope } from '../../core/rules/evidence/scope.ts';
import type { CompletionFile } from '../../core/schema/completion-file.ts';
import type { Criterion } from '../../core/schema/contract.ts';
import type { Evidence } from '../../core/schema/evidence.ts';

/** What running the checks again showed. */
export interface Rerun {
  findings: AuditFinding[];
  /** What could not be run again, or is another here: told, but no gap. */
  notes: string[];
  /** Results of this rerun, by check. */
  ran: number;
}

/**
 * Runs every check of a record again, red first: on the base commit, where what was to become true must still fail, and
 * on a clean checkout of the delivered commit. Whoever recomputed every hash of a forged record is found out here.
 */
export async function rerunChecks(file: CompletionFile, context: Context): Promise<Rerun> {
  const { predicate } = file.statement;
  const { contract } = file;
  const missing = await absent(context, [predicate.baseSha, predicate.finalHeadSha]);
  if (missing.length > 0) return { findings: missing, notes: [], ran: 0 };
  const settings = { ...context.settings, harnessVersion: predicate.harnessVersion };
  const criteria = activeCriteria(contract).map(withoutReviews);
  const at = (sha: string, stage: 'baseline' | 'verify') =>
    checksOn({ ...context, settings }, contract, criteria, sha, stage);
  const base = await at(predicate.baseSha, 'baseline');
  // The rerun of a same-output check compares with what the base printed just now.
  context.log.state = { ...context.log.state, evidence: base.ran };
  const head = await at(predicate.finalHeadSha, 'verify');
  return {
    findings: [
      ...(await treeFindings(file, context)),
      ...criteria.flatMap((criterion) => baseFindings(criterion, base.ran)),
      ...head.ran.filter((each) => each.result !== 'pass').map(redFinding),
    ],
    notes: [...takenOverNotes(file), ...reviewNotes(file), ...keyNotes(file, head.ran)],
    ran: base.ran.length + head.ran.length,
  };
}

async function checksOn(
  context: Context,
  contract: CompletionFile['contract'],
  criteria: readonly Criterion[],
  sha: string,
  stage: 'baseline' | 'verify',
): Promise<CheckRound> {
  const { checks, workspace } = context.ports;
  await using checkout = await workspace.checkout(sha);
  const environment = await checks.prepare(checkout, contract.environment);
  return await runChecks(context, contract, criteria, {
    stage,
    tree: await workspace.treeOf(sha),
    sha,
    checkout,
    environmentDigest: environment.digest,
    changes: await workspace.changes(contract.baseSha, sha),
    patch: () => workspace.patch(contract.baseSha, sha),
    reuse: () => null,
    firstId: 1,
  });
}

async function absent({ ports }: Context, shas: readonly string[]): Promise<AuditFinding[]> {
  const findings: AuditFinding[] = [];
  for (const sha of shas) {
    try {
      await ports.workspace.treeOf(sha);
    } catch (error) {
      if (!(error instanceof CatalogueError)) throw error;
      findings.push({ field: sha, why: 'is no commit of this repository' });
    }
  }
  return findings;
}

/** The tree and the diff are what the record says they are. */
async function treeFindings(file: CompletionFile, { ports, settings }: Context) {
  const { predicate } = file.statement;
  const field = 'statement.predicate';
  const tree = await ports.workspace.treeOf(predicate.finalHeadSha);
  const changes = await ports.workspace.changes(predicate.baseSha, predicate.finalHeadSha);
  const paths = changes.map((change) => change.path).toSorted();
  const recorded = predicate.scopeReview.changedPaths.toSorted();
  const { outOfScope } = reviewScope(file.contract, paths, settings.configuration);
  const said = [...predicate.scopeReview.outOfScope, ...(predicate.scopeReview.takenOver ?? [])];
  const unsaid = outOfScope.filter((path) => !said.includes(path));
  return [
    ...(tree === predicate.finalTree
      ? []
      : [{ field: `${field}.finalTree`, why: 'is another tree in this repository' }]),
    ...(JSON.stringify(paths) === JSON.stringify(recorded)
      ? []
      : [{ field: `${field}.scopeReview.changedPaths`, why: 'is not what differs from the base' }]),
    ...unsaid.map((path) => ({ field: path, why: 'lies outside the contract’s scope' })),
  ];
}

/** What was to become true must fail on the base by one of its own checks: else its checks prove nothing. */
function baseFindings(criterion: Criterion, base: readonly Evidence[]): AuditFinding[] {
  if (criterion.expectation !== 'becomes-true' || criterion.checks.length === 0) return [];
  const red = base.some((each) => each.criterionId === criterion.id && each.result !== 'pass');
  return red
    ? []
    : [{ field: criterion.id, why: 'holds on the base already, so its checks prove nothing' }];
}

const redFinding = ({ criterionId, checkId, observation }: Evidence): AuditFinding => ({
  field: `${criterionId} · ${checkId}`,
  why: `fails when it is run again: ${observation.summary}`,
});

/** A reviewer’s word cannot be run again. */
function withoutReviews(criterion: Criterion): Criterion {
  return { ...criterion, checks: criterion.checks.filter((check) => check.kind !== 'review') };
}

/** Who made a commit is not told by its checks. */
function takenOverNotes({ statement }: CompletionFile): string[] {
  const { takenOver = [] } = statement.predicate.scopeReview;
  return takenOver.map(
    (path) => `${path} lies outside the scope; the record says a person changed it`,
  );
}

function reviewNotes({ contract }: CompletionFile): string[] {
  return activeCriteria(contract).flatMap(({ id, checks }) =>
    checks
      .filter((check) => check.kind === 'review')
      .map((check) => `${id} · ${check.id} is a reviewer’s word, which cannot be run again`),
  );
}

/** Another key is no gap: it says that here other programs judged. */
function keyNotes({ statement }: CompletionFile, ran: readonly Evidence[]): string[] {
  const recorded = statement.predicate.acceptance.flatMap((criterion) => criterion.evidence);
  const differ = recorded.filter((old) => {
    const now = ran.find(
      (each) => each.criterionId === old.criterionId && each.checkId === old.checkId,
    );
    return now !== undefined && now.key !== old.key;
  });
  return differ.length === 0
    ? []
    : [`${differ.length} evidence keys are others here: another toolchain, set-up or version`];
}
