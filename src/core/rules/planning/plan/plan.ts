import { canonicalJson } from '../../../digest.ts';
import type { Plan, PlanItem } from '../../../schema/plan.ts';
import { completionProblem, type ObservedWork, settlePhases } from './plan-completion.ts';
import type { PlanProblem, PlanRefusalCode } from './plan-problem.ts';
import { isOpen, isReplan } from './plan-replan.ts';
import { readProposedItems, sameWords } from './plan-shape.ts';

/** What the harness knows at the moment of a plan write. */
export interface PlanWriteContext extends ObservedWork {
  /** The model's reason for a replan, null when it gave none. */
  reason: string | null;
  /** Version of the contract the plan is for. */
  contractVersion: number;
  /** Plan writes already tried in this turn, refused ones included (A8). */
  writesThisTurn: number;
}

/** A refusal leaves the current plan as it is (E6); its message says how to mend the write. */
export type PlanReview =
  | { accepted: Plan; replan: boolean; old: PlanItem[]; new: PlanItem[]; advice: string[] }
  | { refused: PlanRefusalCode; message: string };

/**
 * Judges one whole-list plan write (seeds/0, seeds/1, seeds/4). Pure: the caller keeps `current` on refusal
 * and records `accepted` otherwise. Writing the same list again gives the current plan back, version unchanged.
 */
export function reviewPlanWrite(
  current: Plan | null,
  proposed: unknown,
  context: PlanWriteContext,
): PlanReview {
  if (context.writesThisTurn > 0) {
    return refuse({
      code: 'second-write',
      message: 'One plan write a turn. Work on the step in progress, then write the plan again.',
    });
  }
  const read = readProposedItems(proposed, current);
  if ('problem' in read) return refuse(read.problem);
  const settled = settlePhases(carryOver(current, read.items));
  const problem =
    idProblem(current, settled) ??
    nestingProblem(settled) ??
    keptProblem(current, settled) ??
    focusProblem(settled) ??
    completionProblem(current, settled, context);
  if (problem !== null) return refuse(problem);

  const replan = isReplan(current, settled);
  const amended = current !== null && current.contractVersion !== context.contractVersion;
  const reason =
    context.reason?.trim() ||
    (amended ? `the contract is now version ${context.contractVersion}` : '');
  if (replan && reason === '') {
    return refuse({
      code: 'replan-needs-reason',
      message:
        'This replaces more than half of the open steps, which is a replan: pass `reason` with what you observed, or keep the steps (same id, same words) and change only a few.',
    });
  }
  return accept(current, settled, context, replan ? reason : null);
}

function accept(
  current: Plan | null,
  items: PlanItem[],
  context: PlanWriteContext,
  reasonForReplan: string | null,
): PlanReview {
  const old = current?.items ?? [];
  const unchanged =
    current !== null &&
    current.contractVersion === context.contractVersion &&
    canonicalJson(items) === canonicalJson(old);
  const accepted: Plan = unchanged
    ? current
    : {
        version: (current?.version ?? 0) + 1,
        contractVersion: context.contractVersion,
        items,
        reasonForReplan: reasonForReplan?.slice(0, 1000) ?? null,
        acceptanceChanged: false,
      };
  const top = items.filter((item) => item.parent === null).length;
  const advice =
    current === null && top > 7
      ? ['A first draft of 3 to 7 steps holds longer; expand one when you enter it.']
      : [];
  return { accepted, replan: reasonForReplan !== null, old, new: items, advice };
}

/** A completed step keeps the evidence it was accepted with; an open one has none. */
function carryOver(current: Plan | null, items: PlanItem[]): PlanItem[] {
  const before = new Map(current?.items.map((item) => [item.id, item]));
  return items.map((item) => {
    if (item.status !== 'completed') return { ...item, evidence: null };
    const old = before.get(item.id);
    return old?.status === 'completed' ? { ...item, evidence: old.evidence } : item;
  });
}

function idProblem(current: Plan | null, items: PlanItem[]): PlanProblem | null {
  const seen = new Set<string>();
  for (const { id } of items) {
    if (seen.has(id)) {
      return {
        code: 'duplicate-id',
        message: `Two steps are called ${id}. Give each its own id, and keep it.`,
      };
    }
    seen.add(id);
  }
  for (const old of current?.items ?? []) {
    const moved = !seen.has(old.id) && items.find((item) => sameWords(item.content, old.content));
    if (moved) {
      return {
        code: 'id-moved',
        message: `"${brief(old.content)}" is step ${old.id}, not ${moved.id}. Ids are stable: keep ${old.id}.`,
      };
    }
  }
  return null;
}

function nestingProblem(items: PlanItem[]): PlanProblem | null {
  const byId = new Map(items.map((item) => [item.id, item]));
  for (const item of items) {
    if (item.parent === null) continue;
    const parent = byId.get(item.parent);
    if (parent === undefined) {
      return {
        code: 'unknown-parent',
        message: `Step ${item.id} belongs to ${item.parent}, which is not in the list.`,
      };
    }
    if (parent.parent !== null || parent === item) {
      return {
        code: 'too-deep',
        message: `Step ${item.id} is nested deeper than two levels. Make it a substep of a top-level step.`,
      };
    }
    const closed = parent.status === 'cancelled' || parent.status === 'completed';
    if (closed && isOpen(item)) {
      return {
        code: 'open-substeps',
        message: `${parent.id} is ${parent.status} but its substep ${item.id} is open. Finish, cancel or move the substep first: nothing is unblocked silently.`,
      };
    }
  }
  return null;
}

function keptProblem(current: Plan | null, items: PlanItem[]): PlanProblem | null {
  const byId = new Map(items.map((item) => [item.id, item]));
  for (const old of current?.items ?? []) {
    if (old.status !== 'completed') continue;
    const now = byId.get(old.id);
    const kept =
      now !== undefined &&
      now.status !== 'cancelled' &&
      now.parent === old.parent &&
      sameWords(now.content, old.content);
    if (!kept) {
      return {
        code: 'completed-dropped',
        message: `Step ${old.id} is completed. Keep it in the list as it was; to undo it, set it to in_progress again.`,
      };
    }
  }
  return null;
}

function focusProblem(items: PlanItem[]): PlanProblem | null {
  const working = items.filter((item) => item.status === 'in_progress').map((item) => item.id);
  if (working.length < 2) return null;
  return {
    code: 'two-in-progress',
    message: `${working.join(', ')} are all in_progress. Leave one; set the others to pending (a step with substeps stays pending while they are worked).`,
  };
}

function refuse(problem: PlanProblem): PlanReview {
  return { refused: problem.code, message: problem.message };
}

function brief(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
