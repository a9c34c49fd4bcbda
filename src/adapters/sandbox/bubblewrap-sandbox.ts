import type { SandboxResult, SandboxRun } from '../../ports.ts';
import { runLogged } from '../process.ts';
import {
  bubblewrapArguments,
  type Confinement,
  INNER_HOME,
  type Limits,
} from './bubblewrap-arguments.ts';
import { makePrivateDirectories } from './private-directories.ts';
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
const withoutNetwork = ({ network }: SandboxRun) => (network === 'none' ? OFFLINE : {});

export interface BubblewrapOptions {
  /** Path of bwrap. */
  program: string;
  toolchain: Toolchain;
  confinement: Confinement;
  limits: Limits;
}

/**
 * Runs one program in namespaces of its own (docs/sandbox.md). When bwrap ends, for whatever reason, the kernel ends
 * every process in its pid namespace. bwrap itself gets no environment, since its own is readable from inside.
 */
export async function runInBubblewrap(
  options: BubblewrapOptions,
  run: SandboxRun,
): Promise<SandboxResult> {
  const place = await findRunPlace(run);
  await using own = await makePrivateDirectories(run.home);
  const mounts = [
    ...(await systemMounts()),
    ...(await identityMounts(own.base, run.network)),
    ...(await readOnlyMounts([...options.toolchain.readOnly, ...(run.readOnly ?? [])])),
  ];
  const inner = bubblewrapArguments({
    layout: { ...place, tmp: own.tmp, home: own.home, mounts },
    confinement: options.confinement,
    limits: options.limits,
    network: run.network,
    environment: runEnvironment({ ...withoutNetwork(run), ...run.variables }, options.toolchain, {
      home: INNER_HOME,
      tmp: '/tmp',
    }),
    argv: run.argv,
  });
  const end = await runLogged({
    argv: [options.program, ...inner],
    cwd: '/',
    env: {},
    timeoutSeconds: run.timeoutSeconds,
    signal: run.signal,
    maximumOutputBytes: run.maximumOutputBytes,
  });
  return {
    exitCode: end.timedOut || end.aborted ? null : end.exitCode,
    timedOut: end.timedOut,
    output: end.output.toString('utf8'),
    outputDigest: end.outputDigest,
    durationMs: end.durationMs,
  };
}
