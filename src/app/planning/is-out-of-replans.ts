import { withBudgetsInForce } from '../../core/rules/limits/budgets.ts';
import type { Job } from '../work/job.ts';

/** Whether it was planned anew as often as is allowed, and no step was finished since (B3). */
export function isOutOfReplans({ context: { log, settings }, contract }: Job): boolean {
  const { budgets } = withBudgetsInForce(contract, settings.configuration);
  return log.state.replansWithoutProgress >= budgets.replans;
}
