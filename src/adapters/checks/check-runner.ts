import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CatalogueError } from '../../core/catalogue-error.ts';
import { digestOf, digestText } from '../../core/digest.ts';
import { countTests } from '../../core/rules/evidence/test-count.ts';
import { isolationIdentity } from '../../core/rules/sandbox/isolation-identity.ts';
import { refusedLine } from '../../core/rules/sandbox/refused-connections.ts';
import type { CommandCheck } from '../../core/schema/check.ts';
import type { Environment } from '../../core/schema/contract.ts';
import type { CheckObservation } from '../../core/schema/evidence.ts';
import type { Checkout, CheckRunner, Sandbox, SandboxResult } from '../../ports.ts';
import {
  type CheckoutState,
  type CheckoutStates,
  inTurn,
  keepCheckoutStates,
  writeFiles,
} from './checkout-states.ts';
import { hidePlaces, type Places } from './hide-places.ts';
import { judge } from './judge.ts';
import { layOracleFiles, OracleProblem } from './oracle-files.ts';
import { copyPackageCaches } from './package-caches.ts';
import { findPackageSources, type PackageSources } from './package-sources.ts';
import { type VersionOf, versionAsker } from './toolchain-version.ts';

export interface CheckRunnerOptions {
  sandbox: Sandbox;
  /** The caller’s environment: where packages come from. Only an allow-list of it enters, and only the set-up. */
  caller: Readonly<Record<string, string | undefined>>;
  secrets: { mask(text: string): Promise<string> };
  /** `granted`: what sets up reaches granted hosts alone, since on the agent’s commit it runs what the agent wrote. Open when left out. */
  setupNetwork?: 'open' | 'granted';
}

const LOG_TAIL = 8000;
const SETUP_LOG = 4000;
const OUTPUT_AT_MOST = 4 << 20;
/** For what must print the same on base and result: errors and progress do not count. The program is `$@`. */
const STDOUT_ONLY = ['/bin/sh', '-c', 'exec "$@" 2>/dev/null', 'check'];

/**
 * Sets checkouts up and runs checks there, in the sandbox. HOME belongs to one checkout: what its set-up put there
 * (package caches) its checks see, and nobody else. Tidying removes the homes of
 * checkouts that are gone, disposing all.
 *
 * `logDigest` is over the whole output; for `same-output` checks that is stdout alone, so that the app can compare
 * base and result by it (the summary repeats it).
 */
export function createCheckRunner(
  options: CheckRunnerOptions,
): CheckRunner & AsyncDisposable & { tidy(): Promise<void> } {
  const states = keepCheckoutStates();
  const versionOf = versionAsker(options.sandbox);
  return {
    prepare: async (checkout, environment) =>
      inTurn(await states.of(checkout), () =>
        prepare(options, states, versionOf, checkout, environment),
      ),
    install: async (place, environment) => {
      const sources = await findPackageSources(options.caller);
      await writeFiles(place.home, sources.files);
      await runSetup(options, place, environment, sources);
    },
    run: async (checkout, check, environment) =>
      inTurn(await states.of(checkout), () =>
        runCheck(options, states, versionOf, checkout, check, environment),
      ),
    tidy: () => states.tidy(),
    [Symbol.asyncDispose]: () => states.dispose(),
  };
}

async function prepare(
  options: CheckRunnerOptions,
  states: CheckoutStates,
  versionOf: VersionOf,
  checkout: Checkout,
  environment: Environment,
): Promise<{ digest: string; log: string }> {
  const state = await states.of(checkout);
  const { home } = state;
  // Before the set-up runs, which may write them.
  const lockfiles = await digestFiles(checkout.path, environment.lockfiles);
  const sources = await findPackageSources(options.caller);
  if (environment.setup.length > 0) await states.furnish(checkout, sources.files);
  const logs = await runSetup(options, { path: checkout.path, home }, environment, sources);
  const toolchain: Record<string, string> = {};
  for (const { argv, cwd } of environment.setup) {
    const program = argv[0] ?? '';
    toolchain[program] = await versionOf(program, { root: checkout.path, cwd, home });
  }
  // What an install script changed is not the commit: checks run on what is committed.
  if (environment.setup.length > 0) state.spoiled = await state.tracked.restore();
  const commands = environment.setup.map(({ argv, cwd }) => ({ argv, cwd }));
  // What a check may reach decides what it says: another isolation makes other evidence.
  const isolation = isolationIdentity(await options.sandbox.probe());
  const { variables } = environment;
  const reach = options.setupNetwork === 'granted' ? { setup: 'granted' } : {};
  const digest = digestOf({ commands, variables, lockfiles, toolchain, isolation, ...reach });
  return { digest, log: tail(logs.join('\n'), SETUP_LOG) };
}

