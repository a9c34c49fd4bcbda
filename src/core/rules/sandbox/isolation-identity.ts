import type { SandboxPolicy } from '../../schema/checkpoint.ts';

/** What makes one sandbox policy another, readable: level asked and reached, mechanism, network with its granted hosts. */
export function isolationIdentity(policy: SandboxPolicy): string {
  const { asked, reached, mechanism, network, hosts = [] } = policy;
  const granted = hosts.length > 0 ? ` (${hosts.join(', ')})` : '';
  return `${asked}/${reached} by ${mechanism}, network ${network}${granted}`;
}
