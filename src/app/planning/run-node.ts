import {
  readPlaceholders,
  resolvePlaceholders,
} from '../../core/rules/planning/planner/placeholders.ts';
import type { GraphNode } from '../../core/schema/task-graph.ts';
import type { JobEnd } from '../work/job.ts';
import { keepCheckpoints } from '../work/keep-checkpoints.ts';
import { recordCheckpoint } from '../work/record-checkpoint.ts';
import { workOnPart } from '../work/work-directly.ts';
import { failNode } from './fail-node.ts';
import { type GraphDesk, stopAll } from './graph-desk.ts';
import { integrateNode } from './integrate-node.ts';
import { moveGraph } from './move-graph.ts';
import { openNode } from './open-node.ts';

/**
 * One attempt at a node: an agent in a worktree of its own (C14), made from what is merged by now; then its change is merged
 * and judged by the harness on the merged tree (C11). Everything it comes to is told to the graph.
 */
export async function runNode(desk: GraphDesk, node: GraphNode): Promise<void> {
  const { context, contract } = desk.job;
  const { id, attempts: attempt, writeSet: writes, feedback } = node;
  const task = taskOf(desk, node);
  if ('error' in task) return failNode(desk, node, task.error);
  await using place = await openNode(desk, node);
  const end = await workOnPart(
    { ...desk.job, before: null, findings: [] },
    place.worktree,
    { kind: 'step', id, task: task.text, writes, feedback },
    { id, writes, pace: desk.pace },
  );
  if (endsAll(desk, node, end)) return;
  const cause = `node ${id}, attempt ${attempt}`;
  const checkpoint = await recordCheckpoint(context, contract, place.worktree, cause);
  if (end.report.end !== 'finished') {
    const why = `${end.report.end}: ${end.report.detail}`;
    return failNode(desk, node, why, { base: place.base, tree: checkpoint.tree });
  }
  moveGraph(context, { type: 'executed', id, attempt });
  const said = { text: end.report.detail, quoted: isQuoted(desk, id) };
  await desk.inTurn(desk, () => integrateNode(desk, node, { base: place.base, checkpoint, said }));
  // Pushed while others are merged; what is not pushed yet goes with the next one.
  await keepCheckpoints(context);
}

/** True when the attempt’s end settles more than the node: a person’s word, a budget, a decision that is not the agent’s. */
function endsAll(desk: GraphDesk, node: GraphNode, { report, verdict }: JobEnd): boolean {
  if (verdict?.type === 'handed-back') {
    desk.handbacks.set(node.id, verdict.handback);
    moveGraph(desk.job.context, {
      type: 'halted',
      id: node.id,
      attempt: node.attempts,
      cause: 'handback',
      reason: verdict.handback.found,
    });
    return true;
  }
  if (verdict || report.end === 'interrupted' || report.end === 'model-failed') {
    stopAll(desk, report, verdict);
    return true;
  }
  return desk.stop !== null;
}

/** The node’s task with the outputs of earlier nodes put in. */
function taskOf({ job }: GraphDesk, node: GraphNode): { text: string } | { error: string } {
  const outcomes = job.context.log.state.planned?.outcomes ?? [];
  const resolved = resolvePlaceholders(
    node.purpose,
    new Map(outcomes.map(({ id, output }) => [id, output])),
  );
  return 'text' in resolved
    ? resolved
    : { error: resolved.problems.map(({ message }) => message).join(' ') };
}

/** Whether another step is given what this one said: then its words are part of what it produced. */
function isQuoted({ job }: GraphDesk, id: string): boolean {
  const steps = job.context.log.state.planned?.plan.steps ?? [];
  return steps.some(({ task }) => readPlaceholders(task).found.some(({ step }) => step === id));
}
