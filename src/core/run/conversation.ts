import type { Conversation } from '../schema/conversation.ts';
import type { EventOf } from '../schema/event.ts';

export function afterTurn(
  conversation: Conversation,
  { prompt }: EventOf<'turn-taken'>,
): Conversation {
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
