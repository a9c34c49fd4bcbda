import { next } from '../../core/run/next.ts';
import type { ModeChoice } from '../../core/schema/mode-choice.ts';
import { note } from '../task-log.ts';
import type { ChosenMode } from '../work/choose-work-mode.ts';
import type { Job, JobEnd } from '../work/job.ts';
import { workDirectly } from '../work/work-directly.ts';
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
  const { context, contract } = job;
  const { log } = context;
  const reason = whyPlanAnew(job);
  if (reason !== null)
    await makePlan(context, contract, {
      start: job.start,
      strategy: wish.mode,
      forced: wish.forced,
      task: wish.task,
      agent: wish.agent,
      reason: reason === '' ? null : reason,
    });
  const { planned, contractHash } = log.state;
  if (planned === null || planned.contractHash !== contractHash) return withoutPlan(job);
  // A step that cannot be undone waits for a person: the look ends, and the next one finds the approval.
  if (next(log.state).type !== 'work') return interrupted('the plan waits for a person');
  return planned.strategy === 'task-graph' ? workGraph(job) : solvePlan(job);
}

/** Why there must be a new plan: empty for the first one, null when the one there is still serves (A12, D4). */
function whyPlanAnew({ context: { log } }: Job): string | null {
  const { planned, contractHash, amendments, replanRequests } = log.state;
  if (planned === null) return '';
  if (planned.contractHash !== contractHash)
    return amendments.at(-1)?.reason ?? 'the contract changed';
  return replanRequests.at(-1)?.reason ?? null;
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

function interrupted(detail: string): JobEnd {
  return { report: { end: 'interrupted', detail, turns: 0 }, verdict: null };
}
