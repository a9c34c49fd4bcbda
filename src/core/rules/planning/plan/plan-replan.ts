import type { Plan, PlanItem } from '../../../schema/plan.ts';
import { sameWords } from './plan-shape.ts';

export const isOpen = (item: PlanItem): boolean =>
  item.status === 'pending' || item.status === 'in_progress';

/**
 * Tells a replan from a micro-revision (A13). It is a replan when more than half of the open steps are
 * dropped, cancelled or reworded, or when the plan is widened by more new top-level steps (three at least)
 * than were open: seeds/1's plan grew on every rewrite. Expanding a step into substeps is neither (A7).
 */
export function isReplan(current: Plan | null, next: readonly PlanItem[]): boolean {
  const open = current?.items.filter(isOpen) ?? [];
  if (open.length === 0) return false;
  const byId = new Map(next.map((item) => [item.id, item]));
  const replaced = open.filter((old) => {
    const now = byId.get(old.id);
    return now === undefined || now.status === 'cancelled' || !sameWords(old.content, now.content);
  });
  const known = new Set(current?.items.map((item) => item.id));
  const added = next.filter((item) => item.parent === null && !known.has(item.id));
  return replaced.length * 2 > open.length || added.length > Math.max(open.length, 2);
}
