import { CatalogueError } from '../../core/catalogue-error.ts';
import { configurationFor } from '../../core/rules/configuration/contract-templates.ts';
import type { Effect, Report } from '../../core/run/effect.ts';
import { planIsMissing, workFrom } from '../../core/run/standing.ts';
import type { Contract } from '../../core/schema/contract.ts';
import type { Context } from '../context.ts';
import { makePlan } from '../planning/make-plan.ts';
import { createHarness } from '../work/harness.ts';
import { readInstructions } from '../work/read-instructions.ts';

/**
 * Lets the agent write a plan, and nothing else: every edit, command and check is refused. The worktree is one of its
 * own, which no work goes on from.
 */
export async function plan(
  _: Extract<Effect, { type: 'plan' }>,
  context: Context,
): Promise<Report> {
  const { ports, log, request } = context;
  const { contract } = log.state;
  if (!contract) throw new CatalogueError('no-issue');
  if (ports.models.plan) return planByPlanner(context, contract);
  if (!ports.agent)
    return {
      type: 'planned',
      detail:
        'No model is configured that could plan, so only the contract is shown. `/contract` starts the work.',
    };
  const start = workFrom(log.state);
  await using place = await disposable(
    context,
    `plan-${request.issue}-${start.slice(0, 12)}`,
    start,
  );
  const { port } = createHarness(context, contract, place.worktree);
  const refuse = (text: string) => ({ ok: false as const, code: 'plan-only', text });
  const ONLY = 'Only a plan is wanted, nothing is executed: call `write_plan`, then `done`.';
  const report = await ports.agent.work(
    {
      contract,
      worktree: place.worktree,
      instructions: await readInstructions(ports.workspace, contract.baseSha),
      findings: [],
      plan: log.state.plan,
      turn: log.state.turns + 1,
    },
    {
      ...port,
      beforeTurn: async () =>
        planIsMissing(log.state)
          ? { go: true, note: log.state.turns === 0 ? ONLY : null }
          : { go: false, reason: 'the plan is written' },
      permit: (action) =>
        action.tool === 'edit' || action.tool === 'run' ? refuse(ONLY) : port.permit(action),
      verify: async () => ({ reply: ONLY, evidence: [] }),
    },
  );
  return {
    type: 'planned',
    detail: `The agent wrote no plan (${report.end}). ${report.detail}`.trim(),
  };
}

/** An explicit wish for a plan uses the planner, whatever the strategy (C7). Its plan serves the work that may follow. */
async function planByPlanner(context: Context, contract: Contract): Promise<Report> {
  const { log, settings, observation } = context;
  const { planFirst } = configurationFor(settings.configuration, observation.issue.labels);
  const { previewTask, armed } = log.state;
  await makePlan(context, contract, {
    start: workFrom(log.state),
    strategy: planFirst.strategy === 'taskgraph' ? 'task-graph' : 'plan-and-execute',
    forced: false,
    task: previewTask ?? armed?.task ?? null,
    agent: armed?.agent ?? 'agent',
    reason: null,
  });
  return { type: 'planned', detail: log.state.unusablePlan?.warning ?? 'The plan is shown.' };
}

async function disposable({ ports }: Context, id: string, sha: string) {
  const worktree = await ports.workspace.openWorktree(id, sha);
  return { worktree, [Symbol.asyncDispose]: () => worktree.remove() };
}
