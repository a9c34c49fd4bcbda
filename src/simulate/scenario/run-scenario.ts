import { cp, rm } from 'node:fs/promises';
import { makeTemporaryDirectory } from '../../adapters/temporary-directory.ts';
import { type EmbeddedGitHub, startEmbeddedGitHub } from '../github/embedded-github.ts';
import { type ScriptedModel, startScriptedModel } from '../model/scripted-model.ts';
import type { Stage } from './act.ts';
import { checkExpectations } from './check-expectations.ts';
import { collectResult } from './collect-result.ts';
import { Director } from './director.ts';
import { Looks } from './looks.ts';
import { cleanEnvironment } from './product-process.ts';
import type { Happening, ScenarioResult } from './result.ts';
import type { Scenario } from './scenario.ts';
import { Timeline } from './timeline.ts';
import {
  branchPrefixOf,
  commitConfiguration,
  personId,
  repositoryOf,
  seedOf,
  triggerAction,
} from './world-of.ts';

/** Told while it runs: what the product notes, and what people do. */
export interface Spectator {
  note?(line: { what: string; [field: string]: unknown }): void;
  happened?(happening: Happening): void;
}

export interface RunOptions {
  /** Where the scenario was read from: its paths are relative to it. */
  file?: string;
  spectator?: Spectator;
  /** Where GitHub’s bare repository is copied to in the end, ledger and all. */
  keepRepository?: string;
}

/** A run that died counts as dead after ten minutes; the schedule comes after that. */
const PAST_THE_LEASE_MINUTES = 11;
/** Looks of the schedule after everything came to rest; each that changed something is followed by one more. */
const MAXIMUM_SWEEPS = 6;

/**
 * Runs the whole product on an embedded GitHub and a scripted model, as one scenario says. The product is a child
 * process for each look; GitHub, the model and everything that happens live here.
 */
export async function runScenario(
  scenario: Scenario,
  { file, spectator = {}, keepRepository }: RunOptions = {},
): Promise<ScenarioResult> {
  const begun = performance.now();
  await using stack = new AsyncDisposableStack();
  const root = makeTemporaryDirectory('simulate');
  stack.defer(() => rm(root, { recursive: true, force: true, maxRetries: 3 }));
  const clock = { offsetMs: 0 };
  const now = () => new Date(Date.now() + clock.offsetMs);
  const stage: () => Omit<Stage, 'waiting'> = () => set;
  const director = new Director(new Timeline(scenario.timeline), stage, now, (happening) =>
    spectator.happened?.(happening),
  );
  const model = await modelOf(scenario, stack, async (turn) => {
    await director.come([`turn:${turn}`], stage().looks.running);
  });
  const modelUrl = model?.baseUrl ?? null;
  const github = stack.use(
    await startEmbeddedGitHub(seedOf(scenario, { file: file ?? null, modelUrl, now })),
  );
  await commitConfiguration(github, scenario, modelUrl);
  const { owner, name, defaultBranch } = repositoryOf(scenario);
  const looks = new Looks({
    input: { owner, name, ...addressesOf(github), environment: cleanEnvironment() },
    root,
    freshMachines: scenario.machines === 'fresh',
    branchPrefix: branchPrefixOf(scenario),
    sandbox: scenario.sandbox,
    clock,
    listener: {
      moments: async (moments, process) => void (await director.come(moments, [process])),
      note: (line) => spectator.note?.(line),
    },
  });
  stack.defer(() => looks.stop());
  const issue = github.issues()[0]?.number ?? 1;
  const branch = `${branchPrefixOf(scenario)}issue-${issue}`;
  const set: Omit<Stage, 'waiting'> = {
    github,
    looks,
    issue,
    branch,
    defaultBranch,
    idOf: (login) => personId(scenario, login),
    comments: new Map(),
    clock: {
      advance(minutes) {
        clock.offsetMs += minutes * 60_000;
        looks.setClock();
      },
    },
  };
  github.onWebhook((delivery) => looks.hear(delivery));
  await director.come(['start'], []);
  await director.perform(triggerAction(scenario), 'trigger');
  const inTime = await within(scenario.timeoutSeconds, restAndSweep(set, director));
  looks.stop();
  if (keepRepository !== undefined) await replaceDirectory(github.gitDir, keepRepository);
  const result = await collectResult({
    scenario: scenario.name,
    github,
    model,
    looks,
    issue,
    branch,
    happenings: director.happenings,
    problems: [
      ...(inTime ? [] : [`it did not come to rest in ${scenario.timeoutSeconds} s`]),
      ...director.problems,
      ...looks.problems,
    ],
    totalMs: Math.round(performance.now() - begun),
  });
  // Awaited here: GitHub must still be there when it is asked.
  return await checkExpectations(result, scenario.expect ?? {}, github);
}

/**
 * Lets the product come to rest, does what is to happen then, and in the end lets the schedule look, until a look
 * changes nothing: lost webhooks and killed processes are made good by it.
 */
async function restAndSweep(
  { github, looks, clock }: Omit<Stage, 'waiting'>,
  director: Director,
): Promise<void> {
  for (let sweeps = 0; sweeps < MAXIMUM_SWEEPS; ) {
    await github.settled();
    await looks.idle();
    if (await director.come(['end'], [])) continue;
    const before = await tips(github);
    sweeps += 1;
    clock.advance(PAST_THE_LEASE_MINUTES);
    looks.schedule();
    await looks.idle();
    if ((await tips(github)) === before) return;
  }
}

async function modelOf(
  { model }: Scenario,
  stack: AsyncDisposableStack,
  beforeTurn: (turn: number) => Promise<void>,
): Promise<ScriptedModel | null> {
  return model ? stack.use(await startScriptedModel(model, { beforeTurn })) : null;
}

/** A job’s own token: what it does starts no workflow. */
function addressesOf(github: EmbeddedGitHub) {
  const { apiUrl, graphqlUrl, origin } = github;
  return { token: github.token(), apiUrl, graphqlUrl, serverUrl: origin };
}

async function replaceDirectory(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await cp(from, to, { recursive: true });
}

/** Every ref: when none moved, a look changed nothing. */
async function tips(github: EmbeddedGitHub): Promise<string> {
  const refs = await github.refs('refs/');
  return JSON.stringify([...refs].toSorted());
}

async function within(seconds: number, work: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), seconds * 1000);
  });
  try {
    return await Promise.race([work.then(() => true), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