/** Runs the commands of a set-up, with the network they may have. @returns what each printed, without secrets. @throws `setup-failed`. */
async function runSetup(
  { sandbox, caller, secrets, setupNetwork = 'open' }: CheckRunnerOptions,
  { path, home }: { path: string; home: string },
  environment: Environment,
  sources: PackageSources,
): Promise<string[]> {
  const programs = environment.setup.flatMap(({ argv }) => argv.slice(0, 1));
  if (caller.HOME) await copyPackageCaches(caller.HOME, home, programs);
  const logs: string[] = [];
  for (const step of environment.setup) {
    const result = await sandbox.run({
      root: path,
      cwd: step.cwd,
      home,
      argv: step.argv,
      timeoutSeconds: step.timeoutSeconds,
      network: setupNetwork,
      variables: { ...sources.variables, ...environment.variables },
      readOnly: sources.readOnly,
    });
    const printed = hidePlaces(withRefusals(result), { root: path, home });
    const log = `$ ${step.argv.join(' ')}\n${await secrets.mask(printed)}`;
    logs.push(log);
    if (result.exitCode !== 0) {
      const how = result.timedOut
        ? `took longer than ${step.timeoutSeconds} s`
        : `ended with exit ${result.exitCode}`;
      const shown = await secrets.mask(step.argv.join(' '));
      throw new CatalogueError('setup-failed', `\`${shown}\` ${how}.\n${tail(log, 1500)}`);
    }
  }
  return logs;
}

async function runCheck(
  { sandbox, secrets }: CheckRunnerOptions,
  states: CheckoutStates,
  versionOf: VersionOf,
  checkout: Checkout,
  check: CommandCheck,
  environment: Environment,
): Promise<CheckObservation> {
  const state = await states.of(checkout);
  const where = { root: checkout.path, cwd: check.cwd, home: state.home };
  try {
    const toolchain = await versionOf(check.argv[0] ?? '', where);
    const watched = await runWatched(sandbox, state, check, environment, where);
    const { changed } = watched;
    const result = withoutPlaces(watched.result, where);
    const count = countTests(result.output);
    const judgement = judge(check, { result, count, changed, changedBefore: state.spoiled });
    const isVoid = changed.length > 0 || state.spoiled.length > 0;
    // The next check runs on the commit again.
    state.spoiled = await state.tracked.restore();
    return {
      ...observed(check, result, toolchain),
      result: judgement.result,
      summary: (await secrets.mask(judgement.summary)).slice(0, 2000).toWellFormed(),
      testsExecuted: count?.executed ?? null,
      logTail: tail(await secrets.mask(withRefusals(result)), LOG_TAIL),
      treeChanged: isVoid,
    };
  } catch (error) {
    if (!isAboutTheTree(error)) throw error;
    // The commit itself makes the check impossible (its directory is gone, or a link): a failure, not an accident.
    return { ...observed(check, NOT_RUN, ''), summary: error.message.slice(0, 2000) };
  }
}

async function runWatched(
  sandbox: Sandbox,
  state: CheckoutState,
  check: CommandCheck,
  environment: Environment,
  where: { root: string; cwd: string; home: string },
): Promise<{ result: SandboxResult; changed: string[] }> {
  const oracle = 'oracle' in check ? check.oracle : [];
  await using _laid = await layOracleFiles(where.root, oracle);
  await state.tracked.begin(oracle.map(({ path }) => path));
  const result = await sandbox.run({
    ...where,
    argv: check.kind === 'same-output' ? [...STDOUT_ONLY, ...check.argv] : check.argv,
    timeoutSeconds: check.timeoutSeconds,
    network: 'granted',
    variables: environment.variables,
    maximumOutputBytes: OUTPUT_AT_MOST,
  });
  return { result, changed: await state.tracked.changed() };
}

/** What is printed of this one checkout’s place is no part of what a check says: another checkout has another. */
function withoutPlaces(result: SandboxResult, places: Places): SandboxResult {
  const output = hidePlaces(result.output, places);
  return output === result.output
    ? result
    : { ...result, output, outputDigest: digestText(output) };
}

/** What a check wanted of the network and did not get may be why it is red. */
function withRefusals({ output, refused = [] }: SandboxResult): string {
  return refused.length === 0 ? output : `${output.trimEnd()}\n${refusedLine(refused)}\n`;
}

const NOT_RUN: SandboxResult = {
  exitCode: null,
  timedOut: false,
  output: '',
  outputDigest: digestText(''),
  durationMs: 0,
};

function observed(check: CommandCheck, result: SandboxResult, toolchain: string): CheckObservation {
  return {
    checkId: check.id,
    result: 'fail',
    summary: '',
    exitCode: result.exitCode,
    testsExecuted: null,
    durationMs: result.durationMs,
    logDigest: result.outputDigest,
    logTail: '',
    toolchain,
    treeChanged: false,
  };
}

function isAboutTheTree(error: unknown): error is Error {
  if (error instanceof OracleProblem) return true;
  return error instanceof CatalogueError && error.code === 'workspace-broken';
}

/** The last characters, from the start of a line where that is near. */
function tail(text: string, length: number): string {
  if (text.length <= length) return text.toWellFormed();
  const cut = text.slice(-length);
  const line = cut.indexOf('\n');
  return (line >= 0 && line < length / 4 ? cut.slice(line + 1) : cut).toWellFormed();
}

async function digestFiles(
  root: string,
  paths: readonly string[],
): Promise<Record<string, string | null>> {
  const digests = paths.map(async (path): Promise<[string, string | null]> => {
    const text = await readFile(join(root, path), 'utf8').catch(() => null);
    return [path, text === null ? null : digestText(text)];
  });
  return Object.fromEntries(await Promise.all(digests));
}
