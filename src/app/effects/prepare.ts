import { CatalogueError } from '../../core/catalogue-error.ts';
import { digestOf } from '../../core/digest.ts';
import { type AskedFor, askedFor } from '../../core/rules/evidence/asked-for.ts';
import { baselineVerdict, mustRunAgain, unloadable } from '../../core/rules/evidence/baseline.ts';
import { activeCriteria } from '../../core/rules/evidence/completion.ts';
import type { Effect, Report } from '../../core/run/effect.ts';
import type { Check } from '../../core/schema/check.ts';
import type { Criterion } from '../../core/schema/contract.ts';
import type { Evidence } from '../../core/schema/evidence.ts';
import type { CheckStage } from '../checks/check-stage.ts';
import { runChecks } from '../checks/run-checks.ts';
import type { Context } from '../context.ts';
import { preflight } from '../preflight.ts';

/** Sets the base commit up and runs every check there before any edit (design §4, baseline): red first, and twice where it matters. */
export async function prepare(
  _: Extract<Effect, { type: 'prepare' }>,
  context: Context,
): Promise<Report> {
  const { ports, log } = context;
  const { contract, evidence } = log.state;
  if (!contract) throw new CatalogueError('no-issue');
  // A contract that was only a preview was drafted without it.
  if (log.state.environment === null) await preflight(ports);
  const sandbox = await ports.sandbox.probe();
  const { baseSha } = contract;
  const contractHash = digestOf(contract);
  await using checkout = await ports.workspace.checkout(baseSha);
  const environment = await ports.checks.prepare(checkout, contract.environment);
  const criteria = activeCriteria(contract);
  const files = await ports.workspace.list(baseSha);
  const asked = askedFor(
    contract,
    files.map(({ path }) => path),
  );
  const stage: CheckStage = {
    stage: 'baseline',
    tree: await ports.workspace.treeOf(baseSha),
    sha: baseSha,
    checkout,
    environmentDigest: environment.digest,
    changes: [],
    patch: () => Promise.resolve(''),
    reuse: (criterion, check, key) => runsOf(evidence, criterion, check, key).at(-1) ?? null,
    firstId: evidence.length + 1,
  };
  const first = await runChecks(context, contract, criteria, stage);
  const known = [...evidence, ...first.ran];
  const again = await runChecks(context, contract, criteria, {
    ...stage,
    reuse: (criterion, check, key) => {
      const runs = runsOf(known, criterion, check, key);
      return mustRunAgain(criterion, check, runs, asked) ? null : (runs.at(-1) ?? null);
    },
    firstId: known.length + 1,
  });
  const ran = [...first.ran, ...again.ran.map((run) => ({ ...run, reason: RAN_AGAIN }))];
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
      verdicts: verdicts(criteria, [...evidence, ...ran], [...first.ran, ...first.reused], asked),
      evidence: ran,
    },
  };
}

const RAN_AGAIN = 'ran once more on this commit, for work depends on what it says';

/**
 * All that a check said on the base under one key. An amendment leaves most criteria as they are: what they said on the
 * same base under the same key still holds.
 */
function runsOf(
  all: readonly Evidence[],
  criterion: Criterion,
  check: Check,
  key: string,
): Evidence[] {
  return all.filter(
    (run) =>
      run.stage === 'baseline' &&
      run.criterionId === criterion.id &&
      run.checkId === check.id &&
      run.key === key,
  );
}

function verdicts(
  criteria: readonly Criterion[],
  evidence: readonly Evidence[],
  current: readonly Evidence[],
  asked: AskedFor,
) {
  return criteria.flatMap((criterion) =>
    criterion.checks.map((check) => {
      const known = current.find(
        (run) => run.criterionId === criterion.id && run.checkId === check.id,
      );
      const runs = runsOf(evidence, criterion, check, known?.key ?? '');
      const verdict = baselineVerdict(criterion, check, runs, asked);
      const said = runs.map((run) => run.observation.summary);
      return {
        criterionId: criterion.id,
        checkId: check.id,
        verdict,
        note:
          verdict === 'flaky'
            ? said.join(' Then: ')
            : ((verdict === 'cannot-load' ? unloadable(check, runs, asked) : null) ??
              said.at(-1) ??
              'did not run'),
      };
    }),
  );
}
