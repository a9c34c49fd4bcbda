import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseConfiguration } from '../../src/core/rules/configuration/configuration.ts';
import { type Budget, explore } from './explore.ts';

/** `node test/explore/run.ts <source folder> <budget as JSON> [most states]`: explores that copy of the product. */
const [source = 'src', budget = '{}', most] = process.argv.slice(2);
const load = (file: string) => import(pathToFileURL(resolve(source, file)).href);
const look = await load('app/look.ts');
const { next } = await load('core/run/next.ts');
const { fold } = await load('core/run/evolve.ts');
const full: Budget = {
  amendment: 0,
  suggestion: 0,
  crash: 0,
  humanPush: 0,
  close: 0,
  revoke: 0,
  runs: 0,
  ...JSON.parse(budget),
};
/** Every process starts an hour after the one before, so that its lease has run out: no budget may count that. */
const CONFIGURATION = 'approval: never\nbudgets:\n  minutes: 1000000\n';

const settings = {
  repository: { owner: 'acme', name: 'tool' },
  serverUrl: 'https://github.example',
  configuration: parseConfiguration(CONFIGURATION, 'contractor.yml'),
  harnessVersion: '0.0.0',
  toolchain: 'model',
  pollMs: 0,
};
const started = Date.now();
const result = await explore(
  { ...look, next, fold, settings },
  full,
  most ? Number(most) : undefined,
);
console.log(JSON.stringify({ ...result, ms: Date.now() - started }, null, 1));
