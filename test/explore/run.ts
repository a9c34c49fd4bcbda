import { parseArgs } from 'node:util';
import { explore } from './explore.ts';
import { loadProduct } from './load-product.ts';
import { EVERYTHING, NO_BUDGET } from './node.ts';
import { ALL_REDUCTIONS } from './steps.ts';

/**
 * `node test/explore/run.ts [source folder] [budget as JSON] [options]`: explores that copy of the product, by default
 * this one with all that may happen around it. Prints the result, and how far it is on standard error; exits non-zero on a
 * violation, and when it did not see everything.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    /** Most states to visit. */
    most: { type: 'string', default: 'Infinity' },
    /** Each process on a machine of its own. */
    machines: { type: 'boolean', default: false },
    /** Reductions to leave out. */
    without: { type: 'string', multiple: true, default: [] },
    /** Go on after violations, to find all kinds of them. */
    all: { type: 'boolean', default: false },
    /** Follow every n-th state that was taken for one seen before. */
    doubt: { type: 'string', default: '0' },
  },
});
const [source = 'src', budget = JSON.stringify(EVERYTHING)] = positionals;
const started = Date.now();
const seconds = () => Math.round((Date.now() - started) / 1000);
const result = await explore(
  await loadProduct(source),
  { ...NO_BUDGET, ...JSON.parse(budget) },
  {
    machines: values.machines ? 'own' : 'one',
    reduce: {
      ...ALL_REDUCTIONS,
      ...Object.fromEntries(values.without.map((name) => [name, false])),
    },
    mostStates: Number(values.most),
    ...(values.all ? { mostViolations: Number.POSITIVE_INFINITY } : {}),
    doubtEvery: Number(values.doubt),
    progress: ({ depth, states, frontier }) => {
      const where = values.machines ? 'own machines' : 'one machine';
      console.error(`${where}, ${seconds()} s: step ${depth}, ${states} states, ${frontier} ahead`);
    },
  },
);
const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
const cost = {
  seconds: seconds(),
  cpuSeconds: Math.round((userCPUTime + systemCPUTime) / 1e6),
  memoryMb: Math.round(maxRSS / 1024),
};
console.log(JSON.stringify({ ...result, ...cost }, null, 1));
process.exitCode = result.complete && result.kinds.length + result.unlike.length === 0 ? 0 : 1;
