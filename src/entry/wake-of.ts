import { type Ignored, type Wake, webhookTrigger } from '../core/rules/request/webhook-trigger.ts';
import type { ActionInput } from './action-input.ts';

/** The `issue` input turns any event into a dispatch for that issue, by the event’s own sender. */
export function wakeOf(
  { event, payload, issue }: ActionInput,
  branchPrefix: string,
): Wake | Ignored {
  const context = { at: new Date().toISOString(), branchPrefix };
  if (issue === null) return webhookTrigger(event, payload, context);
  if (event !== 'schedule')
    return webhookTrigger('workflow_dispatch', { ...Object(payload), inputs: { issue } }, context);
  const wake = webhookTrigger(event, payload, context);
  return 'nothing' in wake ? wake : { ...wake, target: { issue: Number(issue) } };
}
