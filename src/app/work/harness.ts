import { renderReminder } from '../../core/render/reminder.ts';
import { exceededBudget, withBudgetsInForce } from '../../core/rules/budgets.ts';
import { stepLine } from '../../core/rules/planning/plan-progress.ts';
import type { Report } from '../../core/run/effect.ts';
import { next } from '../../core/run/next.ts';
import type { Contract } from '../../core/schema/contract.ts';
import type { Handback } from '../../core/schema/handback.ts';
import type { Harness, Worktree } from '../../ports.ts';
import type { Context } from '../context.ts';
import { note } from '../task-log.ts';
import { lookAgain } from './look-again.ts';
import { permitAction } from './permit-action.ts';
import { recordCheckpoint } from './record-checkpoint.ts';
import { replanNote } from './replan-note.ts';
import { verifyInWork } from './verify-in-work.ts';
import type { WorkMemory } from './work-memory.ts';
import { writePlan } from './write-plan.ts';

/** The harness around one piece of work: the agent asks, this decides, the ledger remembers. */
export function createHarness(
  context: Context,
  contract: Contract,
  worktree: Worktree,
): { port: Harness; verdict: () => Report | null } {
  const { ports, log } = context;
  const limited = withBudgetsInForce(contract, context.settings.configuration);
  const { budgets } = limited;
  const memory: WorkMemory = {
    reads: { beforeFirstEdit: new Set(), edited: false },
    planWritesThisTurn: 0,
    checkpointsSinceProgress: [],
    lastLookAt: 0,
    told: new Set(),
    verdict: null,
  };
  const stop = (reason: string, verdict: Report | null = null) => {
    memory.verdict = verdict;
    return { go: false as const, reason };
  };
  const port: Harness = {
    async beforeTurn() {
      memory.planWritesThisTurn = 0;
      const exceeded = exceededBudget(log.state, budgets, ports.clock.now());
      if (exceeded)
        return stop(exceeded, { type: 'work-ended', outcome: 'over-budget', reason: exceeded });
      if (log.state.replansWithoutProgress >= budgets.replans) {
        const reason = `${log.state.replansWithoutProgress} replans without a finished step.`;
        return stop(reason, { type: 'work-ended', outcome: 'stuck', reason });
      }
      await lookAgain(context, memory);
      return next(log.state).type === 'work' && log.state.run?.id === context.request.run
        ? { go: true, note: replanNote(log.state, memory) }
        : stop('the requirements changed, or the task was stopped', { type: 'work-interrupted' });
    },
    reminder: () => renderReminder(log.state.plan),
    permit: (action) => permitAction(context, limited, memory.reads, action),
    async mutated(cause) {
      memory.reads.edited = true;
      const checkpoint = await recordCheckpoint(context, contract, worktree, cause);
      if (checkpoint.changed.length > 0) memory.checkpointsSinceProgress.push(checkpoint.id);
      return { checkpoint: checkpoint.id, changed: checkpoint.changed };
    },
    writePlan: (items, reason) => writePlan(context, contract, memory, items, reason),
    verify: (ids) => verifyInWork(context, contract, worktree, ids),
    async handBack(handback: Handback) {
      memory.verdict = { type: 'handed-back', handback };
      return { ok: true, text: 'Handed back to people. Stop here.' };
    },
    async turnTaken({ tools, usage }) {
      note(ports, log, [
        {
          type: 'turn-taken',
          turn: log.state.turns + 1,
          step: stepLine(log.state.plan),
          tools,
          usage,
        },
      ]);
    },
  };
  return { port, verdict: () => memory.verdict };
}
