import type { Plan, PlanItem } from '../../../schema/plan.ts';
import { currentStep } from './plan-progress.ts';
import { isOpen } from './plan-replan.ts';

/** What was seen that a plan must answer (seeds/0, "When to replan"). */
export type ReplanTrigger =
  | { kind: 'action-repeated'; action: string; times: number }
  | { kind: 'contradiction'; step: string | null; observation: string }
  | { kind: 'new-subtask'; task: string }
  | { kind: 'requirements-changed'; steps: readonly string[] | null; reason: string };

/** Each trigger leads to its own response (A12). */
export interface ReplanResponse {
  response: 're-examine' | 'revise' | 'insert' | 'rebuild-tail';
  /** Ids of the open steps it is about, in plan order. */
  steps: string[];
  /** Replacing them counts as a replan and needs a reason; an insertion is a micro-revision. */
  countsAsReplan: boolean;
  /** What the model is told. */
  message: string;
}

/** The response to a trigger. Event-driven only: without one, nobody replans. */
export function respondTo(plan: Plan | null, trigger: ReplanTrigger): ReplanResponse {
  const open = plan?.items.filter(isOpen) ?? [];
  const current = plan === null ? null : currentStep(plan);
  switch (trigger.kind) {
    case 'action-repeated': {
      const message = `${trigger.action.slice(0, 200)} failed ${trigger.times} times. Stop repeating it: say which assumption of ${current?.id ?? 'this step'} must be wrong, look for what would show it, and only then act.`;
      return respond('re-examine', current === null ? [] : [current], message, false);
    }
    case 'contradiction': {
      const steps = fromStep(open, trigger.step ?? current?.id ?? null);
      const message = `What was observed contradicts the plan: ${trigger.observation.slice(0, 300)}. Revise ${names(steps)}; keep what is finished.`;
      return respond('revise', steps, message, true);
    }
    case 'new-subtask': {
      const message = `More is needed: ${trigger.task.slice(0, 300)}. Insert one step for it${current ? ` near ${current.id}` : ''}; leave the others as they are.`;
      return respond('insert', current === null ? [] : [current], message, false);
    }
    case 'requirements-changed': {
      const hit = trigger.steps === null ? open : open.filter((i) => trigger.steps?.includes(i.id));
      const steps = fromStep(open, hit[0]?.id ?? null);
      const message = `The requirements changed: ${trigger.reason.slice(0, 300)}. Retire ${names(steps)} and write the rest of the plan anew; what is finished must hold under the new contract.`;
      return respond('rebuild-tail', steps, message, true);
    }
  }
}

function respond(
  response: ReplanResponse['response'],
  steps: readonly PlanItem[],
  message: string,
  countsAsReplan: boolean,
): ReplanResponse {
  return { response, steps: steps.map((step) => step.id), countsAsReplan, message };
}

/** The open steps from one on; none when it is not open. */
function fromStep(open: readonly PlanItem[], id: string | null): PlanItem[] {
  const at = open.findIndex((item) => item.id === id);
  return at < 0 ? [] : open.slice(at);
}

const names = (steps: readonly PlanItem[]): string =>
  steps.length === 0 ? 'the open steps' : steps.map((step) => step.id).join(', ');
