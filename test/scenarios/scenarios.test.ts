import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import PQueue from 'p-queue';
import { describe, expect, it } from 'vitest';
import { loadScenario } from '../../src/simulate/scenario/load-scenario.ts';
import { runScenario } from '../../src/simulate/scenario/run-scenario.ts';
import { failureWords } from '../../src/simulate/scenario/story.ts';

const DIRECTORY = 'examples/scenarios';
const FILES = readdirSync(DIRECTORY).filter((name) => name.endsWith('.yaml'));

/** Each scenario keeps about one core busy. */
const queue = new PQueue({ concurrency: 2 });

/*
 * Each shipped scenario runs the whole product: processes of its own, real git, real HTTP. What it expects stands in
 * it. Honest ones that are refused fail here just as dishonest ones that are delivered.
 */
describe('every shipped scenario comes out as it expects', () => {
  it.concurrent.each(FILES)('%s', { timeout: 600_000 }, async (name) => {
    const file = join(DIRECTORY, name);
    const scenario = await loadScenario(file);
    expect(scenario.expect, 'a shipped scenario says what it expects').toBeDefined();
    const result = await queue.add(() => runScenario(scenario, { file }));
    expect(failureWords(result)).toEqual([]);
    expect(result.asExpected).toBe(true);
  });
});

it('ships at least twelve honest scenarios that must be delivered', async () => {
  const scenarios = await Promise.all(FILES.map((name) => loadScenario(join(DIRECTORY, name))));
  const delivered = scenarios.filter(({ expect: expected }) => expected?.outcome === 'delivered');
  expect(delivered.length).toBeGreaterThanOrEqual(12);
});
