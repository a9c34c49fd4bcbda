import { realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SandboxResult, SandboxRun } from '../../ports.ts';
import { runLogged } from '../process.ts';
import { bubblewrapArguments, type Confinement, INNER_HOME } from './bubblewrap-arguments.ts';
import { type GroupParents, makeControlGroup } from './control-group.ts';
import { type FilteringProxy, type Lookup, startFilteringProxy } from './filtering-proxy.ts';
import type { Limits } from './limits.ts';
import { firstProcess, namespaceEnd } from './namespace-end.ts';
import { PROXY_VARIABLES } from './network-relay.ts';
import { makePrivateDirectories } from './private-directories.ts';
import { guardResources } from './resource-guard.ts';
import { runEnvironment } from './run-environment.ts';
import { findRunPlace } from './run-place.ts';
import { identityMounts, readOnlyMounts, systemMounts } from './system-mounts.ts';
import type { Toolchain } from './toolchain.ts';

/** Package managers fail at once where there is no network, instead of trying for minutes. */
export const OFFLINE = {
  npm_config_offline: 'true',
  PIP_RETRIES: '0',
  CARGO_NET_OFFLINE: 'true',
  GOPROXY: 'off',
};

const NETWORK_VARIABLES = { none: OFFLINE, granted: PROXY_VARIABLES, open: {} };

export interface BubblewrapOptions {
  /** Path of bwrap. */
  program: string;
  toolchain: Toolchain;
  confinement: Confinement;
  limits: Limits;
  /** Where control groups can be made. */
  groups: GroupParents;
  /** Hosts that every run with granted network may reach. */
  hosts: readonly string[];
  lookup?: Lookup | undefined;
}

/**
 * Runs one program in namespaces of its own (docs/sandbox.md). When bwrap ends, for whatever reason, the kernel ends
 * every process in its pid namespace. bwrap itself gets no environment, since its own is readable from inside.
 */
export async function runInBubblewrap(
  options: BubblewrapOptions,
  run: SandboxRun,
): Promise<SandboxResult> {
  const { toolchain, confinement, limits } = options;
  const place = await findRunPlace(run);
  await using own = await makePrivateDirectories(run.home);
  const network = networkOf(options, run);
  // Before the mounts: a file that is to be mounted must exist.
  await using proxy = network === 'granted' ? await startProxy(options, run, own.base) : null;
  await using group = await makeControlGroup(options.groups, {
    processes: limits.processes,
    memoryBytes: limits.totalMemoryBytes,
  });
  const mounts = [
    ...(await systemMounts()),
    ...(await identityMounts(own.base, network === 'open' ? 'open' : 'none')),
    ...(await readOnlyMounts([...toolchain.readOnly, ...(run.readOnly ?? [])])),
  ];
  const inner = bubblewrapArguments({
    layout: { ...place, tmp: own.tmp, home: own.home, mounts },
    confinement,
    limits,
    network,
    proxy: proxy && { socket: proxy.socket, node: await realpath(process.execPath) },
    environment: runEnvironment({ ...NETWORK_VARIABLES[network], ...run.variables }, toolchain, {
      home: INNER_HOME,
      tmp: '/tmp',
    }),
    argv: run.argv,
  });
  const info: Buffer[] = [];
  const first = () => firstProcess(Buffer.concat(info).toString());
  await using guard = await guardResources({
    places: [place.root, own.tmp, own.home],
    diskBytes: limits.diskBytes,
    memoryBytes: options.groups.memory ? null : limits.totalMemoryBytes,
    processes: options.groups.pids ? null : limits.processes,
    first,
  });
  const end = await runLogged({
    argv: [...group.enter, ...(await filtered(options, own.base)), ...inner],
    cwd: '/',
    env: {},
    timeoutSeconds: run.timeoutSeconds,
    signal: run.signal,
    maximumOutputBytes: run.maximumOutputBytes,
    onReport: (chunk) => info.push(chunk),
  });
  await namespaceEnd(first());
  const exceeded = guard.exceeded();
  return {
    exitCode: end.timedOut || end.aborted ? null : end.exitCode,
    timedOut: end.timedOut,
    output: end.output.toString('utf8') + (exceeded ? tookTooMuch(exceeded) : ''),
    outputDigest: end.outputDigest,
    durationMs: end.durationMs,
    refused: proxy?.refused() ?? [],
  };
}

/** bwrap reads the filter from a descriptor that a shell opens; everything of ours is an argument, never its script. */
async function filtered({ program, confinement }: BubblewrapOptions, base: string) {
  if (confinement.systemCalls === null) return [program];
  const path = join(base, 'system-calls');
  await writeFile(path, confinement.systemCalls);
  const open = ['/bin/sh', '-c', 'exec 4<"$1" && shift && exec "$@"', 'filtered', path];
  return [...open, program, '--seccomp', '4'];
}

const tookTooMuch = (what: string): string =>
  `\n[sandbox] ended: it took too much ${what} (docs/sandbox.md, Limits)\n`;

/** Without a grant there is none; without a network of its own the host’s is seen, and the policy says so. */
function networkOf({ hosts, confinement }: BubblewrapOptions, run: SandboxRun) {
  if (run.network !== 'granted') return run.network;
  if (hosts.length + (run.hosts ?? []).length === 0) return 'none';
  return confinement.ownNetwork ? 'granted' : 'open';
}

async function startProxy(
  { hosts, lookup }: BubblewrapOptions,
  run: SandboxRun,
  base: string,
): Promise<FilteringProxy & { socket: string }> {
  const socket = join(base, 'proxy.sock');
  const grants = [...hosts, ...(run.hosts ?? [])];
  return { ...(await startFilteringProxy({ socket, grants, lookup })), socket };
}
