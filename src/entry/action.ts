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
  const { repository: given } = input;
  const mask = async (text: string) => {
    const { secretScannerFor } = await import('./secret-scanner-for.ts');
    return secretScannerFor(given).mask(text);
  };
  const repository = await composeRepository({
    ...given,
    journal: logJournal((line) => process.stdout.write(line), mask),
  });
  const { lookAndReport } = await import('./action-look.ts');
  await lookAndReport(repository, input);
} catch (error) {
  const { reportFailure } = await import('./action-failure.ts');
  await reportFailure(input, error);
}
