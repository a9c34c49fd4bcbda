import { inspect } from 'node:util';
import { CatalogueError } from '../core/catalogue-error.ts';
import { parseConfiguration } from '../core/rules/configuration/configuration.ts';
import { logSafe } from '../core/rules/text/neutralise.ts';
import type { ActionInput } from './action-input.ts';
import { reportError } from './action-output.ts';
import { noticeOfFailure } from './compose.ts';
import { wakeOf } from './wake-of.ts';

/** Before the input was read nothing but the environment is known. */
async function masking(input: ActionInput | null) {
  const { secretScannerFor } = await import('./secret-scanner-for.ts');
  const given = input?.repository ?? { token: '', environment: process.env };
  return secretScannerFor(given).mask;
}

/** Reports what ended the job before any issue was looked at. What is no error of the catalogue is our own mistake. */
export async function reportFailure(input: ActionInput | null, error: unknown): Promise<void> {
  if (!(error instanceof CatalogueError)) {
    const mask = await masking(input);
    process.stderr.write(`${logSafe(await mask(inspect(error)))}\n`);
    const message = await mask(error instanceof Error ? error.message : String(error));
    return reportError(`This is a defect of Contractor: ${message}`, true);
  }
  if (input && error.code === 'bad-configuration') {
    const wake = wakeOf(input, parseConfiguration(null).branches.prefix);
    if (!('nothing' in wake))
      await noticeOfFailure(input.repository, { wake, run: input.run }, error);
  }
  await reportError(`${error.code}: ${error.message} ${error.remedy}`, error.infrastructure);
}
