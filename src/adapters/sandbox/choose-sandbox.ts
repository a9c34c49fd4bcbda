import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { CatalogueError } from '../../core/catalogue-error.ts';
import { canonicalGrants } from '../../core/rules/sandbox/granted-hosts.ts';
import type { RefusedConnection } from '../../core/rules/sandbox/refused-connections.ts';
import type { SandboxPolicy } from '../../core/schema/checkpoint.ts';
import type { Sandbox, SandboxResult, SandboxRun } from '../../ports.ts';
import type { Confinement } from './bubblewrap-arguments.ts';
import { OFFLINE, runInBubblewrap } from './bubblewrap-sandbox.ts';
import { findGroupParents, type GroupParents } from './control-group.ts';
import { explainFailure } from './explain-failure.ts';
import type { Lookup } from './filtering-proxy.ts';
import { defaultLimits, type Limits, readHardLimits } from './limits.ts';
import { PROXY_VARIABLES } from './network-relay.ts';
import { RUN_MARKER, runPlain } from './plain-sandbox.ts';
import { LEVELS, type Level, levelReached, NO_NETWORK, probe } from './probes.ts';
import { systemCallFilter } from './system-call-filter.ts';
import { findToolchain, SYSTEM_PATH, type Toolchain } from './toolchain.ts';

export interface SandboxOptions {
  /** The level below which nothing runs. */
  asked: Level;
  /** The caller’s environment: where tools are found. Nothing else of it enters the sandbox. */
  caller: Readonly<Record<string, string | undefined>>;
  /** Hosts that runs with granted network may reach (docs/sandbox.md). */
  hosts?: readonly string[];
  /** Hears of connections that were refused, after each run that had some. */
  onRefused?: (refused: readonly RefusedConnection[]) => void;
  limits?: Partial<Limits>;
  /** Path of bwrap; looked up when left out; null: pretend that there is none. */
  bubblewrap?: string | null;
  /** Control groups to use; found when left out. */
  groups?: GroupParents;
  /** Resolves names for the filtering proxy; the system’s resolver when left out. */
  lookup?: Lookup;
}

interface Candidate {
  groups: GroupParents;
  mechanism: SandboxPolicy['mechanism'];
  run: (run: SandboxRun) => Promise<SandboxResult>;
}

interface Choice extends Candidate {
  policy: SandboxPolicy;
}

/**
 * The strongest sandbox this machine gives, chosen when it is first needed: bubblewrap with everything, then with
 * what older kernels and versions allow, then none. Probed from inside before anything runs in it.
 * Both methods throw CatalogueError `sandbox-too-weak` when the level asked for is not reached: it fails closed.
 */
export function chooseSandbox(options: SandboxOptions): Sandbox {
  let choice: Promise<Choice> | undefined;
  const chosen = () => {
    choice ??= choose(options);
    return choice;
  };
  return {
    probe: async () => (await chosen()).policy,
    run: async (run) => {
      const result = await (await chosen()).run(run);
      if (result.refused && result.refused.length > 0) options.onRefused?.(result.refused);
      return result;
    },
  };
}

async function choose(options: SandboxOptions): Promise<Choice> {
  const toolchain = await findToolchain(options.caller);
  const allowed = [
    ...ALLOWED_NAMES,
    ...[OFFLINE, PROXY_VARIABLES, toolchain.variables].flatMap(Object.keys),
  ];
  const failures: string[] = [];
  let best: Choice | null = null;
  for (const candidate of await candidates(options, toolchain)) {
    try {
      const probes = await probe(candidate.run, { allowed, groups: candidate.groups });
      const reached = levelReached(probes);
      const choice = reached && {
        ...candidate,
        policy: policyOf(options, candidate, reached, probes),
      };
      if (choice && (!best || rank(choice.policy.reached) > rank(best.policy.reached)))
        best = choice;
      if (reached === 'S3') break;
    } catch (error) {
      failures.push(`${candidate.mechanism}: ${(error as Error).message}`);
    }
  }
  if (best && rank(best.policy.reached) >= rank(options.asked)) return best;
  const missing = options.bubblewrap === null || (!options.bubblewrap && !(await find('bwrap')));
  const why = { asked: options.asked, best: best?.policy ?? null, failures, missing };
  throw new CatalogueError('sandbox-too-weak', await explainFailure(why));
}

/** Set by us, or by the shell and the loader of the system; anything else was inherited. */
const ALLOWED_NAMES = [
  'PATH',
  'HOME',
  'TMPDIR',
  'LANG',
  'CI',
  'PWD',
  'OLDPWD',
  'SHLVL',
  '_',
  RUN_MARKER,
];

const rank = (level: Level): number => LEVELS.indexOf(level);

function policyOf(
  options: SandboxOptions,
  { mechanism }: Candidate,
  reached: Level,
  probes: Record<string, boolean>,
): SandboxPolicy {
  const hosts = canonicalGrants(options.hosts ?? []);
  const granted = hosts.length > 0 ? { hosts } : {};
  const closed = hosts.length > 0 ? 'allow-list' : 'none';
  const network = probes[NO_NETWORK] ? closed : 'open';
  return { asked: options.asked, reached, mechanism, network, ...granted, probes };
}

async function candidates(options: SandboxOptions, toolchain: Toolchain): Promise<Candidate[]> {
  const program = options.bubblewrap === undefined ? await find('bwrap') : options.bubblewrap;
  const plain: Candidate = {
    mechanism: 'none',
    groups: {},
    run: (run) => runPlain(toolchain, run),
  };
  if (program === null) return [plain];
  const common = { prlimit: await find('prlimit'), hardLimits: await readHardLimits() };
  const groups = options.groups ?? (await findGroupParents());
  const systemCalls = systemCallFilter();
  const confinements: Confinement[] = [
    { disableUserNamespaces: true, ownNetwork: true, systemCalls, ...common },
    { disableUserNamespaces: true, ownNetwork: true, systemCalls: null, ...common },
    { disableUserNamespaces: false, ownNetwork: true, systemCalls, ...common },
    { disableUserNamespaces: false, ownNetwork: false, systemCalls, ...common },
  ];
  const settings = {
    ...{ program, toolchain, groups, lookup: options.lookup },
    limits: { ...defaultLimits(), ...options.limits },
    hosts: canonicalGrants(options.hosts ?? []),
  };
  const confined = confinements.map(
    (confinement): Candidate => ({
      mechanism: 'bubblewrap',
      groups,
      run: (run) => runInBubblewrap({ ...settings, confinement }, run),
    }),
  );
  return [...confined, plain];
}

/** Only system directories: a bwrap that something put into the caller’s PATH is not what we want to trust. */
async function find(program: string): Promise<string | null> {
  for (const directory of SYSTEM_PATH) {
    const path = join(directory, program);
    const usable = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (usable) return path;
  }
  return null;
}
