import { CatalogueError } from '../core/catalogue-error.ts';
import { readActionInput } from './action-input.ts';
import { composeRepository } from './compose.ts';

/*
 * What is imported above loads before the first request; all else is imported where it is needed. Measured by bench/.
 */

/** The GitHub Action: one webhook in, one look at each issue it concerns, outputs and a job summary out. */
async function main(): Promise<void> {
  const input = await readActionInput(process.env);
  const at = new Date().toISOString();
  const repository = await composeRepository(input.repository);
  const [{ webhookTrigger }, { lookAt }, report] = await Promise.all([
    import('../core/rules/webhook-trigger.ts'),
    import('./look-at.ts'),
    import('./action-output.ts'),
  ]);
  const branchPrefix = repository.settings.configuration.branches.prefix;
  const wake = webhookTrigger(input.event, input.payload, { at, branchPrefix });
  if ('nothing' in wake) return report.reportNothing(wake.nothing);
  let looked = false;
  for await (const { issue, result } of lookAt(repository, wake, input.run)) {
    looked = true;
    await report.reportLook(repository, issue, result);
  }
  if (!looked) await report.reportNothing('No open task of ours is concerned.');
}

try {
  await main();
} catch (error) {
  if (!(error instanceof CatalogueError)) throw error;
  const { reportError } = await import('./action-output.ts');
  await reportError(`${error.code}: ${error.message} ${error.remedy}`, error.infrastructure);
}
