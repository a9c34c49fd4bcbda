import { countFailure } from '../../core/rules/planning/plan/repeated-failure.ts';
import type { ReplanTrigger } from '../../core/rules/planning/plan/replan-triggers.ts';
import { ABOUT_CHECKS, isCounted, readLabel } from '../../core/run/work-facts.ts';
import type { Contract } from '../../core/schema/contract.ts';
import type { Evidence } from '../../core/schema/evidence.ts';
import type { Context } from '../context.ts';
import { note } from '../task-log.ts';
import { answerTrigger } from './remind.ts';
import type { WorkMemory } from './work-memory.ts';

/** Counts one finished action; the same one that fails again and again has to be looked at anew before it is repeated. */
export function noticeAction(
  context: Context,
  memory: WorkMemory,
  action: string,
  failed: boolean,
): void {
  const { counts, reexamine, times } = countFailure(memory.failures, action, failed);
  memory.failures = counts;
  if (!reexamine) return;
  memory.toReexamine.add(action);
  answerTrigger(context, memory, { kind: 'action-repeated', action, times });
}

/**
 * What checks say about the plan (A12): a step that is completed on evidence which does not hold any more contradicts it; what
 * held before the work and is broken now is a subtask that no step names.
 */
export function noticeChecks(
  context: Context,
  contract: Contract,
  memory: WorkMemory,
  evidence: readonly Evidence[],
): void {
  for (const id of new Set(evidence.map((each) => each.criterionId))) {
    const red = evidence.find((each) => each.criterionId === id && each.result !== 'pass');
    noticeAction(context, memory, `check ${id}`, red !== undefined);
    for (const kind of ABOUT_CHECKS) if (red === undefined) memory.noticed.delete(`${kind} ${id}`);
    if (red !== undefined) noticeRed(context, contract, memory, red);
  }
}

function noticeRed(context: Context, contract: Contract, memory: WorkMemory, red: Evidence): void {
  const { plan, evidence } = context.log.state;
  if (plan === null || plan.items.length === 0) return;
  const id = red.criterionId;
  const proved = new Set(
    evidence.flatMap((each) => (each.criterionId === id && each.result === 'pass' ? each.id : [])),
  );
  const step = plan.items.find(
    (item) => item.status === 'completed' && item.evidence !== null && proved.has(item.evidence),
  );
  const once = (kind: (typeof ABOUT_CHECKS)[number], trigger: ReplanTrigger) => {
    const key = `${kind} ${id}`;
    if (memory.noticed.has(key)) return;
    memory.noticed.add(key);
    answerTrigger(context, memory, trigger, key);
  };
  if (step !== undefined) {
    const observation = `${step.id} was completed with ${step.evidence}, but ${id} is red now (${red.observation.summary})`;
    once('contradiction', { kind: 'contradiction', step: null, observation });
    return;
  }
  const held = contract.acceptance.find((criterion) => criterion.id === id);
  if (held?.expectation !== 'stays-true') return;
  const task = `${id} held before the work began and is red now (${red.observation.summary})`;
  once('new-subtask', { kind: 'new-subtask', task });
}

/** Refusals that the agent’s own tools, or the sandbox, gave: no harness saw them, and each is counted all the same. */
const TOOL_REFUSALS = new Set(['unknown-tool', 'bad-arguments', 'ended', 'network-refused']);

/** What a turn’s tool labels tell: `name what (code)` for one that failed. Runs and checks are counted where they end. */
export function noticeTools(context: Context, memory: WorkMemory, labels: readonly string[]): void {
  const { ports, log } = context;
  for (const label of labels) {
    const { action, code } = readLabel(label);
    if (code !== null && TOOL_REFUSALS.has(code))
      note(ports, log, [{ type: 'refused', what: 'tool', code, message: action }]);
    if (isCounted(action)) noticeAction(context, memory, action, code !== null);
  }
}
