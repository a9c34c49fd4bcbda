import { digestOf } from '../../core/digest.ts';
import { nodeWorkspace } from '../../core/rules/planning/graph/node-workspace.ts';
import { mayWrite } from '../../core/rules/planning/graph/write-sets.ts';
import {
  readPlaceholders,
  resolvePlaceholders,
} from '../../core/rules/planning/planner/placeholders.ts';
import { next } from '../../core/run/next.ts';
import type { GraphNode } from '../../core/schema/task-graph.ts';
import type { Worktree } from '../../ports.ts';
import { turnstile } from '../turnstile.ts';
import type { JobEnd } from '../work/job.ts';
import { keepCheckpoints } from '../work/keep-checkpoints.ts';
import { lookAgain } from '../work/look-again.ts';
import { recordCheckpoint } from '../work/record-checkpoint.ts';
import { workOnPart } from '../work/work-directly.ts';
import { type GraphDesk, stopAll } from './graph-desk.ts';
import { judgeNode } from './judge-node.ts';
import { mergedTree } from './merged-tree.ts';
import { moveGraph } from './move-graph.ts';

const keeping = turnstile();

/**
 * One attempt at a node: an agent in a worktree of its own (C14), made from what is merged by now; then its change is merged
 * and judged by the harness on the merged tree (C11). Everything it comes to is told to the graph.
 */
export async function runNode(desk: GraphDesk, node: GraphNode): Promise<void> {
  const { context } = desk.job;
  const attempt = node.attempts;
  const task = taskOf(desk, node);
  if ('error' in task) {
    fail(desk, node, task.error);
    return;
  }
  await using place = await openNode(desk, node);
  const writes = node.writeSet;
  const end = await workOnPart(
    { ...desk.job, before: null },
    place.worktree,
    { kind: 'step', id: node.id, task: task.text, writes, feedback: node.feedback },
    { id: node.id, writes, pace: desk.pace },
  );
  if (endsAll(desk, node, end)) return;
  const checkpoint = await recordCheckpoint(
    context,
    desk.job.contract,
    place.worktree,
    `node ${node.id}, attempt ${attempt}`,
  );
  desk.leftovers.set(node.id, { base: place.base, tree: checkpoint.tree });
  if (end.report.end !== 'finished') {
    fail(desk, node, `${end.report.end}: ${end.report.detail}`);
    return;
  }
  moveGraph(context, { type: 'executed', id: node.id, attempt });
  await desk.inTurn(desk, () =>
    integrate(desk, node, { base: place.base, checkpoint, said: end.report.detail }),
  );
  // Pushed while others are merged; what is not pushed yet goes with the next one.
  await keeping(context.log, () => keepCheckpoints(context));
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

/** Merges what the node did into what others did, judges the result, and moves the task’s worktree there when it holds. */
async function integrate(
  desk: GraphDesk,
  node: GraphNode,
  done: { base: string; checkpoint: { id: string; tree: string }; said: string },
): Promise<void> {
  const { context, contract, worktree, start } = desk.job;
  const { ports, log } = context;
  // D3: the requirements are read again at every node’s end, before anything is built on it.
  await lookAgain(context, { lastLookAt: Number.NEGATIVE_INFINITY });
  if (next(log.state).type !== 'work' || desk.stop !== null) {
    stopAll(
      desk,
      { end: 'interrupted', detail: 'the task has moved on', turns: 0 },
      { type: 'work-interrupted' },
    );
    return;
  }
  const { id, attempts: attempt, writeSet } = node;
  const changes = await ports.workspace.changes(done.base, done.checkpoint.tree);
  const strays = changes.map(({ path }) => path).filter((path) => !mayWrite(writeSet, path));
  if (strays.length > 0)
    return fail(
      desk,
      node,
      `It changed what is not its to change: ${strays.slice(0, 20).join(', ')}.`,
    );
  const ours = await mergedTree(desk.job);
  const merged = await ports.workspace.merge({
    base: done.base,
    ours,
    theirs: done.checkpoint.tree,
  });
  if ('conflicts' in merged) {
    const reason = `Others changed the same files meanwhile: ${merged.conflicts.slice(0, 20).join(', ')}.`;
    moveGraph(context, { type: 'halted', id, attempt, cause: 'conflict', reason });
    return;
  }
  const verdict = await judgeNode(context, contract, node, {
    tree: merged.tree,
    before: ours,
    changed: changes.map(({ path }) => path),
    checkpoint: done.checkpoint.id,
    said: done.said,
  });
  if (!verdict.passed) {
    fail(desk, node, verdict.feedback);
    return;
  }
  await worktree.restore(merged.tree);
  await recordCheckpoint(context, contract, worktree, `merged node ${id}`);
  const outputHash = digestOf({
    changes: verdict.outputHash,
    said: isQuoted(desk, id) ? done.said : '',
  });
  moveGraph(
    context,
    { type: 'judged', id, attempt, verdict: { ...verdict, outputHash } },
    {
      with: 'node-passed',
      merged: { start, tree: merged.tree },
      output: done.said.slice(0, 20_000).toWellFormed(),
    },
  );
  desk.leftovers.delete(id);
  if (changes.length > 0)
    moveGraph(context, { type: 'paths-changed', paths: changes.map(({ path }) => path), by: id });
}

function fail({ job: { context } }: GraphDesk, node: GraphNode, feedback: string): void {
  const { id, attempts: attempt } = node;
  moveGraph(context, { type: 'executed', id, attempt });
  moveGraph(context, { type: 'judged', id, attempt, verdict: { passed: false, feedback } });
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

/** The node’s worktree: what is merged by now, with what its last attempt left where that still fits. */
async function openNode(desk: GraphDesk, node: GraphNode) {
  const { context, contract, worktree: main, start } = desk.job;
  const { ports } = context;
  const base = await mergedTree(desk.job);
  const left = desk.leftovers.get(node.id);
  const again =
    left && (await ports.workspace.merge({ base: left.base, ours: base, theirs: left.tree }));
  const id = nodeWorkspace(main.id, node.id, node.attempts);
  const worktree: Worktree = await ports.workspace.openWorktree(id, start);
  const dispose = () => worktree.remove();
  try {
    const { environment } = contract;
    await worktree.restore(again && 'tree' in again ? again.tree : base);
    if (environment.setup.length > 0)
      await worktree.setUp(digestOf(environment), () =>
        ports.checks.install(worktree, environment),
      );
  } catch (error) {
    await dispose();
    throw error;
  }
  return { worktree, base, [Symbol.asyncDispose]: dispose };
}
