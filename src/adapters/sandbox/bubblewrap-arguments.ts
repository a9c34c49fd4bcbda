import { join } from 'node:path';
import type { Limits } from './limits.ts';
import { behindRelay, RELAY_NODE, RELAY_SOCKET } from './network-relay.ts';

/** What bubblewrap can be asked for on this machine, weakest last. */
export interface Confinement {
  /** `--disable-userns` exists from bubblewrap 0.8 on; `--size` does there too. */
  disableUserNamespaces: boolean;
  ownNetwork: boolean;
  /** For `--seccomp`; null: none for this processor, or this kernel takes none. */
  systemCalls: Buffer | null;
  /** Path of prlimit, or null when it is not installed. */
  prlimit: string | null;
  /** Limits of our own that nobody may raise, by prlimit’s name; the sandbox’s are never above them. */
  hardLimits: Readonly<Record<string, number>>;
}

/** One mount of the sandbox, in the order they are laid. */
export type Mount =
  | { kind: 'read-only' | 'writable'; source: string; target: string }
  | { kind: 'link'; source: string; target: string };

/** HOME as programs in the sandbox see it. */
export const INNER_HOME = '/home/contractor';
const INNER_TMP = '/tmp';

export interface Layout {
  root: string;
  cwd: string;
  tmp: string;
  home: string;
  /** Null when there is none: then there is nothing to protect. */
  gitDirectory: string | null;
  mounts: readonly Mount[];
}

/**
 * The argument list for bwrap: everything apart, nothing but the named mounts visible, `root` writable, its `.git`
 * not. Order matters: a later mount covers an earlier one.
 */
export function bubblewrapArguments(run: {
  layout: Layout;
  confinement: Confinement;
  limits: Limits;
  network: 'none' | 'granted' | 'open';
  /** Where the filtering proxy listens, and a Node to reach it with: with granted hosts only. */
  proxy: { socket: string; node: string } | null;
  environment: Readonly<Record<string, string>>;
  argv: readonly string[];
}): string[] {
  const { layout, confinement } = run;
  const program = limited(run.argv, run.limits, confinement);
  return [
    ...[
      '--unshare-user',
      '--unshare-pid',
      '--unshare-ipc',
      '--unshare-uts',
      '--unshare-cgroup-try',
    ],
    ...(confinement.ownNetwork && run.network !== 'open' ? ['--unshare-net'] : []),
    ...(confinement.disableUserNamespaces ? ['--disable-userns'] : []),
    // Where its process 1 is told of: bwrap itself may end a moment before it.
    ...['--info-fd', '3'],
    ...['--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--hostname', 'contractor'],
    '--clearenv',
    ...Object.entries(run.proxy ? {} : run.environment).flatMap(([name, value]) => [
      ...['--setenv', name, value],
    ]),
    ...['--proc', '/proc', '--dev', '/dev'],
    ...(confinement.disableUserNamespaces ? sharedMemory(run.limits) : []),
    ...['--bind', layout.tmp, INNER_TMP, '--bind', layout.home, INNER_HOME],
    ...layout.mounts.flatMap(mountArguments),
    ...['--bind', layout.root, layout.root],
    ...(layout.gitDirectory ? ['--ro-bind', layout.gitDirectory, layout.gitDirectory] : []),
    ...(run.proxy ? ['--ro-bind', run.proxy.node, RELAY_NODE] : []),
    ...(run.proxy ? ['--ro-bind', run.proxy.socket, RELAY_SOCKET] : []),
    // What holds the mounts is memory too, and no place to write.
    ...['--remount-ro', '/dev', '--remount-ro', '/'],
    ...['--chdir', join(layout.root, layout.cwd)],
    '--',
    ...(run.proxy ? behindRelay(program, run.environment) : program),
  ];
}

/** Where control groups count no memory, this alone bounds what lies in /dev/shm: no process’s end would give it back. */
function sharedMemory({ totalMemoryBytes }: Limits): string[] {
  const size = String(Math.floor(totalMemoryBytes / 2));
  return ['--perms', '1777', '--size', size, '--tmpfs', '/dev/shm'];
}

function mountArguments(mount: Mount): string[] {
  if (mount.kind === 'link') return ['--symlink', mount.source, mount.target];
  return [mount.kind === 'read-only' ? '--ro-bind' : '--bind', mount.source, mount.target];
}

/** When memory runs out the kernel ends the sandbox first, not us. The program is `$@`, never part of the script. */
const FIRST_TO_GO = 'echo 1000 2>/dev/null >/proc/self/oom_score_adj; exec "$@"';

function limited(argv: readonly string[], limits: Limits, confinement: Confinement): string[] {
  const first = ['/bin/sh', '-c', FIRST_TO_GO, 'sandbox', ...argv];
  if (!confinement.prlimit) return first;
  const bounds = Object.entries({
    nproc: limits.processes,
    fsize: limits.fileBytes,
    nofile: limits.openFiles,
    core: 0,
    ...(limits.memoryBytes === null ? {} : { data: limits.memoryBytes }),
  }).map(([name, value]) => `--${name}=${Math.min(value, confinement.hardLimits[name] ?? value)}`);
  return [confinement.prlimit, ...bounds, '--', ...first];
}
