import type { PlanFirst } from '../../../schema/mode-choice.ts';
import type { PlanForm } from '../../request/commands.ts';

/** What comes of `/contract plan …`. A null task is the issue's own request. */
export type PlanAction =
  | { type: 'armed'; message: string }
  | { type: 'plan-and-run'; agent: 'agent' | 'coder'; task: string | null }
  | { type: 'preview'; task: string | null }
  | { type: 'refused'; message: string };

/**
 * The six forms (seeds/2). A preview executes nothing and changes nothing; with planning first off, no form fires.
 */
export function planCommand(
  { form, text }: { form: PlanForm; text: string },
  planFirst: Pick<PlanFirst, 'mode'>,
): PlanAction {
  if (planFirst.mode === 'off') return { type: 'refused', message: OFF };
  const task = text.trim() === '' ? null : text.trim();
  switch (form) {
    case 'arm':
      return { type: 'armed', message: ARMED };
    case 'preview':
    case 'dry':
      return { type: 'preview', task };
    case 'inline':
    case 'agent':
      return { type: 'plan-and-run', agent: 'agent', task };
    case 'coder':
      return { type: 'plan-and-run', agent: 'coder', task };
  }
}

const OFF = 'Planning first is off in the configuration, for commands too: nothing was planned.';
const ARMED =
  'A plan comes first: the next `/contract` or `/contract resume` makes one before it works.';
