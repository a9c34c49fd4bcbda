import { CatalogueError } from '../../core/catalogue-error.ts';
import { graphOfPlan } from '../../core/rules/planning/graph/graph-of-plan.ts';
import { settleStrategy } from '../../core/rules/planning/mode/settle-strategy.ts';
import {
  type CheckedPlan,
  checkPlannerPlan,
} from '../../core/rules/planning/planner/check-planner-plan.ts';
import { parsePlannerPlan } from '../../core/rules/planning/planner/parse-planner-plan.ts';
import type { Contract } from '../../core/schema/contract.ts';
import { PlannerPlan } from '../../core/schema/planner-plan.ts';
import type { NodeDefinition } from '../../core/schema/task-graph.ts';
import type { Usage } from '../../core/schema/usage.ts';
import type { Context } from '../context.ts';
import { note } from '../task-log.ts';
import { AGENTS, PLANNING, planRequest } from './plan-prompt.ts';

/** What a plan is made for. */
export interface PlanWish {
  /** The commit work starts from. */
  start: string;
  /** How it will be executed, as far as that is decided before there is a plan. */
  strategy: 'plan-and-execute' | 'task-graph';
  /** A person named the strategy: a graph is then made of few tasks too. */
  forced: boolean;
  /** What a person asked the planner besides the contract. */
  task: string | null;
  /** coder: every step is for a coder. */
  agent: 'agent' | 'coder';
  /** Of a replan; null for the first plan. */
  reason: string | null;
}

/**
 * Asks the planner for a plan, judges it, and notes it. An answer that is no plan after one repair is noted raw, with a
 * warning (C1).
 * @returns the checked plan; null when there is none to follow
 */
export async function makePlan(
  { ports, log }: Context,
  contract: Contract,
  wish: PlanWish,
): Promise<CheckedPlan | null> {
  const planner = ports.models.plan;
  if (planner === null) return null;
  const files = await ports.workspace.list(wish.start);
  let raw = '';
  const read = (text: string) => {
    raw = text;
    return readPlan(text, wish.agent === 'coder' ? ['coder'] : AGENTS);
  };
  const { contractHash } = log.state;
  try {
    const { answer, usage } = await planner.ask({
      purpose: 'plan',
      system: PLANNING,
      prompt: planRequest(contract, {
        files: files.map(({ path }) => path),
        task: wish.task,
        reason: wish.reason,
        planned: log.state.planned,
        agent: wish.agent,
      }),
      schema: PlannerPlan,
      read,
    });
    const checked = checkedPlan(answer);
    const settled =
      wish.strategy === 'task-graph' && !wish.forced
        ? settleStrategy(graphOfPlan(checked).map(writerOf))
        : { mode: wish.strategy, reason: wish.forced ? 'asked for' : 'one step after the other' };
    note(ports, log, [
      {
        type: 'planner-planned',
        contractHash: contractHash ?? '',
        contractVersion: contract.version,
        start: wish.start,
        plan: answer,
        strategy: settled.mode,
        why: settled.reason.slice(0, 500),
        planner: planner.id,
        warnings: checked.warnings.map((warning) => warning.slice(0, 500)),
        reason: wish.reason?.slice(0, 2000) ?? null,
        usage,
      },
    ]);
    return checked;
  } catch (error) {
    if (!(error instanceof CatalogueError) || error.code !== 'model-unusable') throw error;
    // Useless, and paid all the same.
    const { usage } = error as { usage?: Usage };
    note(ports, log, [
      ...(usage
        ? [{ type: 'model-asked' as const, purpose: 'plan', model: planner.id, usage }]
        : []),
      {
        type: 'plan-unusable',
        contractHash: contractHash ?? '',
        warning: (await ports.secrets.mask(error.message)).slice(0, 2000),
        raw: (await ports.secrets.mask(raw)).slice(0, 4000).toWellFormed(),
      },
    ]);
    return null;
  }
}

/** Reads and judges in one: the planner hears what is wrong with the plan as it hears what is wrong with its JSON. */
function readPlan(
  text: string,
  agents: readonly string[],
): { value: PlannerPlan } | { problem: string } {
  const parsed = parsePlannerPlan(text);
  if (!('plan' in parsed)) return { problem: parsed.warning };
  const judged = checkPlannerPlan(parsed.plan, agents);
  if ('checked' in judged) return { value: parsed.plan };
  return {
    problem: judged.problems
      .map(({ message }) => message)
      .join(' ')
      .slice(0, 2000),
  };
}

/** A plan that was judged before: from the ledger, or just now. */
export function checkedPlan(plan: PlannerPlan): CheckedPlan {
  const judged = checkPlannerPlan(plan, null);
  if ('checked' in judged) return judged.checked;
  throw new CatalogueError('internal-error', judged.problems[0]?.message ?? 'an unchecked plan');
}

const writerOf = ({ id, preconditions, writeSet }: NodeDefinition) => ({
  id,
  deps: preconditions,
  writes: writeSet,
});
