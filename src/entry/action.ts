import { type ActionInput, readActionInput } from './action-input.ts';
import { composeRepository } from './compose.ts';

/*
 * The GitHub Action. What is imported above loads before the first request; all else is imported where it is needed.
 * bench/ measures it.
 */
let input: ActionInput | null = null;
try {
  input = await readActionInput(process.env);
  const repository = await composeRepository(input.repository);
  const { lookAndReport } = await import('./action-look.ts');
  await lookAndReport(repository, input);
} catch (error) {
  const { reportFailure } = await import('./action-failure.ts');
  await reportFailure(input, error);
}
