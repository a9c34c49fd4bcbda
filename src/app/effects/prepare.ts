import { CatalogueError } from '../../core/catalogue-error.ts';
import { digestOf } from '../../core/digest.ts';
import { activeCriteria } from '../../core/rules/completion.ts';
import type { Effect, Report } from '../../core/run/effect.ts';
import type { Check } from '../../core/schema/check.ts';
import type { Contract, Criterion } from '../../core/schema/contract.ts';
import type { BaselineVerdict, Evidence } from '../../core/schema/evidence.ts';
import { runChecks } from '../checks/run-checks.ts';
import type { Context } from '../context.ts';

/** Sets the base commit up and runs every check there before any edit (design §4, baseline): red first. */
export async function prepare(
  _: Extract<Effect, { type: 'prepare' }>,
  context: Context,
): Promise<Report> {
  const { ports, log } = context;
  const { contract, evidence } = log.state;
  if (!contract) throw new CatalogueError('no-issue');
  const sandbox = await ports.sandbox.probe();
  const { baseSha } = contract;
  const contractHash = digestOf(contract);
  await using checkout = await ports.workspace.checkout(baseSha);
  const environment = await ports.checks.prepare(checkout, contract.environment);
  const round = await runChecks(context, contract, activeCriteria(contract), {
    stage: 'baseline',
    tree: await ports.workspace.treeOf(baseSha),
    sha: baseSha,
    checkout,
    environmentDigest: environment.digest,
    changes: [],
    patch: () => Promise.resolve(''),
    reuse: (criterion, check, key) => earlierBaseline(evidence, criterion.id, check.id, key),
    firstId: evidence.length + 1,
  });
  const results = [...round.reused, ...round.ran];
  return {
    type: 'prepared',
    environment: {
      type: 'environment-prepared',
      baseSha,
      contractHash,
      digest: environment.digest,
      log: (await ports.secrets.mask(environment.log)).slice(-4000),
      sandbox,
    },
    baseline: {
      type: 'baseline-recorded',
      baseSha,
      contractHash,
      verdicts: verdicts(contract, results),
      evidence: round.ran,
    },
  };
}

/** An amendment leaves most criteria as they are: what they said on the same base under the same key still holds. */
function earlierBaseline(
  all: readonly Evidence[],
  criterionId: string,
  checkId: string,
  key: string,
): Evidence | null {
  return (
    all.findLast(
      (e) =>
        e.stage === 'baseline' &&
        e.criterionId === criterionId &&
        e.checkId === checkId &&
        e.key === key,
    ) ?? null
  );
}

function verdicts(contract: Contract, results: readonly Evidence[]) {
  return activeCriteria(contract).flatMap((criterion) =>
    criterion.checks.map((check) => {
      const result = results.find((e) => e.criterionId === criterion.id && e.checkId === check.id);
      return {
        criterionId: criterion.id,
        checkId: check.id,
        verdict:
          check.kind === 'review'
            ? ('reviewed-later' as const)
            : verdict(criterion, check, result ?? null),
        note: result?.observation.summary ?? 'did not run',
      };
    }),
  );
}

function verdict(criterion: Criterion, check: Check, evidence: Evidence | null): BaselineVerdict {
  const passed = evidence?.result === 'pass';
  if (criterion.expectation === 'stays-true') return passed ? 'pass-to-pass' : 'broken-at-base';
  if (passed) return 'vacuous';
  return evidence !== null && isMissing(check, evidence) ? 'cannot-run' : 'fail-to-pass';
}

/** A red that no change of the repository can turn green: the program is not installed. One with a path may be written yet. */
function isMissing(check: Check, { observation }: Evidence): boolean {
  return 'argv' in check && observation.exitCode === 127 && !check.argv[0]?.includes('/');
}
