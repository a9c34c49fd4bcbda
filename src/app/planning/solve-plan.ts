import { activeCriteria } from '../../core/rules/evidence/completion.ts';
import { executionReport } from '../../core/rules/planning/graph/execution-report.ts';
import { graphOfPlan } from '../../core/rules/planning/graph/graph-of-plan.ts';
import { mayWrite } from '../../core/rules/planning/graph/write-sets.ts';
import {
  hadErrors,
  type NextStep,
  nextStep,
  type Solving,
} from '../../core/rules/planning/planner/plan-and-solve.ts';
import type { TaskState } from '../../core/run/state.ts';
import { note } from '../task-log.ts';
import type { Job, JobEnd } from '../work/job.ts';
import { keepCheckpoints } from '../work/keep-checkpoints.ts';
import { recordCheckpoint } from '../work/record-checkpoint.ts';
import { verifyTree } from '../work/verify-in-work.ts';
import { workOnPart } from '../work/work-directly.ts';
import { readChecked } from './make-plan.ts';

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

/** @returns how the whole work ended with this step; null when it goes on */
async function runStep(
  job: Job,
  solving: Solving,
  step: NextStep,
  pace: { lastLookAt: number },
): Promise<JobEnd | null> {
  const { context, contract, worktree } = job;
  const { ports, log } = context;
  const solved = (ok: boolean, output: string, evidence: string | null = null) =>
    note(ports, log, [
      {
        type: 'step-solved',
        id: step.id,
        ok,
        output: output.slice(0, 20_000).toWellFormed(),
        evidence,
      },
    ]);
  if ('error' in step.task) {
    solved(false, step.task.error);
    return null;
  }
  const node = graphOfPlan(solving.plan).find(({ id }) => id === step.id);
  const writes = node?.writeSet ?? ['**'];
  const before = log.state.checkpoints.length;
  const end = await workOnPart(
    { ...job, findings: [] },
    worktree,
    { kind: 'step', id: step.id, task: step.task.text, writes, feedback: null },
    { id: step.id, writes, pace },
  );
  // No later step would fare better without a model.
  if (end.verdict || end.report.end === 'interrupted' || end.report.end === 'model-failed')
    return end;
  if (end.report.end !== 'finished') {
    solved(false, `${end.report.end}: ${end.report.detail}`);
    return null;
  }
  const { tree, id } = await recordCheckpoint(context, contract, worktree, `step ${step.id}`);
  // Before it counts as solved: another machine that goes on must find what the step left.
  await keepCheckpoints(context);
  const changed = log.state.checkpoints.slice(before).flatMap((each) => each.changed);
  const strays = [...new Set(changed)].filter((path) => !mayWrite(writes, path));
  const gates = node?.verification.flatMap((gate) => (gate.kind === 'criterion' ? gate.id : []));
  const gated = activeCriteria(contract).filter((criterion) => gates?.includes(criterion.id));
  const evidence = gated.length > 0 ? await verifyTree(context, contract, tree, gated) : [];
  const wrong = [
    ...evidence
      .filter(({ result }) => result !== 'pass')
      .map((each) => `${each.criterionId} is red: ${each.observation.summary}`),
    // It stands in the tree all the same: whoever finishes the task has to know (F5).
    ...(strays.length > 0
      ? [`It changed what is not its to change: ${strays.slice(0, 20).join(', ')}.`]
      : []),
  ];
  if (wrong.length > 0) solved(false, wrong.join('\n'));
  else solved(true, end.report.detail, evidence[0]?.id ?? (changed.length > 0 ? id : null));
  return null;
}

/** The plan and what came of its steps, as the ledger has it. */
function solvingOf({ planned }: TaskState): Solving | null {
  if (planned === null) return null;
  const outcomes = planned.outcomes.map(
    ({ id, ok, output }) =>
      [id, ok ? { ok: true as const, output } : { ok: false as const, error: output }] as const,
  );
  return { plan: readChecked(planned.plan).checked, outcomes: new Map(outcomes) };
}
