import type { lookup as dnsLookup, LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import { Agent } from 'node:http';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { canonicalHost, refusalOf } from '../../core/rules/sandbox/granted-hosts.ts';
import type { RefusedConnection } from '../../core/rules/sandbox/refused-connections.ts';

/** All addresses of a name. The system’s resolver when nothing else is said. */
export type Lookup = (host: string) => Promise<LookupAddress[]>;

export interface FilteringProxy extends AsyncDisposable {
  /** What was refused so far, each target once with its count. */
  refused(): RefusedConnection[];
}

/** Distinct targets that are listed; a program that tries more is counted under one name. */
const MOST_TARGETS = 50;
const MOST_CONNECTIONS = 256;

/**
 * An HTTP proxy (CONNECT, and plain HTTP) on a Unix socket that leads to the granted hosts and nowhere else
 * (docs/adr/0009). Names are resolved here and once: the connection goes to the very address that was judged. One that
 * is not public is refused unless it is granted as an address too. TLS stays closed: what is inside is not looked at.
 */
export async function startFilteringProxy(options: {
  socket: string;
  grants: readonly string[];
  lookup?: Lookup | undefined;
}): Promise<FilteringProxy> {
  const { RequestError, Server } = await import('proxy-chain');
  const { grants, lookup = (host) => systemLookup(host, { all: true }) } = options;
  const refusals = countRefusals();
  const agent = new Agent({ keepAlive: false });

  const proxy = new Server({
    authRealm: 'contractor',
    async prepareRequestFunction({ hostname, port }) {
      const host = canonicalHost(hostname);
      const refuse = (reason: RefusedConnection['reason'], status = 403) => {
        refusals.add({ host: host.slice(0, 253), port, reason });
        return new RequestError(`contractor sandbox: ${reason}\n`, status);
      };
      const refusal = refusalOf(grants, { host, port });
      if (refusal) throw refuse(refusal);
      const addresses = await lookup(host).catch(() => []);
      if (addresses.length === 0) throw refuse('not found', 502);
      const usable = addresses.filter(
        ({ address }) => isPublic(address) || refusalOf(grants, { host: address, port }) === null,
      );
      if (usable.length === 0) throw refuse('leads to an address that is not public');
      return { dnsLookup: always(usable), httpAgent: agent };
    },
  });

  const { server } = proxy;
  // The package takes a socket without a remote address for a broken one, and those of a Unix socket have none.
  server.prependListener('connection', (socket) => {
    Object.defineProperty(socket, 'remoteAddress', { value: '127.0.0.1' });
  });
  server.maxConnections = MOST_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.socket, () => {
      server.off('error', reject).on('error', () => undefined);
      resolve();
    });
  });
  return {
    refused: refusals.read,
    async [Symbol.asyncDispose]() {
      agent.destroy();
      await proxy.close(true);
    },
  };
}

/** Neither private, loopback, link-local (a cloud’s metadata), reserved, nor one of these in an IPv6 disguise. */
export function isPublic(address: string): boolean {
  const plain = address.replace(/%.*$/, '');
  return ipaddr.isValid(plain) && ipaddr.process(plain).range() === 'unicast';
}

/** For Node’s connect: these addresses, whatever is asked now. The package wants the type of `dns.lookup`, promises and all. */
function always(addresses: readonly LookupAddress[]): typeof dnsLookup {
  const answer: LookupFunction = (_host, options, done) => {
    const [first] = addresses;
    if (options.all) done(null, [...addresses]);
    else if (first) done(null, first.address, first.family);
  };
  return answer as typeof dnsLookup;
}

function countRefusals() {
  const known = new Map<string, RefusedConnection>();
  const keyOf = ({ host, port, reason }: Omit<RefusedConnection, 'times'>) =>
    `${host}:${port} ${reason}`;
  return {
    add(one: Omit<RefusedConnection, 'times'>) {
      const listed = known.has(keyOf(one)) || known.size < MOST_TARGETS;
      const target = listed ? one : { ...one, host: 'others', port: 0 };
      const times = known.get(keyOf(target))?.times ?? 0;
      known.set(keyOf(target), { ...target, times: times + 1 });
    },
    read: () => [...known.values()],
  };
}
