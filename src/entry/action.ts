import { CatalogueError } from '../core/catalogue-error.ts';
import { webhookTrigger } from '../core/rules/webhook-trigger.ts';
import { readActionInput } from './action-input.ts';
import { reportError, reportLook, reportNothing } from './action-output.ts';
import { composeRepository } from './compose.ts';
import { lookAt } from './look-at.ts';

/** The GitHub Action: one webhook in, one look at each issue it concerns, outputs and a job summary out. */
async function main(): Promise<void> {
  const input = await readActionInput(process.env);
  const at = new Date().toISOString();
  const repository = await composeRepository(input.repository);
  const branchPrefix = repository.settings.configuration.branches.prefix;
  const wake = webhookTrigger(input.event, input.payload, { at, branchPrefix });
  if ('nothing' in wake) return reportNothing(wake.nothing);
  let looked = false;
  for await (const { issue, result } of lookAt(repository, wake, input.run)) {
    looked = true;
    await reportLook(repository, issue, result);
  }
  if (!looked) await reportNothing('No open task of ours is concerned.');
}

try {
  await main();
} catch (error) {
  if (!(error instanceof CatalogueError)) throw error;
  await reportError(`${error.code}: ${error.message} ${error.remedy}`, error.infrastructure);
}
