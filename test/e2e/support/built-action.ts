import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BundledAction, bundleAction } from '../../../scripts/bundle-action.ts';

/** The action as it is released: built into a directory of its own, until it is disposed of. */
export interface BuiltAction extends AsyncDisposable, BundledAction {
  main: string;
}

export async function buildAction(): Promise<BuiltAction> {
  const directory = await mkdtemp(join(tmpdir(), 'contractor-dist-'));
  const bundled = await bundleAction(directory);
  return {
    ...bundled,
    main: join(directory, 'action.js'),
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }),
  };
}

/** One job of a workflow. */
export interface Job {
  event: string;
  payload: unknown;
  repository: string;
  apiUrl: string;
  graphqlUrl: string;
  serverUrl: string;
  token: string;
  /** Inputs of the action besides its token. */
  inputs?: Record<string, string>;
  /** Where the step runs: the checkout of a workflow that made one. */
  cwd?: string;
  /** Variables of the job that are set or, with undefined, taken away. */
  environment?: Record<string, string | undefined>;
}

/** What a finished step leaves behind. */
export interface StepEnd {
  exitCode: number | null;
  outputs: Record<string, string>;
  summary: string;
  /** The log, stdout and stderr together. */
  log: string;
  /** What it wrote for later steps into files that an agent could poison. */
  environmentFile: string;
  /** Peak resident memory of the process itself in MB; null where the system does not tell. */
  peakMb: number | null;
}

let jobs = 0;

/** Runs the built action as a runner does: a child process with the runner’s files and variables. */
export async function runAction(main: string, job: Job): Promise<StepEnd> {
  const directory = await mkdtemp(join(tmpdir(), 'contractor-job-'));
  try {
    return await runIn(directory, main, job);
  } finally {
    await rm(directory, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function runIn(directory: string, main: string, job: Job): Promise<StepEnd> {
  jobs += 1;
  const file = (name: string) => join(directory, name);
  const written = ['output', 'summary', 'env', 'state', 'path'];
  await Promise.all(written.map((name) => writeFile(file(name), '')));
  await writeFile(file('event.json'), JSON.stringify(job.payload));
  const inputs = { 'github-token': job.token, issue: '', ...job.inputs };
  const environment: Record<string, string | undefined> = {
    PATH: process.env.PATH,
    HOME: directory,
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_REPOSITORY: job.repository,
    GITHUB_EVENT_NAME: job.event,
    GITHUB_EVENT_PATH: file('event.json'),
    GITHUB_API_URL: job.apiUrl,
    GITHUB_GRAPHQL_URL: job.graphqlUrl,
    GITHUB_SERVER_URL: job.serverUrl,
    GITHUB_RUN_ID: String(7000 + jobs),
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_OUTPUT: file('output'),
    GITHUB_STEP_SUMMARY: file('summary'),
    GITHUB_ENV: file('env'),
    GITHUB_STATE: file('state'),
    GITHUB_PATH: file('path'),
    RUNNER_TEMP: file('temp'),
    ...Object.fromEntries(
      Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
    ),
    ...job.environment,
  };
  const { exitCode, log, peakMb } = await run(main, environment, job.cwd ?? directory);
  const read = (name: string) => readFile(file(name), 'utf8');
  return {
    exitCode,
    log,
    peakMb,
    outputs: parseOutputs(await read('output')),
    summary: await read('summary'),
    environmentFile: (await read('env')) + (await read('path')),
  };
}

/** Samples the child’s high-water mark while it lives; Linux keeps it in /proc. */
function run(main: string, env: Record<string, string | undefined>, cwd: string) {
  return new Promise<{ exitCode: number | null; log: string; peakMb: number | null }>((resolve) => {
    const child = spawn(process.execPath, [main], { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let log = '';
    let peakMb: number | null = null;
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        log += text;
      });
    const timer = setInterval(async () => {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
      const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(status) ?? [];
      if (kilobytes) peakMb = Math.max(peakMb ?? 0, Number(kilobytes) / 1024);
    }, 25);
    child.once('close', (exitCode) => {
      clearInterval(timer);
      resolve({ exitCode, log, peakMb });
    });
  });
}

/** Reads what @actions/core writes: name<<delimiter, the value, the delimiter. The last one of a name counts. */
function parseOutputs(text: string): Record<string, string> {
  const outputs: Record<string, string> = {};
  for (const [, name = '', , value = ''] of text.matchAll(/^(.+?)<<(\S+)\r?\n([\s\S]*?)\r?\n\2$/gm))
    outputs[name] = value;
  return outputs;
}
