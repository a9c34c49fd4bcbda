import type { PlanFirst } from '../../../schema/mode-choice.ts';
import type { PlanForm } from '../../request/commands.ts';

/** Whether the next start makes a plan first: set by a bare `/contract plan`, consumed once (C8). */
export interface PlanFlag {
  armed: boolean;
}

/** What comes of `/contract plan …`. A null task is the issue's own request. */
export type PlanAction =
  | { type: 'armed'; message: string }
  | { type: 'plan-and-run'; agent: 'agent' | 'coder'; task: string | null }
  | { type: 'preview'; task: string | null }
  | { type: 'refused'; message: string };

/**
 * The six forms (seeds/2). A preview executes nothing and changes nothing, the flag neither; with planning first off, no form
 * fires.
 */
export function planCommand(
  flag: PlanFlag,
  command: { form: PlanForm; text: string },
  planFirst: Pick<PlanFirst, 'mode'>,
): { flag: PlanFlag; action: PlanAction } {
  if (planFirst.mode === 'off') {
    const message =
      'Planning first is off in the configuration, for commands too: nothing was planned.';
    return { flag, action: { type: 'refused', message } };
  }
  const task = command.text.trim() === '' ? null : command.text.trim();
  switch (command.form) {
    case 'arm':
      return { flag: { armed: true }, action: { type: 'armed', message: ARMED } };
    case 'preview':
    case 'dry':
      return { flag, action: { type: 'preview', task } };
    case 'inline':
    case 'agent':
    case 'coder': {
      const agent = command.form === 'coder' ? 'coder' : 'agent';
      return { flag: { armed: false }, action: { type: 'plan-and-run', agent, task } };
    }
  }
}

const ARMED =
  'A plan comes first: the next `/contract` or `/contract resume` makes one before it works.';

/** Takes the flag at the start of work: true once, then false until it is armed again. */
export function consumePlanFlag(flag: PlanFlag): { flag: PlanFlag; planFirst: boolean } {
  return { flag: { armed: false }, planFirst: flag.armed };
}
