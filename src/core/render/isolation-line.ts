import type { SandboxPolicy } from '../schema/checkpoint.ts';

/** `isolation: S3 (bubblewrap, no network)`: what agent and checks run in, and what of it does not hold here. */
export function isolationLine(policy: SandboxPolicy | null): string[] {
  if (policy === null) return [];
  const { asked, reached, mechanism, probes } = policy;
  const broken = Object.entries(probes).flatMap(([name, held]) => (held ? [] : [name]));
  const parts = [
    mechanism === 'none' ? 'no bubblewrap' : mechanism,
    network(policy),
    ...(asked === reached ? [] : [`asked for ${asked}`]),
    ...(broken.length > 0 ? [`does not hold: ${broken.join(', ')}`] : []),
  ];
  return [`isolation: ${reached} (${parts.join('; ')})`];
}

function network({ network: kind, hosts = [] }: SandboxPolicy): string {
  if (kind === 'open') return 'open network';
  if (kind === 'none') return 'no network';
  return `no network but ${hosts.length} granted host${hosts.length === 1 ? '' : 's'}`;
}
