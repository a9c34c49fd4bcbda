import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseConfiguration } from '../../src/core/rules/configuration/configuration.ts';
import type { Product } from './node.ts';

/** Every process starts an hour after the one before, so that its lease has run out: no budget may count that. */
const CONFIGURATION = 'approval: never\nbudgets:\n  minutes: 1000000\n';

/** The product’s code from a source folder, this one or a copy that was changed. */
export async function loadProduct(source: string): Promise<Product> {
  const load = (file: string) => import(pathToFileURL(resolve(source, file)).href);
  const { startLook, observeAndDecide, performNext } = await load('app/look.ts');
  const { recordReport } = await load('core/run/record-report.ts');
  const { fold } = await load('core/run/evolve.ts');
  const settings = {
    repository: { owner: 'acme', name: 'tool' },
    serverUrl: 'https://github.example',
    configuration: parseConfiguration(CONFIGURATION, 'contractor.yml'),
    harnessVersion: '0.0.0',
    toolchain: 'model',
    pollMs: 0,
  };
  return { startLook, observeAndDecide, performNext, recordReport, fold, settings };
}
