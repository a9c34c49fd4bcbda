import { next } from '../../core/run/next.ts';
import type { ModeChoice } from '../../core/schema/mode-choice.ts';
import { note } from '../task-log.ts';
import type { ChosenMode } from '../work/choose-work-mode.ts';
import { stuck } from '../work/follow-plan.ts';
import type { Job, JobEnd } from '../work/job.ts';
import { workDirectly } from '../work/work-directly.ts';
import { isOutOfReplans } from './is-out-of-replans.ts';
import { makePlan } from './make-plan.ts';
import { solvePlan } from './solve-plan.ts';
import { workGraph } from './work-graph.ts';

/**
 * Plans before any work (seeds/2), then does what was planned: step by step, or as a graph. Where the planner gives no plan
 * that can be followed, the agent plans as it works, and the reason is noted.
 */
export async function followPlanner(
  job: Job,
  wish: ChosenMode & { mode: 'plan-and-execute' | 'task-graph' },
): Promise<JobEnd> {
  const { log } = job.context;
  for (;;) {
    if (isOutOfReplans(job)) return stuckAfter(job);
    const reason = whyPlanAnew(job);
    if (reason !== null) await planFirst(job, wish, reason === '' ? null : reason);
    const { planned, contractHash } = log.state;
    if (planned === null || planned.contractHash !== contractHash) return withoutPlan(job);
    // A step that cannot be undone waits for a person: the look ends, and the next one finds the approval.
    if (next(log.state).type !== 'work') return interrupted('the plan waits for a person');
    // The planner could not answer what was said against its plan: it is asked again before any more is done by it.
    if (log.state.replanRequests.length > 0) continue;
    const end = await (planned.strategy === 'task-graph' ? workGraph(job) : solvePlan(job));
    if (end !== 'plan-anew') return end;
  }
}

/** Why there must be a new plan: empty for the first one, null when the one there is still serves (A12, D4). */
function whyPlanAnew({ context: { log } }: Job): string | null {
  const { planned, contractHash, amendments, replanRequests, armed } = log.state;
  if (planned === null) return '';
  if (planned.contractHash !== contractHash)
    return amendments.at(-1)?.reason ?? 'the contract changed';
  if (armed) return armed.task ?? 'a plan for coders was asked for';
  const objection = replanRequests.at(-1);
  return objection ? objection.reason || 'another plan was asked for' : null;
}

/** A replan keeps to the strategy that work has begun by, unless a person named another. */
function planFirst(
  { context, contract, start }: Job,
  wish: ChosenMode & { mode: 'plan-and-execute' | 'task-graph' },
  reason: string | null,
): Promise<unknown> {
  const { planned, armed } = context.log.state;
  const strategy = wish.forced ? wish.mode : (planned?.strategy ?? wish.mode);
  return makePlan(context, contract, {
    start,
    strategy,
    forced: wish.forced || planned !== null,
    task: armed?.task ?? wish.task,
    agent: armed?.agent ?? wish.agent,
    reason,
  });
}

function withoutPlan(job: Job): Promise<JobEnd> {
  const { ports, log } = job.context;
  const { mode, unusablePlan } = log.state;
  if (mode !== null) {
    const { contractHash, ...choice } = mode;
    const why = `the planner gave no plan: ${unusablePlan?.warning ?? 'no reason known'}`;
    const instead: ModeChoice = {
      ...choice,
      mode: 'interleaved',
      reasons: [...choice.reasons, why.slice(0, 500)],
    };
    note(ports, log, [{ type: 'mode-chosen', contractHash, choice: instead }]);
  }
  return workDirectly(job, 'interleaved');
}

function stuckAfter({ context: { log }, contract }: Job): JobEnd {
  const reason = `${log.state.replansWithoutProgress} replans without a finished step.`;
  return { ...interrupted(reason), verdict: stuck(log.state, contract, reason) };
}

function interrupted(detail: string): JobEnd {
  return { report: { end: 'interrupted', detail, turns: 0 }, verdict: null };
}
