import { activeCriteria } from '../../core/rules/evidence/completion.ts';
import { graphOfPlan } from '../../core/rules/planning/graph/graph-of-plan.ts';
import { mayWrite } from '../../core/rules/planning/graph/write-sets.ts';
import type { NextStep, Solving } from '../../core/rules/planning/planner/plan-and-solve.ts';
import type { Contract, OpenQuestion } from '../../core/schema/contract.ts';
import { note } from '../task-log.ts';
import type { Job, JobEnd } from '../work/job.ts';
import { keepCheckpoints } from '../work/keep-checkpoints.ts';
import { recordCheckpoint } from '../work/record-checkpoint.ts';
import { verifyTree } from '../work/verify-in-work.ts';
import { workOnPart } from '../work/work-directly.ts';

/** @returns how the whole work ended with this step; null when it goes on */
export async function runStep(
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
  const undecided = undecidedOf(contract, solving, step);
  if (undecided) return waitsFor(step, undecided);
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

/** The open question without whose decision the step cannot be done (C14). */
function undecidedOf({ openQuestions }: Contract, { plan }: Solving, { id }: NextStep) {
  const asked = plan.steps.find((each) => each.id === id)?.questions ?? [];
  return openQuestions.find((each) => each.decision === null && asked.includes(each.id));
}

function waitsFor({ id }: NextStep, { id: question, text, alternatives }: OpenQuestion): JobEnd {
  const handback = {
    found: text,
    blocked: `${id}, and what comes after it: ${question} is undecided`,
    alternatives: alternatives.slice(0, 8),
    preserved: 'the steps before it are done and checkpointed',
    decision: 'Choose with /contract decide <n>, or say it with /contract amend <text>.',
  };
  const report = { end: 'handed-back' as const, detail: `${question} is undecided`, turns: 0 };
  return { report, verdict: { type: 'handed-back', handback } };
}
