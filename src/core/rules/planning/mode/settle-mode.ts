import { type ModeChoice, PlanningMode } from '../../../schema/mode-choice.ts';

/** Asked for by a label on the issue, like `contractor:reactive`; null when by none. The first in order of the list counts. */
export function labelledMode(labels: readonly string[], trigger: string): PlanningMode | null {
  const named = new Set(labels.map((label) => label.toLowerCase()));
  return PlanningMode.options.find((mode) => named.has(`${trigger.toLowerCase()}:${mode}`)) ?? null;
}

/** What decides whether a mode can be followed. */
export interface ModeLimits {
  /** Why no planner can be asked; null when one can. */
  noPlanner: string | null;
  /** A plan stands for this contract: it is gone on with. */
  planStands: boolean;
}

/** The mode that is followed: what was chosen, as far as it can be, with the reason where it cannot. */
export function settleMode<C extends Pick<ModeChoice, 'mode' | 'reasons'>>(
  choice: C,
  { noPlanner, planStands }: ModeLimits,
): C {
  const instead = (mode: PlanningMode, reason: string): C => ({
    ...choice,
    mode,
    reasons: [...choice.reasons, reason],
  });
  if (choice.mode === 'interleaved') return choice;
  if (planStands) return instead('interleaved', 'a plan stands already');
  if (choice.mode !== 'reactive' && noPlanner !== null) return instead('interleaved', noPlanner);
  return choice;
}
