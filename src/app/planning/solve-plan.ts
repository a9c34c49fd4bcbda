import { activeCriteria } from '../../core/rules/evidence/completion.ts';
import { executionReport } from '../../core/rules/planning/graph/execution-report.ts';
import {
  hadErrors,
  nextStep,
  type Solving,
} from '../../core/rules/planning/planner/plan-and-solve.ts';
import type { TaskState } from '../../core/run/state.ts';
import type { Job, JobEnd } from '../work/job.ts';
import { recordCheckpoint } from '../work/record-checkpoint.ts';
import { verifyTree } from '../work/verify-in-work.ts';
import { workOnPart } from '../work/work-directly.ts';
import { checkedPlan } from './make-plan.ts';
import { runStep } from './run-step.ts';

/**
 * Plan-and-solve (seeds/2): the steps one after the other in the task’s worktree, each seeing what earlier ones reported. A
 * step that fails does not abort (C5). What the contract still lacks in the end is finished by one more agent, who reads the
 * report. A process killed anywhere goes on at the first step without an outcome.
 * @returns `plan-anew` when a person has objected to the plan
 */
export async function solvePlan(job: Job): Promise<JobEnd | 'plan-anew'> {
  const { context, contract, worktree } = job;
  const { ports, log } = context;
  const pace = { lastLookAt: 0 };
  for (;;) {
    if (log.state.replanRequests.length > 0) return 'plan-anew';
    const solving = solvingOf(log.state);
    const step = solving && nextStep(solving);
    if (!solving || !step) break;
    const end = await runStep(job, solving, step, pace);
    if (end) return end;
  }
  const solving = solvingOf(log.state);
  const { tree } = await recordCheckpoint(context, contract, worktree, 'after the last step');
  const evidence = await verifyTree(context, contract, tree, activeCriteria(contract));
  const red = evidence.some(({ result }) => result !== 'pass');
  if (!solving || (!red && !hadErrors(solving) && job.findings.length === 0))
    return { report: { end: 'finished', detail: 'every step ran', turns: 0 }, verdict: null };
  ports.journal.note({ what: 'plan-solved', errors: hadErrors(solving), red });
  return workOnPart(
    job,
    worktree,
    { kind: 'finish', report: executionReport(solving) },
    { id: 'finish', writes: ['**'], pace },
  );
}

/** The plan and what came of its steps, as the ledger has it. */
function solvingOf({ planned }: TaskState): Solving | null {
  if (planned === null) return null;
  const outcomes = planned.outcomes.map(
    ({ id, ok, output }) =>
      [id, ok ? { ok: true as const, output } : { ok: false as const, error: output }] as const,
  );
  return { plan: checkedPlan(planned.plan), outcomes: new Map(outcomes) };
}
