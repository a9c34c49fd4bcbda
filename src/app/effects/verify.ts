import { CatalogueError } from '../../core/catalogue-error.ts';
import { digestOf } from '../../core/digest.ts';
import { activeCriteria } from '../../core/rules/evidence/completion.ts';
import { carryEvidence } from '../../core/rules/evidence/evidence-key.ts';
import { reviewCandidate } from '../../core/rules/evidence/scope.ts';
import type { Effect, Report } from '../../core/run/effect.ts';
import type { Evidence } from '../../core/schema/evidence.ts';
import { askPerson } from '../checks/ask-person.ts';
import { haltedBy } from '../checks/detect-stop-rules.ts';
import { runChecks } from '../checks/run-checks.ts';
import type { Context } from '../context.ts';
import { isLost } from './is-lost.ts';

/** Verifies every criterion on a clean checkout of the exact commit, with the contract’s own check definitions (design §7). */
export async function verify(
  { sha }: Extract<Effect, { type: 'verify' }>,
  context: Context,
): Promise<Report> {
  const { ports, log, settings } = context;
  const { contract, evidence, candidate } = log.state;
  if (!contract || !candidate) throw new CatalogueError('no-issue');
  if (await isLost(context, sha)) return { type: 'commit-lost', sha };
  await using checkout = await ports.workspace.checkout(sha);
  const environment = await ports.checks.prepare(checkout, contract.environment);
  const sandbox = await ports.sandbox.probe();
  const halted = await haltedBy(context, contract, checkout);
  if (halted) return { type: 'handed-back', handback: halted };
  const contractHash = digestOf(contract);
  const earlier = evidence
    .slice(log.state.evidenceFrom)
    .filter((e) => e.stage === 'verify' && e.result === 'pass');
  const round = await runChecks(context, contract, activeCriteria(contract), {
    stage: 'verify',
    tree: candidate.tree,
    sha,
    checkout,
    environmentDigest: environment.digest,
    changes: await ports.workspace.changes(contract.baseSha, sha),
    patch: () => ports.workspace.patch(contract.baseSha, sha),
    reuse: (criterion, check, key) => {
      const last = earlier.findLast(
        (e) => e.criterionId === criterion.id && e.checkId === check.id,
      );
      const carried = last && carryEvidence(last, key, sha);
      return carried ? { ...carried, contractHash, contractVersion: contract.version } : null;
    },
    firstId: evidence.length + 1,
  });
  const strays = reviewCandidate(contract, candidate, settings.configuration).outOfScope;
  const red = round.ran.filter((e) => e.result !== 'pass');
  if (ports.models.review === null && strays.length === 0) {
    const handback = askPerson(contract, red, sha);
    if (handback) return { type: 'handed-back', handback };
  }
  return {
    type: 'verified',
    evidence: round.ran,
    reinstated: round.reused,
    finished: {
      type: 'verification-finished',
      sha,
      contractHash,
      passed: red.length === 0 && strays.length === 0,
      summary: summarise(round.ran, round.reused, red, strays),
      sandbox,
      keys: round.keys,
    },
  };
}

function summarise(ran: Evidence[], reused: Evidence[], red: Evidence[], strays: string[]): string {
  const lines = red.map((e) => `${e.criterionId} is red: ${e.observation.summary}`);
  if (strays.length > 0)
    lines.push(`outside the contract’s scope, must be undone: ${strays.join(', ')}`);
  if (lines.length > 0) return lines.join('; ').slice(0, 4000);
  return `${ran.length + reused.length} checks pass, ${reused.length} of them by evidence that still holds`;
}
