import { reviewPlanWrite } from '../../core/rules/planning/plan/plan.ts';
import type { Contract } from '../../core/schema/contract.ts';
import type { PlanItem } from '../../core/schema/plan.ts';
import type { ToolReply } from '../../ports.ts';
import type { Context } from '../context.ts';
import { note } from '../task-log.ts';
import type { WorkMemory } from './work-memory.ts';

/** Judges a plan write by the rules and keeps it when it stands; a refusal leaves the old plan as it is (E6). */
export async function writePlan(
  { ports, log }: Context,
  contract: Contract,
  memory: WorkMemory,
  items: unknown,
  reason: string | null,
): Promise<ToolReply> {
  const { state } = log;
  const tree = state.checkpoints.at(-1)?.tree;
  const current = state.evidence.filter(
    (e) => e.stage === 'work' && e.contractHash === state.contractHash && e.tree === tree,
  );
  const review = reviewPlanWrite(state.plan, items, {
    reason,
    contractVersion: contract.version,
    writesThisTurn: memory.planWritesThisTurn,
    passingEvidence: current.filter((e) => e.result === 'pass').map((e) => e.id),
    checkpoints: memory.checkpointsSinceProgress,
    unresolved: current
      .filter((e) => e.result === 'fail')
      .map((e) => `${e.criterionId}: ${e.observation.summary}`),
  });
  memory.planWritesThisTurn += 1;
  if ('refused' in review) {
    note(ports, log, [
      { type: 'refused', what: 'plan-write', code: review.refused, message: review.message },
    ]);
    return { ok: false, code: review.refused, text: review.message };
  }
  memory.unmatchedEdits = 0;
  memory.toReexamine.clear();
  if (completed(review.new) > completed(review.old)) memory.checkpointsSinceProgress = [];
  note(ports, log, [{ type: 'plan-written', plan: review.accepted, replan: review.replan }]);
  const lines = [`Old:\n${list(review.old)}`, `New:\n${list(review.new)}`, ...review.advice];
  return { ok: true, text: lines.join('\n') };
}

const completed = (items: readonly PlanItem[]): number =>
  items.filter((item) => item.status === 'completed').length;

const list = (items: readonly PlanItem[]): string =>
  items.length === 0
    ? '(empty)'
    : items.map((i) => `- [${i.status}] ${i.id}: ${i.content}`).join('\n');
