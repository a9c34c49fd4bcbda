import { expect, it } from 'vitest';
import { MODEL_KEY_NAMES } from '../../src/adapters/model/resolve-model.ts';
import { parseConfiguration } from '../../src/core/rules/configuration/configuration.ts';
import { composePorts } from '../../src/entry/compose-ports.ts';
import type { Clock, Tracker } from '../../src/ports.ts';
import { startScriptedModel } from '../../src/simulate/model/scripted-model.ts';
import { RecordingHarness } from '../adapters/agent/support/recording-harness.ts';
import { toolResults } from '../adapters/agent/support/run-script.ts';
import { WorkPlace } from '../adapters/agent/support/work-place.ts';

const TOKEN = 'job-token-0123456789';
const KEYS = Object.fromEntries(MODEL_KEY_NAMES.map((name) => [name, `key-of-${name}-0123`]));

it.each(['S0', 'S3'] as const)(
  'at %s no key and no token is in the environment of the agent’s commands or of checks, and none can be asked for',
  async (level) => {
    await using server = await startScriptedModel({
      turns: [
        { tools: [{ name: 'run', input: { argv: ['env'] } }] },
        {
          tools: [
            { name: 'run', input: { argv: ['sh', '-c', 'cat /proc/*/environ | tr "\\0" "\\n"'] } },
          ],
        },
      ],
    });
    using place = new WorkPlace({ 'a.txt': 'a' });
    const ports = composePorts(
      {
        owner: 'acme',
        name: 'greet',
        token: TOKEN,
        apiUrl: 'http://127.0.0.1:1',
        serverUrl: 'http://127.0.0.1:1',
        stateDirectory: place.home,
        environment: { PATH: process.env.PATH, HOME: process.env.HOME, ...KEYS },
        sandboxLevel: level,
      },
      {} as Tracker,
      {} as Clock,
      parseConfiguration(
        `models: { execute: openai-compatible/scripted, baseUrl: "${server.baseUrl}" }`,
      ),
    );
    const strongest = await ports.sandbox.probe().catch(() => null);
    // Where this machine cannot reach the level, what reaches it is tried elsewhere.
    if (strongest === null) return;
    const report = await ports.agent?.work(place.assignment(), new RecordingHarness(place.path));
    expect(report?.end).toBe('finished');
    const results = toolResults(server.requests.at(-1));
    expect(results[0]).toContain('PATH=');
    const checked = await ports.checks.run(
      { path: place.path, sha: 'a'.repeat(40), [Symbol.asyncDispose]: async () => {} },
      {
        kind: 'command',
        id: 'CK-1',
        why: 'it shows its environment',
        origin: 'discovered',
        argv: ['env'],
        cwd: '.',
        timeoutSeconds: 30,
        inputs: [],
        expectedExit: 0,
        minimumTests: 0,
        oracle: [],
      },
      { setup: [], lockfiles: [], variables: {} },
    );
    expect(checked.logTail).toContain('PATH=');
    // What was said to the model, and what checks leave, as a whole. S0 is no boundary between processes.
    const shown = [...(level === 'S0' ? results.slice(0, 1) : results), checked.logTail].join('\n');
    for (const secret of [TOKEN, ...Object.values(KEYS)]) expect(shown).not.toContain(secret);
    // By name too: a value might have been masked on its way here.
    for (const name of MODEL_KEY_NAMES) expect(shown).not.toContain(`${name}=`);
    for (const { body } of server.requests) expect(body).not.toContain(TOKEN);
  },
);
