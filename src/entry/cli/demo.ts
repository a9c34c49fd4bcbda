import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadScenario } from '../../simulate/scenario/load-scenario.ts';
import { runScenario } from '../../simulate/scenario/run-scenario.ts';
import { writeResult } from '../../simulate/scenario/write-result.ts';
import { EXIT } from './exit-codes.ts';
import { print } from './print.ts';
import { printResult } from './simulate.ts';
import { storyteller } from './storyteller.ts';
import { writableDirectory } from './writable-directory.ts';

const SCENARIO = fileURLToPath(
  new URL('../../../examples/scenarios/users-list-json.yaml', import.meta.url),
);

/** `contractor demo`: the shipped scenario, told as it happens. */
export async function demo({ out }: { out: string }): Promise<void> {
  await writableDirectory(out);
  const scenario = await loadScenario(SCENARIO);
  print(
    'Contractor on an embedded GitHub: real git, real HTTP, the product in processes of its own.',
  );
  print(
    `Issue #1 "${scenario.issue.title}" is labelled; a comment in the middle changes what must be true.`,
  );
  print('§ contract   ✓ ✗ evidence   >> what people do   ■ the end');
  print();
  const story = storyteller(print);
  const result = await runScenario(scenario, {
    file: SCENARIO,
    keepRepository: join(out, 'repository.git'),
    spectator: story,
  });
  story.end();
  const files = await writeResult(result, out);
  printResult(result);
  print(`Written to ${out}/: ${files.join(', ')}, repository.git`);
  print('Check the record again, offline:');
  print(`  npm run contractor -- audit ${out}/completion.json`);
  print(
    `  npm run contractor -- audit ${out}/completion.json --rerun --repository ${out}/repository.git`,
  );
  process.exitCode = result.asExpected ? EXIT.ok : EXIT.gap;
}
