import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { bundleAction } from '../scripts/bundle-action.ts';
import { type Figure, median, ms } from './support/figure.ts';
import { startArrivals, untilExit } from './support/processes.ts';

const ROUNDS = 21;
const MOST = 3;

/**
 * From the start of the built action to its first request, against `node -e 0`, and against a bare Octokit that does
 * nothing else. The three take turns, so that whatever else the machine does meets them alike.
 */
export async function startUp(): Promise<Figure[]> {
  const directory = await mkdtemp(join(tmpdir(), 'contractor-bench-'));
  try {
    await using arrivals = await startArrivals();
    await bundleAction(join(directory, 'dist'));
    const bare = await bareOctokit(directory, arrivals.url);
    const action = join(directory, 'dist', 'action.js');
    const env = await actionEnvironment(directory, arrivals.url);
    const times = { floor: [] as number[], bare: [] as number[], action: [] as number[] };
    for (let n = 0; n < ROUNDS; n += 1) {
      times.floor.push(await untilExit(['-e', '0'], env));
      times.bare.push(await arrivals.untilFirstRequest([bare], env));
      times.action.push(await arrivals.untilFirstRequest([action], env));
    }
    const floor = median(times.floor);
    const first = median(times.action);
    const ratio = first / floor;
    return [
      { what: 'node -e 0', value: ms(floor) },
      { what: 'bare Octokit to its first request', value: ms(median(times.bare)) },
      {
        what: 'built action to its first request',
        value: `${ms(first)}, ${ratio.toFixed(2)} × node -e 0`,
        target: { text: `≤ ${MOST} × node -e 0`, met: ratio <= MOST },
      },
    ];
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function bareOctokit(directory: string, url: string): Promise<string> {
  // Beside node_modules, so that the bundler finds the package.
  const input = 'virtual:bare-octokit';
  const source = `import { Octokit } from '@octokit/core';
await new Octokit({ baseUrl: '${url}' }).request('GET /');`;
  const bundle = await rolldown({
    input,
    platform: 'node',
    plugins: [
      {
        name: 'bare-octokit',
        resolveId: (id) => (id === input ? id : null),
        load: (id) => (id === input ? source : null),
      },
    ],
  });
  const file = join(directory, 'bare.mjs');
  await bundle.write({ file, format: 'esm', minify: true });
  await bundle.close();
  return file;
}

async function actionEnvironment(directory: string, url: string) {
  const event = join(directory, 'event.json');
  const payload = {
    action: 'labeled',
    sender: { id: 1, login: 'maya', type: 'User' },
    issue: { number: 1 },
    label: { name: 'contractor' },
    repository: { id: 1 },
  };
  await writeFile(event, JSON.stringify(payload));
  return {
    PATH: process.env.PATH,
    GITHUB_REPOSITORY: 'acme/greet',
    GITHUB_EVENT_NAME: 'issues',
    GITHUB_EVENT_PATH: event,
    GITHUB_API_URL: url,
    RUNNER_TEMP: directory,
    'INPUT_GITHUB-TOKEN': 'ghs_bench',
  };
}
