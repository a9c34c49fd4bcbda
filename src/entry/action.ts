import { type ActionInput, readActionInput } from './action-input.ts';
import { composeRepository } from './compose.ts';
import { logJournal } from './log-journal.ts';

/*
 * The GitHub Action. What is imported above loads before the first request; all else is imported where it is needed.
 * bench/ measures it.
 */
let input: ActionInput | null = null;
try {
  input = await readActionInput(process.env);
  const repository = await composeRepository({
    ...input.repository,
    journal: logJournal((line) => process.stdout.write(line)),
  });
  const { lookAndReport } = await import('./action-look.ts');
  await lookAndReport(repository, input);
} catch (error) {
  const { reportFailure } = await import('./action-failure.ts');
  await reportFailure(input, error);
}
