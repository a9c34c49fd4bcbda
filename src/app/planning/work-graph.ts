import { CatalogueError } from '../../core/catalogue-error.ts';
import { emptyGraph } from '../../core/rules/planning/graph/evolve-graph.ts';
import { graphStep } from '../../core/rules/planning/graph/graph-step.ts';
import { nodeWorkspaces } from '../../core/rules/planning/graph/node-workspace.ts';
import { next } from '../../core/run/next.ts';
import type { TaskGraph } from '../../core/schema/task-graph.ts';
import type { Job, JobEnd } from '../work/job.ts';
import { finalGate } from './final-gate.ts';
import { createDesk } from './graph-desk.ts';
import { graphHandback } from './graph-handback.ts';
import { isOutOfReplans } from './is-out-of-replans.ts';
import { layOutGraph } from './lay-out-graph.ts';
import { moveGraph } from './move-graph.ts';
import { addRepair } from './repair-graph.ts';
import { restoreMerged } from './restore-merged.ts';
import { startReady } from './start-ready.ts';

/**
 * Works a task graph off: starts what may start, waits, judges the merged whole in the end. What to do next is asked of the
 * graph each time, so a process killed anywhere is continued by beginning here again (C13).
 * @returns `plan-anew` when what is under way has ended and another plan is needed
 */
export async function workGraph(job: Job): Promise<JobEnd | 'plan-anew'> {
  const { context } = job;
  const { log } = context;
  const graph = (): TaskGraph => log.state.graph ?? emptyGraph();
  const desk = createDesk(job);
  moveGraph(context, { type: 'restarted' });
  await context.ports.workspace.discardWorktrees(nodeWorkspaces(job.worktree.id), job.start);
  await restoreMerged(job);
  layOutGraph(job);
  releaseBlocked(job);
  if (job.findings.length > 0 && graphStep(graph()).type === 'completed')
    addRepair(job, job.findings);
  const working = new Map<string, Promise<void>>();
  const over = async (end: JobEnd | 'plan-anew') => {
    await Promise.all(working.values());
    return desk.stop ?? end;
  };
  try {
    for (;;) {
      if (desk.stop !== null) return await over(desk.stop);
      // What was planned or verified just now may wait for a person, and a repair may be one too many.
      if (next(log.state).type !== 'work') return await over(ended('interrupted', MOVED_ON));
      if (isOutOfReplans(job)) return await over(ANEW);
      if (log.state.replanRequests.length > 0) return await over(ANEW);
      startReady(desk, working);
      const step = graphStep(graph());
      switch (step.type) {
        case 'start':
        case 'wait':
          if (working.size === 0)
            throw new CatalogueError('internal-error', 'The graph waits for nobody.');
          await Promise.race(working.values());
          break;
        case 'final-gate':
          await finalGate(job, step.fingerprint);
          break;
        case 'repair':
          addRepair(job, null);
          break;
        case 'blocked':
          return await over(
            ended('handed-back', 'nodes are blocked', {
              type: 'handed-back',
              handback: graphHandback(step.nodes, desk.handbacks),
            }),
          );
        case 'completed':
          return await over(ended('finished', 'every node passed, and so did the merged whole'));
      }
    }
  } catch (error) {
    // What still runs must not go on in the background once nobody waits for it.
    desk.pace.halted = true;
    await Promise.allSettled(working.values());
    throw error;
  }
}

/** Whoever plans sees that it was once too often. */
const ANEW = 'plan-anew';
const MOVED_ON = 'the task has moved on';

/** The nodes that the last run handed back: whoever let the work go on means these, and no others (C12). */
function releaseBlocked({ context }: Job): void {
  for (const id of context.log.state.handedBackNodes)
    moveGraph(context, { type: 'unblock', id, reason: 'a person let the work go on' });
}

function ended(
  end: JobEnd['report']['end'],
  detail: string,
  verdict: JobEnd['verdict'] = null,
): JobEnd {
  return { report: { end, detail, turns: 0 }, verdict };
}
