import type { Conversation } from '../schema/conversation.ts';
import type { EventOf } from '../schema/event.ts';

export function afterTurn(
  before: Conversation,
  { prompt, timing }: EventOf<'turn-taken'>,
): Conversation {
  const took = timing?.overheadMs ?? 0;
  const conversation = {
    ...before,
    overheadMs: added(before.overheadMs, took),
    overheadInRunMs: added(before.overheadInRunMs, took),
  };
  if (prompt === undefined || prompt.prefix === 'first') return conversation;
  const { compared, held } = conversation;
  return {
    ...conversation,
    compared: compared + 1,
    held: held + (prompt.prefix === 'held' ? 1 : 0),
    firstDifference:
      prompt.prefix === 'broken' ? prompt.firstDifference : conversation.firstDifference,
  };
}

export function afterTrouble(
  conversation: Conversation,
  { kind, retries }: EventOf<'model-troubled'>,
): Conversation {
  const { troubles } = conversation;
  return {
    ...conversation,
    retries: conversation.retries + retries,
    troubles: { ...troubles, [kind]: (troubles[kind] ?? 0) + 1 },
  };
}

/** To a tenth, as turns are timed: the same sum whoever adds. */
const added = (sum: number, more: number): number => Math.round((sum + more) * 10) / 10;

/** A new run’s own sums begin at nothing. */
export const inNewRun = (conversation: Conversation): Conversation => ({
  ...conversation,
  overheadInRunMs: 0,
});
