import { addUsage } from '../rules/limits/model-price.ts';
import { stepLine } from '../rules/planning/plan/plan-progress.ts';
import type { EventOf } from '../schema/event.ts';
import { afterTrouble, afterTurn } from './conversation.ts';
import type { Handlers } from './evolve-handlers.ts';
import {
  armedAfterChoice,
  graphMoved,
  mergedMoved,
  plannerPlanned,
  planUnusable,
  stepSolved,
} from './evolve-planned.ts';
import type { PlanVersion, TaskState } from './state.ts';
import {
  factsAfterCheckpoint,
  factsAfterEvidence,
  factsAfterPlan,
  factsAfterReminder,
  factsAfterTurn,
} from './work-facts.ts';

/** Planning and work: the agent’s turns, checkpoints and evidence. */
export const WORK_HANDLERS: Handlers<
  | 'mode-chosen'
  | 'plan-armed'
  | 'planner-planned'
  | 'plan-unusable'
  | 'step-solved'
  | 'graph-moved'
  | 'merged-moved'
  | 'plan-written'
  | 'refused'
  | 'reminded'
  | 'turn-taken'
  | 'model-troubled'
  | 'model-asked'
  | 'context-compacted'
  | 'checkpoint-recorded'
  | 'checkpoints-kept'
  | 'work-resumed'
  | 'evidence-recorded'
  | 'evidence-reinstated'
> = {
  'mode-chosen': (state, { choice, contractHash }) => ({
    mode: { ...choice, contractHash },
    armed: armedAfterChoice(state, choice.mode),
  }),
  'plan-armed': (_, { task, agent }) => ({ armed: { task, agent } }),
  'planner-planned': plannerPlanned,
  'plan-unusable': planUnusable,
  'step-solved': stepSolved,
  'graph-moved': graphMoved,
  'merged-moved': mergedMoved,
  'plan-written': (state, event) => ({
    plan: event.plan,
    previewTask: null,
    planHistory: [...state.planHistory, planVersion(event)].slice(-50),
    replanRequests: event.replan || state.plan === null ? [] : state.replanRequests,
    replansWithoutProgress:
      finished(event.plan) > finished(state.plan)
        ? 0
        : state.replansWithoutProgress + (event.replan ? 1 : 0),
    workFacts: factsAfterPlan(state.workFacts, finished(event.plan) > finished(state.plan)),
  }),
  refused: (state, { code }) => ({
    refusals: { ...state.refusals, [code]: (state.refusals[code] ?? 0) + 1 },
  }),
  reminded: (state, event) => ({
    reminders: { ...state.reminders, [event.about]: (state.reminders[event.about] ?? 0) + 1 },
    workFacts: factsAfterReminder(state.workFacts, event),
  }),
  'turn-taken': (state, event) => ({
    turns: state.turns + 1,
    turnsInRun: state.turnsInRun + 1,
    usage: addUsage(state.usage, event.usage),
    conversation: afterTurn(state.conversation, event),
    workFacts: factsAfterTurn(state.workFacts, event),
  }),
  'model-troubled': (state, event) => ({
    conversation: afterTrouble(state.conversation, event),
  }),
  'model-asked': (state, { usage }) => ({ usage: addUsage(state.usage, usage) }),
  'context-compacted': ({ conversation }) => ({
    conversation: { ...conversation, compactions: conversation.compactions + 1 },
  }),
  'checkpoint-recorded': (state, event) => ({
    checkpoints: [...state.checkpoints, event.checkpoint],
    workFacts: factsAfterCheckpoint(state.workFacts, event, state.plan),
  }),
  'checkpoints-kept': ({ keptCheckpoints: { onRemote, refused } }, event) => ({
    keptCheckpoints: {
      onRemote: [...onRemote, ...event.kept].filter((id) => !event.dropped.includes(id)),
      refused: [...refused, ...event.refused.map(({ id }) => id)],
    },
  }),
  'work-resumed': (state, event) =>
    event.discardsEvidence ? { evidenceFrom: state.evidence.length } : {},
  'evidence-recorded': (state, event) => ({
    evidence: [...state.evidence, event.evidence],
    workFacts: factsAfterEvidence(state.workFacts, event),
  }),
  'evidence-reinstated': (state, event) => ({ evidence: [...state.evidence, event.evidence] }),
};

const planVersion = ({ plan, replan }: EventOf<'plan-written'>): PlanVersion => ({
  version: plan.version,
  replan,
  reason: plan.reasonForReplan,
  step: stepLine(plan),
  finished: plan.items.flatMap((item) => (item.status === 'completed' ? item.id : [])),
});

const finished = (plan: TaskState['plan']): number =>
  plan?.items.filter((item) => item.status === 'completed').length ?? 0;
