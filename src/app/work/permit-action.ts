import { reviewScope } from '../../core/rules/evidence/scope.ts';
import { mayWrite } from '../../core/rules/planning/graph/write-sets.ts';
import { judgeRead } from '../../core/rules/planning/plan/read-budget.ts';
import { planAwaits } from '../../core/run/standing.ts';
import type { Contract } from '../../core/schema/contract.ts';
import type { ToolAction, ToolReply } from '../../ports.ts';
import type { Context } from '../context.ts';
import { note } from '../task-log.ts';
import type { PartLimits } from './part-limits.ts';
import type { WorkMemory } from './work-memory.ts';

/** Whether the agent may do this now. A refusal says why and what to do instead, and is counted. */
export function permitAction(
  { ports, log, settings }: Context,
  contract: Contract,
  memory: WorkMemory,
  action: ToolAction,
  part: PartLimits | null = null,
): ToolReply {
  const refuse = (what: 'read' | 'edit' | 'run', code: string, message: string): ToolReply => {
    note(ports, log, [{ type: 'refused', what, code, message }]);
    return { ok: false, code, text: message };
  };
  const acts = action.tool === 'edit' || action.tool === 'run';
  if (acts && planAwaits(log.state))
    return refuse(
      action.tool,
      'plan-awaits-approval',
      'The plan holds a step that cannot be undone: a person has to agree to it before anything is done. Stop here.',
    );
  if (acts && log.state.mode?.needsApproval && log.state.plan === null)
    return refuse(
      action.tool,
      'plan-first',
      'Something in this task cannot be undone, so nothing is done without a plan: write the plan first, with that step in it.',
    );
  if (action.tool === 'run' && memory.toReexamine.has(runAction(action.argv)))
    return refuse('run', 'repeated', REPEATED);
  const inspecting = part !== null && part.writes.length === 0;
  let advice = '';
  if (action.tool === 'read') {
    const { state, read } = judgeRead(memory.reads, action.path, {
      limit: inspecting ? INSPECTED : contract.budgets.readsBeforeFirstEdit,
      inspecting,
      binding: true,
    });
    memory.reads = state;
    if (read.verdict === 'refused') return refuse('read', 'read-cap', read.message);
    if (read.verdict === 'advised') advice = read.message;
  }
  if (action.tool === 'edit') {
    const { outOfScope } = reviewScope(contract, [action.path], settings.configuration);
    if (outOfScope.length > 0)
      return refuse(
        'edit',
        'out-of-scope',
        `${action.path} is outside the contract’s scope. Solve it within scope, or hand back.`,
      );
  }
  if (action.tool === 'edit' && part !== null && !mayWrite(part.writes, action.path))
    return refuse(
      'edit',
      'outside-step',
      inspecting
        ? `${part.id} only looks: report what you found with \`done\`.`
        : `${action.path} is not for ${part.id} to change; it may change ${part.writes.join(', ')}. Report what else is needed with \`done\`.`,
    );
  memory.toReexamine.clear();
  return { ok: true, text: advice };
}

/** Files that a step which only looks may read (B4: a budget of its own). */
const INSPECTED = 20;

/** Why the same failing action is refused; anything else is done first: a read, an edit, another command, a new plan. */
export const REPEATED =
  'The same action failed again and again, and nothing was done since. Look at what it rests on first: read, edit, or write the plan anew.';

/** A command as failures are counted by. */
const runAction = (argv: readonly string[]): string => `run ${argv.join(' ')}`.slice(0, 300);
