import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { callTool } from '../../../src/adapters/agent/call-tool.ts';
import { ToolOutputs } from '../../../src/adapters/agent/tool-outputs.ts';
import { toolsFor } from '../../../src/adapters/agent/tools/tool-table.ts';
import { createCheckRunner } from '../../../src/adapters/checks/check-runner.ts';
import { chooseSandbox } from '../../../src/adapters/sandbox/choose-sandbox.ts';
import type { Environment } from '../../../src/core/schema/contract.ts';
import type { Checkout, Sandbox, SandboxRun } from '../../../src/ports.ts';
import { RecordingHarness } from '../agent/support/recording-harness.ts';
import { CONTRACT, WorkPlace } from '../agent/support/work-place.ts';
import { describeConfined, requireBubblewrap } from './needs-bubblewrap.ts';

const CANARY = 'canary-7f3a';
/** Names a job has secrets and runner files under. */
const NAMES = [
  ...['GITHUB_TOKEN', 'ACTIONS_RUNTIME_TOKEN', 'ACTIONS_ID_TOKEN_REQUEST_TOKEN', 'NODE_AUTH_TOKEN'],
  ...['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'CONTRACTOR_MODEL_KEY', 'AWS_SECRET_ACCESS_KEY'],
  ...['GITHUB_ENV', 'GITHUB_PATH', 'GITHUB_OUTPUT', 'GITHUB_STATE', 'GITHUB_STEP_SUMMARY'],
  ...[
    'npm_config__authToken',
    'PIP_INDEX_URL',
    'HTTPS_PROXY',
    'CARGO_REGISTRY_TOKEN',
    'SSH_AUTH_SOCK',
  ],
];

/** Everything a program can see of its surroundings; the runner’s files are its arguments. */
const LOOK_AROUND = `env; cat /proc/*/environ /proc/*/cmdline 2>/dev/null
  for file; do cat "$file"; echo INJECTED=1 >>"$file"; done 2>/dev/null`;

let directory: string;
let runnerFiles: string[];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'secrets-'));
  runnerFiles = [];
  for (const name of NAMES) {
    const isFile = /^GITHUB_(?:ENV|PATH|OUTPUT|STATE|STEP_SUMMARY)$/.test(name);
    const value = isFile ? join(directory, name.toLowerCase()) : `https://user:${CANARY}@x.test`;
    if (isFile) {
      await writeFile(value, CANARY);
      runnerFiles.push(value);
    }
    vi.stubEnv(name, value);
  }
  return async () => {
    vi.unstubAllEnvs();
    await rm(directory, { recursive: true });
  };
});

const argv = (): string[] => ['/bin/sh', '-c', LOOK_AROUND, 'look', ...runnerFiles];

describeConfined('secrets of the job', () => {
  beforeAll(requireBubblewrap);

  it('are seen by a program that is simply started, and runner files are written by it', () => {
    const [program = '', ...rest] = argv();
    const seen = execFileSync(program, rest, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    for (const name of NAMES) expect(seen).toContain(`${name}=`);
    expect(seen).toContain(CANARY);
    expect(execFileSync('cat', runnerFiles, { encoding: 'utf8' })).toContain('INJECTED');
  });

  it.each([
    ['S3', {}],
    ['S3', { hosts: ['granted.test'] }],
    ['S0', { bubblewrap: null }],
  ] as const)(
    'are in the surroundings of no set-up, check, version question, agent’s command or search (%s %j)',
    async (asked, more) => {
      const real = chooseSandbox({ asked, caller: process.env, ...more });
      const looks: { run: SandboxRun; seen: string }[] = [];
      // Wherever a program is started, another one with the same surroundings looks around first.
      const sandbox: Sandbox = {
        probe: real.probe,
        async run(run) {
          const look = asked === 'S0' ? ['/bin/sh', '-c', 'env'] : argv();
          looks.push({ run, seen: (await real.run({ ...run, argv: look })).output });
          return real.run(run);
        },
      };
      using place = new WorkPlace({ 'src/a.js': 'needle\n' });
      const checkout: Checkout = {
        path: place.path,
        sha: 'a'.repeat(40),
        [Symbol.asyncDispose]: async () => {},
      };
      const environment: Environment = {
        setup: [{ argv: ['node', '--version'], cwd: '.', why: 'w', timeoutSeconds: 60 }],
        lockfiles: [],
        variables: { OF_THE_CONTRACT: 'yes' },
      };
      await using checks = createCheckRunner({
        sandbox,
        caller: process.env,
        secrets: { mask: async (text) => text },
      });
      await checks.prepare(checkout, environment);
      await checks.install({ path: place.path, home: place.home }, environment);
      await checks.run(
        checkout,
        {
          ...{ id: 'CK-1', why: 'w', origin: 'discovered', kind: 'command', cwd: '.', inputs: [] },
          ...{
            argv: ['node', '-e', '1'],
            timeoutSeconds: 30,
            expectedExit: 0,
            minimumTests: 0,
            oracle: [],
          },
        },
        environment,
      );
      const context = {
        ...{ root: place.path, home: place.home, contract: CONTRACT, sandbox },
        ...{ harness: new RecordingHarness(place.path), outputs: new ToolOutputs() },
        mask: async (text: string) => text,
      };
      for (const [name, input] of [
        ['run', { argv: ['node', '-e', '1'] }],
        ['search', { pattern: 'needle' }],
      ] as const)
        await callTool({ name, input, unreadable: false }, toolsFor('interleaved'), context);

      expect(looks.length).toBeGreaterThanOrEqual(5);
      for (const { run, seen } of looks) {
        expect(seen, run.argv.join(' ')).toContain('HOME=');
        expect(seen, run.argv.join(' ')).not.toContain(CANARY);
        expect(seen, run.argv.join(' ')).not.toMatch(/GITHUB_|ACTIONS_|_API_KEY/);
      }
      expect(execFileSync('cat', runnerFiles, { encoding: 'utf8' })).not.toContain('INJECTED');
    },
  );
});
