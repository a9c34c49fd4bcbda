import { renderMermaid } from '../render/mermaid.ts';
import {
  renderPlanPreview,
  renderPlanProblems,
  renderUnreadablePlan,
} from '../render/plan-preview.ts';
import type { TaskView, ViewState } from '../render/task-view.ts';
import { whyOf } from '../rules/planning/graph/graph-views.ts';
import { writeNotes } from '../rules/planning/graph/write-notes.ts';
import { checkPlannerPlan } from '../rules/planning/planner/check-planner-plan.ts';
import { next } from './next.ts';
import { planAwaits } from './standing.ts';
import type { TaskState } from './state.ts';

/** What people are shown of a task. */
export function taskViewOf(
  state: TaskState,
  task: { repositoryUrl: string; taskId: string; issue: number; ledgerTip: string | null },
): TaskView {
  const awaiting = planAwaits(state);
  const approvedBy = state.approval.by.filter((a) => a.contractHash === state.contractHash);
  return {
    ...task,
    state: viewState(state),
    reason: state.ended?.reason ?? '',
    contract: state.contract,
    contractHash: state.contractHash,
    drafter: state.drafter,
    notes: [...state.notes, ...state.restored.map(restoredNote)],
    answers: state.answers,
    planApproval:
      awaiting === null || state.planApproval.requested !== awaiting.planHash
        ? null
        : { hash: awaiting.planHash, steps: state.planApproval.steps },
    approval: {
      needed: state.approval.requested !== null && state.approval.requested === state.contractHash,
      reasons: state.approval.reasons,
      by: approvedBy.map((a) => a.login),
    },
    mode: state.mode?.contractHash === state.contractHash ? state.mode : null,
    refusals: state.refusals,
    reminders: state.reminders,
    sandbox: state.verification?.sandbox ?? state.environment?.sandbox ?? null,
    plan: state.plan,
    planPreview: planPreviewOf(state),
    graph: state.graph === null ? null : renderMermaid(state.graph),
    nodes: nodesOf(state.graph),
    graphNotes: state.graph === null ? [] : writeNotes(state.graph),
    amendments: state.amendments,
    dispositions: state.dispositions,
    evidence: state.evidence,
    handback: state.ended?.handback ?? null,
    pullRequest: state.publish.pullRequest,
    head: state.candidate?.sha ?? null,
    usage: state.usage,
    turns: state.turns,
    conversation: state.conversation,
  };
}

function nodesOf(graph: TaskState['graph']): TaskView['nodes'] {
  if (graph === null) return [];
  return graph.nodes.map((node) => {
    const { id, purpose, attempts } = node;
    return { id, purpose, state: node.state, attempts, why: whyOf(graph, node) };
  });
}

const restoredNote = ({ how, by, at }: TaskState['restored'][number]): string =>
  `This comment was ${how} by ${by?.login ?? 'somebody'} (noticed ${at}) and put back: it only shows what the ledger holds.`;

const STAGES: Record<ReturnType<typeof next>['type'], ViewState> = {
  rest: 'delivering',
  'post-comment': 'drafting',
  draft: 'drafting',
  amend: 'drafting',
  plan: 'drafting',
  prepare: 'preparing',
  work: 'working',
  verify: 'verifying',
  adopt: 'verifying',
  push: 'delivering',
  'open-pull-request': 'delivering',
  'publish-record': 'delivering',
  withdraw: 'stale',
};

/** What the planner said, where a plan is only to be shown: the plan in its documented form, or its answer with a warning. */
function planPreviewOf(state: TaskState): string | null {
  const { preview, previewed, planned, unusablePlan, contractHash } = state;
  if (unusablePlan?.contractHash === contractHash && unusablePlan)
    return renderUnreadablePlan(unusablePlan);
  const plan = previewed ?? (planned?.contractHash === contractHash ? planned?.plan : null);
  if (preview !== 'plan' || !plan) return null;
  const judged = checkPlannerPlan(plan, null);
  return 'checked' in judged
    ? renderPlanPreview(judged.checked)
    : renderPlanProblems(judged.problems);
}

function viewState(state: TaskState): ViewState {
  if (state.settled) return state.settled;
  if (state.ended) return state.ended.outcome;
  return STAGES[next(state).type];
}
