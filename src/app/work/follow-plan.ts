import { activeCriteria } from '../../core/rules/evidence/completion.ts';
import { judgeChange } from '../../core/rules/planning/plan/quiet-abandonment.ts';
import { stuckHandback } from '../../core/rules/planning/plan/stuck-handback.ts';
import type { Report } from '../../core/run/effect.ts';
import type { TaskState } from '../../core/run/state.ts';
import type { Contract } from '../../core/schema/contract.ts';
import type { Context } from '../context.ts';
import { remind } from './remind.ts';
import type { WorkMemory } from './work-memory.ts';

/**
 * Compares a change with the plan (A14): one that belongs to no active step brings a reminder, then the end of the work. A
 * change of several files belongs to the step when one of them does.
 */
export function followPlan(
  context: Context,
  contract: Contract,
  memory: WorkMemory,
  changed: readonly string[],
): void {
  if (changed.length === 0) return;
  const { state } = context.log;
  const verdict = judgeChange(state.plan, changed, memory.unmatchedEdits);
  memory.unmatchedEdits = verdict.unmatched;
  if (verdict.verdict === 'matches') return;
  remind(context, memory, 'unmatched-edit', verdict.message);
  if (verdict.verdict === 'stop')
    memory.verdict = stuck(
      state,
      contract,
      `The plan was not followed: ${verdict.message}`.slice(0, 1000),
    );
}

/** The end of work that goes nowhere, with the plans it went through (B3). */
export function stuck(state: TaskState, contract: Contract, reason: string): Report {
  const open = activeCriteria(contract).filter((criterion) => !criterion.guard);
  const handback = stuckHandback(
    reason,
    state.planHistory,
    open.map((criterion) => `${criterion.id}: ${criterion.statement}`),
  );
  return { type: 'work-ended', outcome: 'stuck', reason, handback };
}
