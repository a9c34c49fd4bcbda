import { withBudgetsInForce } from '../../core/rules/limits/budgets.ts';
import type { PlanPart, Worktree } from '../../ports.ts';
import { createHarness } from './harness.ts';
import type { Job, JobEnd } from './job.ts';
import type { PartLimits } from './part-limits.ts';
import { resumable } from './resumable.ts';

/** One agent works on the whole contract, with a live plan or with none. */
export async function workDirectly(
  { context, contract, worktree, instructions, findings, before }: Job,
  mode: 'reactive' | 'interleaved',
): Promise<JobEnd> {
  const { ports, log, settings } = context;
  const agent = ports.agent;
  if (agent === null) throw new TypeError('work without an agent');
  const harness = createHarness(context, contract, worktree);
  const report = await agent.work(
    {
      contract: withBudgetsInForce(contract, settings.configuration),
      worktree,
      instructions,
      findings,
      plan: log.state.plan,
      mode,
      turn: log.state.turns + 1,
    },
    resumable(context, harness.port, before),
  );
  return { report, verdict: harness.verdict() };
}

/** One part of a planner’s plan, by an agent that keeps no plan of its own. */
export async function workOnPart(
  { context, contract, instructions, findings, before }: Job,
  worktree: Worktree,
  part: PlanPart,
  limits: PartLimits,
): Promise<JobEnd> {
  const { ports, log, settings } = context;
  const agent = ports.agent;
  if (agent === null) throw new TypeError('work without an agent');
  const harness = createHarness(context, contract, worktree, limits);
  const report = await agent.work(
    {
      contract: withBudgetsInForce(contract, settings.configuration),
      worktree,
      instructions,
      findings,
      plan: null,
      mode: 'reactive',
      turn: log.state.turns + 1,
      part,
    },
    resumable(context, harness.port, before),
  );
  return { report, verdict: harness.verdict() };
}
