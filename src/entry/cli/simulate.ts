import { basename, join } from 'node:path';
import { loadScenario } from '../../simulate/scenario/load-scenario.ts';
import type { ScenarioResult } from '../../simulate/scenario/result.ts';
import { runScenario } from '../../simulate/scenario/run-scenario.ts';
import { failureWords, resultWords } from '../../simulate/scenario/story.ts';
import { writeResult } from '../../simulate/scenario/write-result.ts';
import { EXIT } from './exit-codes.ts';
import { print, printJson } from './print.ts';
import { storyteller } from './storyteller.ts';
import { writableDirectory } from './writable-directory.ts';

/** `contractor simulate`: all files are read before the first is run, so that a wrong one costs nothing. */
export async function simulate(
  files: readonly string[],
  options: { json?: boolean; out?: string },
): Promise<void> {
  const scenarios = [];
  for (const file of files) scenarios.push({ file, scenario: await loadScenario(file) });
  if (options.out !== undefined) await writableDirectory(options.out);
  const results: ScenarioResult[] = [];
  for (const { file, scenario } of scenarios) {
    const out = directoryOf(options.out, file, files.length);
    if (!options.json) print(`${scenario.name}  (${file})`);
    const story = storyteller(options.json ? () => {} : print);
    const result = await runScenario(scenario, {
      file,
      spectator: story,
      ...(out === null ? {} : { keepRepository: join(out, 'repository.git') }),
    });
    story.end();
    results.push(result);
    if (out !== null) await writeResult(result, out);
    if (!options.json) printResult(result);
  }
  if (options.json) printJson(results.length === 1 ? results[0] : results);
  else if (results.length > 1) printSum(results);
  process.exitCode = results.every(({ asExpected }) => asExpected) ? EXIT.ok : EXIT.gap;
}

export function printResult(result: ScenarioResult): void {
  print();
  for (const line of resultWords(result)) print(line);
  for (const line of failureWords(result)) print(line);
  print(result.asExpected ? 'As expected.' : 'NOT as expected.');
  print();
}

function directoryOf(out: string | undefined, file: string, count: number): string | null {
  if (out === undefined) return null;
  return count === 1 ? out : join(out, basename(file).replace(/\.ya?ml$/, ''));
}

function printSum(results: readonly ScenarioResult[]): void {
  for (const { asExpected, scenario, outcome } of results)
    print(`${asExpected ? 'ok    ' : 'NOT ok'}  ${outcome.padEnd(17)} ${scenario}`);
}
