import { parseCommands } from '../rules/request/commands.ts';
import type { Source } from '../schema/snapshot.ts';
import type { CommandAnswer } from './command-answer.ts';
import { answer, done } from './command-answer.ts';
import type { TaskState } from './state.ts';

/** `/contract decide <n>`: the n-th alternative of what was asked last: the handback’s, else the first open question’s. */
export function decideQuestion(
  state: TaskState,
  { choice, question: id }: { choice: number; question: string | null },
  source: Source,
): CommandAnswer {
  const open = state.contract?.openQuestions.filter((q) => q.decision === null) ?? [];
  const question = open.find((q) => (id === null ? q.blocking : q.id === id));
  const asked = id === null ? state.hold?.handback?.alternatives : undefined;
  const alternatives = asked?.length ? asked : (question?.alternatives ?? []);
  const text = alternatives[choice - 1];
  if (text === undefined) return done(`there is no alternative ${choice} to decide`);
  const by = source.editor ?? source.author;
  const decided = {
    type: 'question-decided' as const,
    question: question?.id ?? 'handback',
    choice: text.slice(0, 1000),
    by,
  };
  return goesOn(text) && !question
    ? done(`decided ${choice}: ${text}`, decided)
    : answer('amendment', `decided ${choice}`, text, decided);
}

/** An alternative that only says to go on changes nothing in the contract. */
function goesOn(alternative: string): boolean {
  const at = alternative.indexOf('/contract ');
  if (at === -1) return false;
  return parseCommands(alternative.slice(at)).every(({ name }) => name === 'resume');
}
