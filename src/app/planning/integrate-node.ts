import { digestOf } from '../../core/digest.ts';
import { mayWrite } from '../../core/rules/planning/graph/write-sets.ts';
import { next } from '../../core/run/next.ts';
import type { GraphNode } from '../../core/schema/task-graph.ts';
import { lookAgain } from '../work/look-again.ts';
import { recordCheckpoint } from '../work/record-checkpoint.ts';
import { failNode } from './fail-node.ts';
import { type GraphDesk, stopAll } from './graph-desk.ts';
import { judgeNode } from './judge-node.ts';
import { mergedTree } from './merged-tree.ts';
import { moveGraph } from './move-graph.ts';

/** What an attempt left. */
interface Done {
  /** The merged tree it was made from. */
  base: string;
  checkpoint: { id: string; tree: string };
  said: {
    text: string;
    /** Another step is given these words: they are part of what it produced. */
    quoted: boolean;
  };
}

/** Merges what the node did into what others did, judges the result, and moves the task’s worktree there when it holds. */
export async function integrateNode(desk: GraphDesk, node: GraphNode, done: Done): Promise<void> {
  const { context, contract, worktree, start } = desk.job;
  const { workspace } = context.ports;
  // D3: the requirements are read again at every node’s end, before anything is built on it.
  await lookAgain(context, { lastLookAt: Number.NEGATIVE_INFINITY });
  if (next(context.log.state).type !== 'work' || desk.stop !== null)
    return stopAll(desk, MOVED_ON, { type: 'work-interrupted' });
  const { id, attempts: attempt, writeSet } = node;
  const { base, checkpoint, said } = done;
  const changed = (await workspace.changes(base, checkpoint.tree)).map(({ path }) => path);
  const left = { base, tree: checkpoint.tree };
  const strays = changed.filter((path) => !mayWrite(writeSet, path));
  if (strays.length > 0)
    return failNode(desk, node, `It changed what is not its to change: ${list(strays)}.`, left);
  const before = await mergedTree(desk.job);
  const merged = await workspace.merge({ base, ours: before, theirs: checkpoint.tree });
  if ('conflicts' in merged) {
    const reason = `Others changed the same files meanwhile: ${list(merged.conflicts)}.`;
    moveGraph(
      context,
      { type: 'halted', id, attempt, cause: 'conflict', reason },
      { with: 'node-blocked', merged: null, output: null, left },
    );
    return;
  }
  const { tree } = merged;
  const passed = context.log.state.planned?.outcomes.some((each) => each.id === id && each.ok);
  const earlier = passed ? await workspace.treeOf(start) : null;
  const result = { tree, before, earlier, changed, checkpoint: checkpoint.id, said: said.text };
  const verdict = await judgeNode(context, contract, node, result);
  if (!verdict.passed) return failNode(desk, node, verdict.feedback, left);
  await worktree.restore(tree);
  await recordCheckpoint(context, contract, worktree, `merged node ${id}`);
  const outputHash = digestOf({
    changes: verdict.outputHash,
    said: said.quoted ? said.text : '',
  });
  moveGraph(
    context,
    { type: 'judged', id, attempt, verdict: { ...verdict, outputHash } },
    {
      with: 'node-passed',
      merged: { start, tree },
      output: said.text.slice(0, 20_000).toWellFormed(),
    },
  );
  if (changed.length > 0) moveGraph(context, { type: 'paths-changed', paths: changed, by: id });
}

const MOVED_ON = { end: 'interrupted', detail: 'the task has moved on', turns: 0 } as const;

const list = (paths: readonly string[]): string =>
  paths.slice(0, 20).join(', ') + (paths.length > 20 ? ` and ${paths.length - 20} more` : '');
