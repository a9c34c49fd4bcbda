import type { TaskState } from '../../run/state.ts';
import type { Configuration } from '../../schema/configuration.ts';
import type { Budgets, Contract } from '../../schema/contract.ts';

/**
 * Which budget is used up, in one sentence; null while all hold. A limit is a backstop, never a success (seeds/1).
 * Turns and minutes count for the run, so that `/contract resume` goes on; tokens and money count for the task.
 */
export function exceededBudget(
  state: Pick<TaskState, 'turnsInRun' | 'usage' | 'run'>,
  budgets: Budgets,
  now: Date,
): string | null {
  const { inputTokens, outputTokens, usd } = state.usage;
  const minutes = state.run ? (now.getTime() - Date.parse(state.run.startedAt)) / 60_000 : 0;
  const used: [string, number, number][] = [
    ['turns', state.turnsInRun, budgets.turns],
    ['tokens', inputTokens + outputTokens, budgets.tokens],
    ['US dollars of model use', usd, budgets.usd],
    ['minutes', minutes, budgets.minutes],
  ];
  const over = used.find(([, have, limit]) => have >= limit);
  return over ? `The budget of ${over[2]} ${over[0]} is used up.` : null;
}

/** A limit is no requirement: raised in the configuration, it holds from the next look on, under the same contract. */
export function withBudgetsInForce(
  contract: Contract,
  { budgets }: Pick<Configuration, 'budgets'>,
): Contract {
  const given = Object.entries(budgets).filter(([, limit]) => limit !== undefined);
  return { ...contract, budgets: { ...contract.budgets, ...Object.fromEntries(given) } };
}
