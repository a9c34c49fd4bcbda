import { CatalogueError } from '../../core/catalogue-error.ts';
import { digestOf } from '../../core/digest.ts';
import { configurationFor } from '../../core/rules/configuration/contract-templates.ts';
import { activeCriteria } from '../../core/rules/evidence/completion.ts';
import { emptyGraph } from '../../core/rules/planning/graph/evolve-graph.ts';
import { graphOfPlan } from '../../core/rules/planning/graph/graph-of-plan.ts';
import { graphStep } from '../../core/rules/planning/graph/graph-step.ts';
import { definitionOf, nodeOf } from '../../core/rules/planning/graph/graph-views.ts';
import type { Contract } from '../../core/schema/contract.ts';
import type { GraphNode, NodeDefinition, TaskGraph } from '../../core/schema/task-graph.ts';
import { stuck } from '../work/follow-plan.ts';
import type { Job, JobEnd } from '../work/job.ts';
import { verifyTree } from '../work/verify-in-work.ts';
import { createDesk, type GraphDesk } from './graph-desk.ts';
import { graphHandback } from './graph-handback.ts';
import { makePlan, readChecked } from './make-plan.ts';
import { mergedTree } from './merged-tree.ts';
import { moveGraph } from './move-graph.ts';
import { addRepair } from './repair-graph.ts';
import { restoreMerged } from './restore-merged.ts';
import { runNode } from './run-node.ts';

/**
 * Works a task graph off: starts what may start, waits, judges the merged whole in the end. What to do next is asked of the
 * graph each time, so a process killed anywhere is continued by beginning here again (C13).
 */
export async function workGraph(job: Job): Promise<JobEnd> {
  const { context, contract } = job;
  const { log } = context;
  const desk = createDesk(job);
  moveGraph(context, { type: 'restarted' });
  await restoreMerged(job);
  layOut(job);
  releaseBlocked(job);
  if (job.findings.length > 0 && graphStep(graphOf(job)).type === 'completed')
    addRepair(job, job.findings);
  const working = new Map<string, Promise<void>>();
  const settle = () => Promise.all(working.values());
  try {
    for (;;) {
      if (desk.stop !== null) {
        await settle();
        return desk.stop;
      }
      if (log.state.replansWithoutProgress >= contract.budgets.replans) {
        await settle();
        const reason = `${log.state.replansWithoutProgress} replans without a finished step.`;
        return ended('interrupted', reason, stuck(log.state, contract, reason));
      }
      const objection = log.state.replanRequests.at(-1);
      if (objection) {
        await settle();
        await planAnew(job, objection.reason);
        continue;
      }
      startReady(desk, working);
      const step = graphStep(graphOf(job));
      switch (step.type) {
        case 'start':
        case 'wait':
          await Promise.race(working.values());
          break;
        case 'final-gate':
          await finalGate(job, step.fingerprint);
          break;
        case 'repair':
          addRepair(job, null);
          break;
        case 'blocked':
          return ended('handed-back', 'nodes are blocked', {
            type: 'handed-back',
            handback: graphHandback(step.nodes, desk.handbacks),
          });
        case 'completed':
          return ended('finished', 'every node passed, and so did the merged whole', null);
      }
    }
  } catch (error) {
    // What still runs must not go on in the background once nobody waits for it.
    desk.pace.halted = true;
    await Promise.allSettled(working.values());
    throw error;
  }
}

const graphOf = ({ context }: Job): TaskGraph => context.log.state.graph ?? emptyGraph();

/** Brings the graph to the plan in force. Under an amended contract every result is looked at again (D5). */
function layOut(job: Job): void {
  const { context, contract } = job;
  const { state } = context.log;
  if (state.planned === null) throw new CatalogueError('internal-error', 'a graph without a plan');
  const open = contract.openQuestions.filter((q) => q.decision === null).map(({ id }) => id);
  moveGraph(context, { type: 'questions', open });
  const graph = graphOf(job);
  const nodes = graphOfPlan(readChecked(state.planned.plan).checked);
  const amended = graph.version > 0 && state.graphFor !== state.contractHash;
  const byId = (all: readonly NodeDefinition[]) =>
    digestOf(Object.fromEntries(all.map((node) => [node.id, definitionOf(node)])));
  if (graph.version > 0 && !amended && byId(graph.nodes) === byId(nodes)) return;
  const { parallel, attempts } = configurationFor(
    context.settings.configuration,
    context.observation.issue.labels,
  ).graph;
  moveGraph(context, {
    type: 'plan',
    nodes,
    cap: parallel,
    maximumAttempts: attempts,
    reason: state.planned.reason,
  });
  const reason = state.amendments.at(-1)?.reason ?? 'the contract changed';
  if (amended) moveGraph(context, { type: 'suspend', id: null, reason });
}

/** Nothing else could go on when the last run ended here: whoever let work go on again means these nodes too. */
function releaseBlocked(job: Job): void {
  const step = graphStep(graphOf(job));
  if (step.type !== 'blocked') return;
  for (const { id } of step.nodes)
    moveGraph(job.context, { type: 'unblock', id, reason: 'a person let the work go on' });
}

async function planAnew(job: Job, reason: string): Promise<void> {
  const { context, contract, start } = job;
  const wish = {
    start,
    strategy: 'task-graph',
    forced: true,
    task: null,
    agent: 'agent',
    reason,
  } as const;
  await makePlan(context, contract, wish);
  layOut(job);
}

/** Starts what may start; each attempt takes itself off the list when it is over. */
function startReady(desk: GraphDesk, working: Map<string, Promise<void>>): void {
  const { context, contract } = desk.job;
  const inputs = Object.fromEntries(
    graphOf(desk.job).nodes.map((node) => [node.id, inputsOf(contract, node)]),
  );
  for (const change of moveGraph(context, { type: 'schedule', inputs })) {
    if (change.type !== 'node-started') continue;
    const node = nodeOf(graphOf(desk.job), change.id);
    if (!node) continue;
    const attempt = runNode(desk, node).finally(() => working.delete(node.id));
    working.set(node.id, attempt);
    // Whoever waits hears of it; nobody may be waiting at the moment it fails.
    attempt.catch(() => {});
  }
}

/** What a node is worked from besides the graph: the criteria that gate it and the contract’s bounds. */
function inputsOf(contract: Contract, node: GraphNode): string {
  const gates = node.verification.flatMap((gate) => (gate.kind === 'criterion' ? gate.id : []));
  const { inScope, outOfScope, constraints } = contract;
  return digestOf({
    criteria: contract.acceptance
      .filter(({ id }) => gates.includes(id))
      .map(({ id, statement, checks, status }) => ({ id, statement, checks, status })),
    inScope,
    outOfScope,
    constraints,
  });
}

/** Judges the merged whole by every criterion (C15). Only for exactly the results that stand now. */
async function finalGate(job: Job, fingerprint: string): Promise<void> {
  const { context, contract } = job;
  const tree = await mergedTree(job);
  const evidence = await verifyTree(context, contract, tree, activeCriteria(contract));
  const red = evidence.filter(({ result }) => result !== 'pass');
  moveGraph(context, {
    type: 'final',
    fingerprint,
    passed: red.length === 0,
    evidence: evidence.map(({ id }) => id),
    feedback:
      red.length === 0
        ? null
        : red.map((each) => `${each.criterionId} is red: ${each.observation.summary}`).join('\n'),
  });
}

function ended(end: JobEnd['report']['end'], detail: string, verdict: JobEnd['verdict']): JobEnd {
  return { report: { end, detail, turns: 0 }, verdict };
}
