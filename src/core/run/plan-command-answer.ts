import { planCommand } from '../rules/planning/planner/plan-command.ts';
import type { ContractCommand } from '../rules/request/commands.ts';
import type { Actor } from '../schema/actor.ts';
import type { Event, EventOf } from '../schema/event.ts';
import type { PlanFirst } from '../schema/mode-choice.ts';
import { type CommandAnswer, done } from './command-answer.ts';
import type { TaskState } from './state.ts';

/**
 * The six forms of `/contract plan` (C8). Bare, it makes the next work plan first; a task that does no work yet shows the plan
 * as well. With words, `agent` or `coder` it plans and goes on; `preview` and `dry` show a plan and change nothing.
 */
export function answerPlan(
  state: TaskState,
  command: Extract<ContractCommand, { name: 'plan' }>,
  planFirst: PlanFirst,
  by: Actor,
  say: (topic: EventOf<'answer-given'>['topic'], text?: string) => EventOf<'answer-given'>,
): CommandAnswer {
  const action = planCommand(command, planFirst);
  const working = state.preview === null && state.contract !== null && state.hold === null;
  const show = (task: string | null): Event[] =>
    working || (task === null && state.preview === 'plan')
      ? [say('plan')]
      : [{ type: 'preview-requested', by, depth: 'plan', task }];
  switch (action.type) {
    case 'refused':
      return done(action.message, say('refused', action.message));
    case 'preview':
      return done('a plan is shown, nothing is executed', ...show(action.task));
    case 'armed':
      return done(action.message, armed(by, null, 'agent'), ...show(null));
    case 'plan-and-run':
      return done('planned first, then the task goes on', armed(by, action.task, action.agent), {
        type: 'resume-requested',
        by,
      });
  }
}

/** What a plan was asked for with, cut to what an event holds. */
export function armed(
  by: Actor,
  task: string | null,
  agent: 'agent' | 'coder',
): EventOf<'plan-armed'> {
  return { type: 'plan-armed', by, task: task?.slice(0, 2000).toWellFormed() ?? null, agent };
}
