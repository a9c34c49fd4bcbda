import type { HostGrant } from '../../schema/host-grant.ts';

/** Ports of a grant that names none. */
const WEB_PORTS = [80, 443];

interface Grant {
  host: string;
  below: boolean;
  ports: readonly number[];
}

/** Why a connection may not be made; null: it is granted. Names are compared as names: what they lead to is not known here. */
export function refusalOf(
  grants: readonly HostGrant[],
  target: { host: string; port: number },
): 'not granted' | 'port not granted' | null {
  const host = canonicalHost(target.host);
  const matching = grants.map(readGrant).filter((grant) => covers(grant, host));
  if (matching.length === 0) return 'not granted';
  return matching.some(({ ports }) => ports.includes(target.port)) ? null : 'port not granted';
}

/** Small letters, no final dot, an IPv6 address in its shortest form and without brackets. */
export function canonicalHost(host: string): string {
  const plain = host.toLowerCase().replace(/\.$/, '');
  if (!plain.includes(':')) return plain;
  const url = `x://[${plain.replace(/^\[|\]$/g, '')}]`;
  return URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : plain;
}

/** Grants in one order and without doubles: part of what a sandbox’s policy is. */
export function canonicalGrants(grants: readonly HostGrant[]): string[] {
  return [...new Set(grants.map((grant) => grant.toLowerCase()))].sort();
}

function readGrant(grant: HostGrant): Grant {
  // An IPv6 address stands in brackets, so the last colon outside them begins the port.
  const [, host = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(grant) ?? [];
  const below = host.startsWith('*.');
  return {
    host: canonicalHost(below ? host.slice(2) : host),
    below,
    ports: port === undefined ? WEB_PORTS : [Number(port)],
  };
}

/** What a wildcard ends with is no number (`HostGrant`), so that it covers no address, whatever its spelling. */
function covers(grant: Grant, host: string): boolean {
  if (!grant.below) return host === grant.host;
  return host.endsWith(`.${grant.host}`) && host.length > grant.host.length + 1;
}
