import { reviewScope } from '../../core/rules/scope.ts';
import { planAwaits } from '../../core/run/standing.ts';
import type { Contract } from '../../core/schema/contract.ts';
import type { ToolAction, ToolReply } from '../../ports.ts';
import type { Context } from '../context.ts';
import { note } from '../task-log.ts';
import type { Reads } from './work-memory.ts';

/** Whether the agent may do this now. A refusal says why and what to do instead, and is counted. */
export function permitAction(
  { ports, log, settings }: Context,
  contract: Contract,
  reads: Reads,
  action: ToolAction,
): ToolReply {
  const refuse = (what: 'read' | 'edit' | 'run', code: string, message: string): ToolReply => {
    note(ports, log, [{ type: 'refused', what, code, message }]);
    return { ok: false, code, text: message };
  };
  if (planAwaits(log.state) && (action.tool === 'edit' || action.tool === 'run'))
    return refuse(
      action.tool,
      'plan-awaits-approval',
      'The plan holds a step that cannot be undone: a person has to agree to it before anything is done. Stop here.',
    );
  if (action.tool === 'read' && !reads.edited && !reads.beforeFirstEdit.has(action.path)) {
    const limit = contract.budgets.readsBeforeFirstEdit;
    if (reads.beforeFirstEdit.size >= limit)
      return refuse(
        'read',
        'read-cap',
        `You have read ${limit} files and changed none. Make the smallest edit that could work, run the checks, and let the failure tell what to read next.`,
      );
    reads.beforeFirstEdit.add(action.path);
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
  return { ok: true, text: '' };
}
