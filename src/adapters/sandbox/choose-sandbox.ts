import { constants } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CatalogueError } from '../../core/catalogue-error.ts';
import type { SandboxPolicy } from '../../core/schema/checkpoint.ts';
import type { Sandbox, SandboxResult, SandboxRun } from '../../ports.ts';
import { type Confinement, DEFAULT_LIMITS, type Limits } from './bubblewrap-arguments.ts';
import { OFFLINE, runInBubblewrap } from './bubblewrap-sandbox.ts';
import { RUN_MARKER, runPlain } from './plain-sandbox.ts';
import { LEVELS, type Level, levelReached, probe } from './probes.ts';
import { findToolchain, SYSTEM_PATH, type Toolchain } from './toolchain.ts';

export interface SandboxOptions {
  /** The level below which nothing runs. */
  asked: Level;
  /** The caller’s environment: where tools are found. Nothing else of it enters the sandbox. */
  caller: Readonly<Record<string, string | undefined>>;
  limits?: Partial<Limits>;
  /** Path of bwrap; looked up when left out; null: pretend that there is none. */
  bubblewrap?: string | null;
}

interface Candidate {
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
    run: async (run) => (await chosen()).run(run),
  };
}

async function choose(options: SandboxOptions): Promise<Choice> {
  const toolchain = await findToolchain(options.caller);
  const allowed = [...ALLOWED_NAMES, ...Object.keys(OFFLINE), ...Object.keys(toolchain.variables)];
  const failures: string[] = [];
  let best: Choice | null = null;
  for (const candidate of await candidates(options, toolchain)) {
    try {
      const probes = await probe(candidate.run, allowed);
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
  throw new CatalogueError('sandbox-too-weak', await explain(options, best, failures));
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
  { asked }: SandboxOptions,
  { mechanism }: Candidate,
  reached: Level,
  probes: Record<string, boolean>,
): SandboxPolicy {
  return { asked, reached, mechanism, network: probes['no network'] ? 'none' : 'open', probes };
}

async function candidates(options: SandboxOptions, toolchain: Toolchain): Promise<Candidate[]> {
  const program = options.bubblewrap === undefined ? await find('bwrap') : options.bubblewrap;
  const plain: Candidate = { mechanism: 'none', run: (run) => runPlain(toolchain, run) };
  if (program === null) return [plain];
  const prlimit = await find('prlimit');
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const confinements: Confinement[] = [
    { disableUserNamespaces: true, ownNetwork: true, prlimit },
    { disableUserNamespaces: false, ownNetwork: true, prlimit },
    { disableUserNamespaces: false, ownNetwork: false, prlimit },
  ];
  const confined = confinements.map(
    (confinement): Candidate => ({
      mechanism: 'bubblewrap',
      run: (run) => runInBubblewrap({ program, toolchain, confinement, limits }, run),
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

async function explain(
  options: SandboxOptions,
  best: Choice | null,
  failures: readonly string[],
): Promise<string> {
  const reached = best ? `${best.policy.reached} (${best.mechanism})` : 'nothing';
  const broken = Object.entries(best?.policy.probes ?? {}).flatMap(([name, held]) =>
    held ? [] : [name],
  );
  const missing = options.bubblewrap === null || (!options.bubblewrap && !(await find('bwrap')));
  const parts = [
    `Asked: ${options.asked}, reached: ${reached}.`,
    broken.length > 0 ? `What did not hold: ${broken.join(', ')}.` : '',
    missing ? 'bubblewrap (bwrap) is not installed.' : '',
    ...new Set(failures.map((failure) => `${failure}.`)),
    !missing && (await isRestrictedByAppArmor())
      ? 'AppArmor restricts user namespaces here (Ubuntu 24.04): load a profile that allows them for bwrap alone (docs/sandbox.md).'
      : '',
  ];
  return parts.filter(Boolean).join(' ');
}

async function isRestrictedByAppArmor(): Promise<boolean> {
  const path = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns';
  const value = await readFile(path, 'utf8').catch(() => '0');
  return value.trim() === '1' && process.getuid?.() !== 0;
}
