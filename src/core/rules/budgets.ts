import type { TaskState } from '../run/state.ts';
import type { Budgets } from '../schema/contract.ts';

/** Which budget is used up, in one sentence; null while all hold. A limit is a backstop, never a success (seeds/1). */
export function exceededBudget(
  state: Pick<TaskState, 'turns' | 'usage' | 'run'>,
  budgets: Budgets,
  now: Date,
): string | null {
  const { inputTokens, outputTokens, usd } = state.usage;
  const minutes = state.run ? (now.getTime() - Date.parse(state.run.startedAt)) / 60_000 : 0;
  const used: [string, number, number][] = [
    ['turns', state.turns, budgets.turns],
    ['tokens', inputTokens + outputTokens, budgets.tokens],
    ['US dollars of model use', usd, budgets.usd],
    ['minutes', minutes, budgets.minutes],
  ];
  const over = used.find(([, have, limit]) => have >= limit);
  return over ? `The budget of ${over[2]} ${over[0]} is used up.` : null;
}
