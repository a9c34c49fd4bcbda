/** `npm run bench`: every figure in one run. Nothing fails by it; a target that was missed is marked. */
import { cpus } from 'node:os';
import { webhookToDecision } from './decision.ts';
import { drafting } from './drafting.ts';
import { graphParallelism } from './graph.ts';
import { harnessOverhead } from './harness.ts';
import { longLedgers } from './ledger.ts';
import { actionMemory } from './memory.ts';
import { requestsPerLook } from './requests.ts';
import { startUp } from './start-up.ts';
import { lineOf } from './support/figure.ts';

console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}\n`);
for (const measure of [
  startUp,
  requestsPerLook,
  webhookToDecision,
  drafting,
  harnessOverhead,
  graphParallelism,
  longLedgers,
  actionMemory,
]) {
  for (const figure of await measure()) console.log(lineOf(figure));
}
