import { readFile } from 'node:fs/promises';
import type { SandboxPolicy } from '../../core/schema/checkpoint.ts';

/** What bwrap says when the system does not let it, what that means, and what helps. The first that fits. */
const MEANINGS: readonly { said: RegExp; means: string }[] = [
  {
    // AppArmor lets the namespace be made and takes its capabilities away: the first thing that needs one fails.
    said: /setting up uid map: Permission denied|loopback: Failed RTM_NEWADDR: Operation not permitted/,
    means:
      'AppArmor restricts user namespaces here, as on Ubuntu 23.10 and later: load a profile that allows them for bwrap alone, as the step "Allow bubblewrap its user namespace" of the example workflow does (docs/sandbox.md).',
  },
  {
    said: /No permissions to creat(?:e|ing) (?:a )?new namespace|Creating new namespace failed: (?:Operation not permitted|Permission denied)/,
    means:
      'The kernel or a container’s seccomp profile forbids user namespaces: set kernel.unprivileged_userns_clone=1, or start the container with a profile that allows clone, unshare and mount (docs/sandbox.md).',
  },
  {
    said: /Creating new namespace failed: No space left on device|max_\w+_namespaces/,
    means: 'No user namespace is left: raise user.max_user_namespaces (docs/sandbox.md).',
  },
  {
    said: /Can't mount proc|mounting proc/i,
    means:
      'The container masks parts of /proc, so that no new one may be mounted: start it with an unmasked /proc (docs/sandbox.md).',
  },
];

/** Why the level that is asked was not reached, and what to do: the detail of `sandbox-too-weak`. */
export async function explainFailure(what: {
  asked: SandboxPolicy['asked'];
  best: SandboxPolicy | null;
  /** What each mechanism that could not even be probed said. */
  failures: readonly string[];
  /** No bwrap is installed. */
  missing: boolean;
}): Promise<string> {
  const { asked, best, failures, missing } = what;
  const reached = best ? `${best.reached} (${best.mechanism})` : 'nothing';
  const broken = Object.entries(best?.probes ?? {}).flatMap(([name, held]) => (held ? [] : [name]));
  const meaning = MEANINGS.find(({ said }) => failures.some((failure) => said.test(failure)));
  const restricted = meaning === undefined && !missing && (await isRestrictedByAppArmor());
  return [
    `Asked: ${asked}, reached: ${reached}.`,
    broken.length > 0 ? `What did not hold: ${broken.join(', ')}.` : '',
    missing ? 'bubblewrap (bwrap) is not installed.' : '',
    ...new Set(failures.map((failure) => `${failure}.`)),
    restricted ? (MEANINGS[0]?.means ?? '') : (meaning?.means ?? ''),
  ]
    .filter(Boolean)
    .join(' ');
}

async function isRestrictedByAppArmor(): Promise<boolean> {
  const path = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns';
  const value = await readFile(path, 'utf8').catch(() => '0');
  return value.trim() === '1' && process.getuid?.() !== 0;
}
