import { digestOf } from '../digest.ts';
import { addUsage } from '../rules/limits/model-price.ts';
import { emptyGraph, evolveGraph } from '../rules/planning/graph/evolve-graph.ts';
import { stepLine } from '../rules/planning/plan/plan-progress.ts';
import type { EventOf } from '../schema/event.ts';
import type { PlanningMode } from '../schema/mode-choice.ts';
import { planOfPlanner } from './plan-of-planner.ts';
import type { TaskState } from './state.ts';

/** A new plan of the planner. A replan is counted (B3); a person’s wish for another one is answered by it. */
export function plannerPlanned(
  state: TaskState,
  { type: _, usage, ...made }: EventOf<'planner-planned'>,
): Partial<TaskState> {
  // A preview changes nothing (C8): where a plan stands already, the other one is only shown.
  if (state.preview === 'plan' && state.plan?.contractVersion === made.contractVersion)
    return {
      previewed: made.plan,
      unusablePlan: null,
      usage: addUsage(state.usage, usage),
      ...answered(state),
    };
  const again = made.reason !== null;
  // People changed what must be true: that is not the planner going round in circles.
  const counts = again && state.planned?.contractHash === made.contractHash;
  const planned = { ...made, outcomes: keptOutcomes(state.planned, made) };
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
    replansWithoutProgress: state.replansWithoutProgress + (counts ? 1 : 0),
    ...answered(state),
  };
}

/** Outcomes that still stand. A graph is changed by its own events; of steps, those stay whose words and grounds stayed. */
function keptOutcomes(before: TaskState['planned'], made: Made): Planned['outcomes'] {
  if (before === null || before.strategy !== made.strategy) return [];
  const kept = new Set<string>();
  for (const step of made.plan.steps) {
    const old = before.plan.steps.find(({ id }) => id === step.id);
    const outcome = before.outcomes.find(({ id }) => id === step.id);
    const same =
      before.contractHash === made.contractHash &&
      outcome?.ok === true &&
      digestOf(old) === digestOf(step) &&
      step.deps.every((dep) => kept.has(dep));
    if (same || made.strategy === 'task-graph') kept.add(step.id);
  }
  return before.outcomes.filter(({ id }) => kept.has(id));
}

type Made = Omit<EventOf<'planner-planned'>, 'type' | 'usage'>;

/** An answer that is no plan leaves the one there is. It is counted, so that asking for a better one comes to an end. */
export function planUnusable(
  state: TaskState,
  { type: _, ...unusable }: EventOf<'plan-unusable'>,
): Partial<TaskState> {
  const again = state.planned?.contractHash === unusable.contractHash;
  return {
    unusablePlan: unusable,
    replansWithoutProgress: state.replansWithoutProgress + (again ? 1 : 0),
    ...answered(state),
  };
}

/** The planner has answered what it was asked: for a preview, or for the work that a person armed. */
const answered = ({ preview, armed }: TaskState): Partial<TaskState> =>
  preview === null ? { armed: null } : { previewTask: null, armed };

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
  { change, merged, output, left }: EventOf<'graph-moved'>,
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
    leftovers: leftoversAfter(state, change, left),
    ...(change.type === 'node-unblocked'
      ? { handedBackNodes: state.handedBackNodes.filter((id) => id !== change.id) }
      : {}),
    ...(passed ? { replansWithoutProgress: 0 } : {}),
  };
}

/** A node that passed has nothing left over; of a failed one the last attempt counts. */
function leftoversAfter(
  { leftovers }: TaskState,
  change: EventOf<'graph-moved'>['change'],
  left: EventOf<'graph-moved'>['left'],
): TaskState['leftovers'] {
  if (!('id' in change)) return leftovers;
  if (left !== undefined) return { ...leftovers, [change.id]: left };
  if (change.type !== 'node-passed' || !(change.id in leftovers)) return leftovers;
  const { [change.id]: _, ...others } = leftovers;
  return others;
}

/** What was asked of the planner with words of its own is used up when it has answered; a bare wish when the mode is chosen. */
export function armedAfterChoice({ armed }: TaskState, mode: PlanningMode): TaskState['armed'] {
  const plansFirst = mode === 'plan-and-execute' || mode === 'task-graph';
  const bare = armed?.task === null && armed.agent === 'agent';
  return plansFirst && !bare ? armed : null;
}

/** Nodes that wait for a person’s word, by id; not those that only hang on them. */
export function blockedByThemselves(graph: TaskState['graph']): string[] {
  const own = (graph?.nodes ?? []).filter(
    ({ block }) => block !== null && block.cause !== 'precondition' && block.cause !== 'question',
  );
  return own.map(({ id }) => id);
}

/** Once pushed, a commit of the merged tree is what further work starts from. */
export function mergedAfterPush(
  { merged, candidate }: TaskState,
  sha: string,
): TaskState['merged'] {
  const ours = merged !== null && candidate?.sha === sha && candidate.tree === merged.tree;
  return ours ? { start: sha, tree: merged.tree } : merged;
}

/** The merged tree was put on another commit; where that could not be, nobody has done anything yet. */
export function mergedMoved(
  { planned }: TaskState,
  { merged, lost }: EventOf<'merged-moved'>,
): Partial<TaskState> {
  return { merged, planned: lost && planned ? { ...planned, outcomes: [] } : planned };
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
