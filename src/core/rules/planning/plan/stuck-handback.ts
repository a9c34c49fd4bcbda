import type { Handback } from '../../../schema/handback.ts';

/** What a person needs to know of one plan. */
export interface PlanInBrief {
  version: number;
  replan: boolean;
  reason: string | null;
  step: string;
  finished: readonly string[];
}

/** Versions of the plan that are told in full; the earlier ones are counted. */
const TOLD = 12;

/**
 * What people are told when planning does not end (B3) or a plan is not followed (A14): the steps the work went through, plan
 * by plan.
 * @param blocked ids of the criteria that are still open
 */
export function stuckHandback(
  reason: string,
  history: readonly PlanInBrief[],
  blocked: readonly string[],
): Handback {
  const told = history.slice(-TOLD);
  const lines = told.map(({ version, replan, reason: why, step, finished }) => {
    const done = finished.length === 0 ? 'nothing finished' : `finished ${finished.join(', ')}`;
    return `v${version}${replan ? `, replanned (${(why ?? 'no reason').slice(0, 120)})` : ''}: ${step.slice(0, 120)}; ${done}`;
  });
  const before = history.length - told.length;
  const steps = [before > 0 ? `${before} earlier plans` : '', ...lines].filter((l) => l !== '');
  return {
    found: [reason, ...(steps.length > 0 ? ['The plans so far:', ...steps] : [])]
      .join('\n')
      .slice(0, 4000)
      .toWellFormed(),
    blocked: blocked.length === 0 ? 'the contract as a whole' : blocked.join(', ').slice(0, 2000),
    alternatives: [
      'Say which way to go: /contract replan <reason>, then /contract resume',
      'Make the task smaller: /contract amend <text>',
    ],
    preserved: 'the worktree and its checkpoints are kept as the agent left them',
    decision: 'Whether the task is worth another attempt as it stands, and which way.',
  };
}
