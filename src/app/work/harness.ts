import { renderReminder } from '../../core/render/reminder.ts';
import { exceededBudget, withBudgetsInForce } from '../../core/rules/limits/budgets.ts';
import { stepLine } from '../../core/rules/planning/plan/plan-progress.ts';
import { afterEdit } from '../../core/rules/planning/plan/read-budget.ts';
import type { Report } from '../../core/run/effect.ts';
import { next } from '../../core/run/next.ts';
import { turnLine } from '../../core/run/turn-lines.ts';
import type { Contract } from '../../core/schema/contract.ts';
import type { Handback } from '../../core/schema/handback.ts';
import type { Harness, Worktree } from '../../ports.ts';
import type { Context } from '../context.ts';
import { note } from '../task-log.ts';
import { followPlan, stuck } from './follow-plan.ts';
import { lookAgain } from './look-again.ts';
import { noticeAction, noticeChecks, noticeTools } from './notice-failures.ts';
import type { PartLimits } from './part-limits.ts';
import { permitAction, REPEATED } from './permit-action.ts';
import { recordCheckpoint } from './record-checkpoint.ts';
import { recordNotice } from './record-notice.ts';
import { answerTrigger, takeNotes } from './remind.ts';
import { replanNote } from './replan-note.ts';
import { verifyInWork } from './verify-in-work.ts';
import { freshMemory, type WorkMemory } from './work-memory.ts';
import { writePlan } from './write-plan.ts';

/** The harness around one piece of work: the agent asks, this decides, the ledger remembers. */
export function createHarness(
  context: Context,
  contract: Contract,
  worktree: Worktree,
  part: PartLimits | null = null,
): { port: Harness; verdict: () => Report | null } {
  const { ports, log } = context;
  const limited = withBudgetsInForce(contract, context.settings.configuration);
  const { budgets } = limited;
  const touched = log.state.checkpoints.some((each) => each.changed.length > 0);
  const memory =
    part === null
      ? freshMemory(touched, undefined, log.state.workFacts)
      : freshMemory(false, part.pace);
  if (part === null) noticeAmendment(context, contract, memory);
  const stop = (reason: string, verdict: Report | null = null) => {
    memory.verdict = verdict;
    return { go: false as const, reason };
  };
  const port: Harness = {
    async beforeTurn() {
      memory.planWritesThisTurn = 0;
      if (memory.pace.halted) return stop('the work has ended', { type: 'work-interrupted' });
      if (memory.verdict !== null) return stop('the work has ended', memory.verdict);
      const exceeded = exceededBudget(log.state, budgets, ports.clock.now());
      if (exceeded)
        return stop(exceeded, { type: 'work-ended', outcome: 'over-budget', reason: exceeded });
      if (log.state.replansWithoutProgress >= budgets.replans) {
        const reason = `${log.state.replansWithoutProgress} replans without a finished step.`;
        return stop(reason, stuck(log.state, contract, reason));
      }
      await lookAgain(context, memory.pace);
      return next(log.state).type === 'work' && log.state.run?.id === context.request.run
        ? { go: true, note: takeNotes(memory, replanNote(log.state, memory)) }
        : stop('the requirements changed, or the task was stopped', { type: 'work-interrupted' });
    },
    reminder: () => renderReminder(log.state.plan),
    permit: (action) => permitAction(context, limited, memory, action, part),
    async mutated(cause, failed) {
      if (failed !== undefined) noticeAction(context, memory, cause, failed);
      const quick = { quick: true };
      const checkpoint = await recordCheckpoint(context, contract, worktree, cause, quick);
      if (checkpoint.changed.length > 0) memory.checkpointsSinceProgress.push(checkpoint.id);
      if (checkpoint.changed.length > 0) memory.reads = afterEdit(memory.reads);
      // A part is held to what it may write instead.
      if (part === null) followPlan(context, contract, memory, checkpoint.changed);
      return { checkpoint: checkpoint.id, changed: checkpoint.changed };
    },
    writePlan: (items, reason) => writePlan(context, contract, memory, items, reason),
    async verify(ids) {
      if (ids.some((id) => memory.toReexamine.has(`check ${id}`))) {
        note(ports, log, [{ type: 'refused', what: 'run', code: 'repeated', message: REPEATED }]);
        return { reply: REPEATED, evidence: [] };
      }
      const round = await verifyInWork(context, contract, worktree, ids);
      noticeChecks(context, contract, memory, round.evidence);
      return round;
    },
    async handBack(handback: Handback) {
      memory.verdict = { type: 'handed-back', handback };
      return { ok: true, text: 'Handed back to people. Stop here.' };
    },
    async turnTaken(taken) {
      noticeTools(context, memory, taken.tools);
      const turn = log.state.turns + 1;
      const step = stepLine(log.state.plan, part?.id);
      const of = part === null ? {} : { part: part.id };
      const event = { type: 'turn-taken' as const, turn, step, ...of, ...taken };
      note(ports, log, [event]);
      const entry = { at: ports.clock.now().toISOString(), run: log.run };
      ports.journal.note({ what: 'turn', line: turnLine(event, entry, log.state.usage.usd) });
    },
    noticed: (notice) => recordNotice(context, notice),
  };
  return { port, verdict: () => memory.verdict };
}

/** A plan for an older contract is answered before anything else is done: its tail is rebuilt (A12). */
function noticeAmendment(context: Context, contract: Contract, memory: WorkMemory): void {
  const { plan, amendments } = context.log.state;
  if (plan === null || plan.contractVersion === contract.version) return;
  const reason = amendments.at(-1)?.reason ?? `the contract is at version ${contract.version}`;
  const trigger = { kind: 'requirements-changed', steps: null, reason } as const;
  answerTrigger(context, memory, trigger, `requirements-changed v${contract.version}`);
}
