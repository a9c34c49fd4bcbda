import { inline } from '../rules/text/neutralise.ts';
import type { Plan, PlanItem } from '../schema/plan.ts';
import type { Section } from './join-within.ts';

/** The plan as a task list, phases with their steps; the step being done is marked. */
export function planSection(plan: Plan | null, whole: string): Section {
  if (!plan) return { atoms: [], whole, spare: 4 };
  const why = plan.reasonForReplan ? ['', `_Replanned: ${inline(plan.reasonForReplan, 300)}_`] : [];
  return {
    head: [`#### Plan v${plan.version} · ${stepOf(plan)}`, ...why, ''],
    atoms: topLevel(plan).flatMap((item) => [
      `- ${listItem(item)}`,
      ...plan.items.filter(({ parent }) => parent === item.id).map((sub) => `  - ${listItem(sub)}`),
    ]),
    whole,
    spare: 4,
  };
}

/** `step 2 of 3`, counted over top-level steps that are not cancelled. */
export function stepOf(plan: Plan): string {
  const steps = topLevel(plan).filter((item) => item.status !== 'cancelled');
  const done = steps.filter((item) => item.status === 'completed').length;
  return done === steps.length
    ? `all ${steps.length} steps done`
    : `step ${done + 1} of ${steps.length}`;
}

function topLevel(plan: Plan): PlanItem[] {
  const ids = new Set(plan.items.map((item) => item.id));
  return plan.items.filter((item) => item.parent === null || !ids.has(item.parent));
}

function listItem({ content, status, evidence }: PlanItem): string {
  const text = inline(content, 500);
  switch (status) {
    case 'completed':
      return `[x] ${text}${evidence ? ` (${inline(evidence)})` : ''}`;
    case 'in_progress':
      return `[ ] **${text}** ← now`;
    case 'cancelled':
      return `[x] ~~${text}~~ cancelled`;
    case 'pending':
      return `[ ] ${text}`;
  }
}
