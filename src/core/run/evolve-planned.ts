import { addUsage } from '../rules/limits/model-price.ts';
import { emptyGraph, evolveGraph } from '../rules/planning/graph/evolve-graph.ts';
import { stepLine } from '../rules/planning/plan/plan-progress.ts';
import type { EventOf } from '../schema/event.ts';
import { planOfPlanner } from './plan-of-planner.ts';
import type { TaskState } from './state.ts';

/** A new plan of the planner. A replan is counted (B3); a person’s wish for another one is answered by it. */
export function plannerPlanned(
  state: TaskState,
  { type: _, usage, ...made }: EventOf<'planner-planned'>,
): Partial<TaskState> {
  const again = made.reason !== null;
  const ids = new Set(made.plan.steps.map(({ id }) => id));
  // A graph is changed by its own events, so that results that still hold are kept; steps begin anew.
  const kept = made.strategy === 'task-graph' ? (state.planned?.outcomes ?? []) : [];
  const planned = { ...made, outcomes: kept.filter(({ id }) => ids.has(id)) };
  const graph = made.strategy === 'task-graph' ? state.graph : null;
  const plan = planOfPlanner(planned, graph, {
    version: (state.plan?.version ?? 0) + 1,
    contractVersion: made.contractVersion,
  });
  const inBrief = {
    version: plan.version,
    replan: again,
    reason: made.reason,
    step: stepLine(plan),
    finished: plan.items.flatMap((item) => (item.status === 'completed' ? item.id : [])),
  };
  return {
    planned,
    plan,
    planHistory: [...state.planHistory, inBrief].slice(-50),
    graph,
    ...(graph === null ? { merged: null } : {}),
    unusablePlan: null,
    usage: addUsage(state.usage, usage),
    replanRequests: again ? [] : state.replanRequests,
    replansWithoutProgress: state.replansWithoutProgress + (again ? 1 : 0),
  };
}

/** What came of one step of a plan that is solved step by step. */
export function stepSolved(
  state: TaskState,
  { type: _, ...outcome }: EventOf<'step-solved'>,
): Partial<TaskState> {
  if (state.planned === null) return {};
  const planned = withOutcome(state.planned, outcome);
  return {
    planned,
    ...shown(state, planned, state.graph),
    replansWithoutProgress: outcome.ok ? 0 : state.replansWithoutProgress,
  };
}

/** One change of the task graph, with the merged tree it left and what its agent said. */
export function graphMoved(
  state: TaskState,
  { change, merged, output }: EventOf<'graph-moved'>,
): Partial<TaskState> {
  const graph = evolveGraph(state.graph ?? emptyGraph(), change);
  if (state.planned === null) return { graph };
  const passed = change.type === 'node-passed';
  const planned = passed
    ? withOutcome(state.planned, {
        id: change.id,
        ok: true,
        output: output ?? '',
        evidence: change.result.evidence[0] ?? null,
      })
    : state.planned;
  return {
    graph,
    planned,
    ...(change.type === 'graph-planned' ? { graphFor: planned.contractHash } : {}),
    ...shown(state, planned, graph),
    ...(merged === null ? {} : { merged }),
    ...(passed ? { replansWithoutProgress: 0 } : {}),
  };
}

type Planned = NonNullable<TaskState['planned']>;

function withOutcome(planned: Planned, outcome: Planned['outcomes'][number]): Planned {
  const others = planned.outcomes.filter(({ id }) => id !== outcome.id);
  return { ...planned, outcomes: [...others, outcome] };
}

/** The plan that people watch follows what happened. A plan that an agent has written since stays its own. */
function shown(
  { plan }: TaskState,
  planned: Planned,
  graph: TaskState['graph'],
): Pick<TaskState, 'plan'> {
  const same =
    plan?.items.map(({ id }) => id).join() === planned.plan.steps.map(({ id }) => id).join();
  return { plan: plan !== null && same ? planOfPlanner(planned, graph, plan) : plan };
}
