import { z } from 'zod';

const LABEL = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?';
/** What follows `*.`: two labels at least, the last one no number, so that it never covers an address or a whole TLD. */
const SUFFIX = `(?:${LABEL}\\.){1,20}[a-z][a-z0-9-]{0,62}`;
const NAME = `(?:${LABEL}\\.){0,20}${LABEL}`;
const IPV6 = '\\[[0-9a-f:.]{2,45}\\]';
const PORT = '[1-9]\\d{0,4}';

/**
 * One host that sandboxed programs may reach through the filtering proxy (docs/sandbox.md): `example.org`,
 * `*.example.org` (what is below it, not itself), `example.org:8443`, `10.0.0.5`, `[2001:db8::1]:443`.
 */
export const HostGrant = z
  .string()
  .max(260)
  .regex(
    new RegExp(`^(?:\\*\\.${SUFFIX}|${NAME}|${IPV6})(?::${PORT})?$`, 'i'),
    'Give a host as name, *.name or address, with :port if it is not 80 or 443; no scheme, no path.',
  )
  .describe('name, *.name or address; :port unless it is 80 or 443');
export type HostGrant = z.infer<typeof HostGrant>;
