import type { Context } from '../../app/context.ts';
import { makePlan } from '../../app/planning/make-plan.ts';
import { CatalogueError } from '../../core/catalogue-error.ts';
import { digestOf } from '../../core/digest.ts';
import { renderPlanPreview, renderUnreadablePlan } from '../../core/render/plan-preview.ts';
import type { Contract } from '../../core/schema/contract.ts';
import type { PlannerPlan } from '../../core/schema/planner-plan.ts';

/**
 * The plan that a task would be worked by, in its documented form; where the planner gives none, its answer with a warning.
 * Nothing is executed, and nothing written anywhere.
 * @throws CatalogueError `no-model`
 */
export async function planFor(
  context: Context,
  contract: Contract,
): Promise<{ text: string; plan: PlannerPlan | null }> {
  const { log, ports, settings } = context;
  if (ports.models.plan === null) throw new CatalogueError('no-model');
  log.state = { ...log.state, contract, contractHash: digestOf(contract) };
  const { strategy } = settings.configuration.planFirst;
  const checked = await makePlan(context, contract, {
    start: contract.baseSha,
    strategy: strategy === 'taskgraph' ? 'task-graph' : 'plan-and-execute',
    forced: false,
    task: null,
    agent: 'agent',
    reason: null,
  });
  const { planned, unusablePlan } = log.state;
  if (checked) return { text: renderPlanPreview(checked), plan: planned?.plan ?? null };
  const nothing = { raw: '', warning: 'The planner gave no plan.' };
  return { text: renderUnreadablePlan(unusablePlan ?? nothing), plan: null };
}
