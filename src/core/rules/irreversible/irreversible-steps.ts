import { digestOf } from '../../digest.ts';
import type { Plan } from '../../schema/plan.ts';
import { irreversibleAct } from './irreversible-operations.ts';

/** A step that cannot be taken back once it is done, and the word that says so. */
export interface IrreversibleStep {
  id: string;
  content: string;
  because: string;
}

const LONGEST = 500;

/** The open steps of a plan that a person has to agree to first. */
export function irreversibleSteps(plan: Plan | null): IrreversibleStep[] {
  return (plan?.items ?? []).flatMap(({ id, content, status }) => {
    if (status === 'completed' || status === 'cancelled') return [];
    const because = irreversibleAct(content.slice(0, LONGEST));
    return because === null ? [] : [{ id, content, because }];
  });
}

/** Names what a plan is going to do, not how far it is: approval outlives progress and ends with any other step. */
export function planHash(plan: Plan): string {
  return digestOf({
    contractVersion: plan.contractVersion,
    items: plan.items.map(({ id, content, parent }) => ({ id, content, parent })),
  });
}
