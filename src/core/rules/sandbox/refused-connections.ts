/** Where a sandboxed program wanted to go and could not, and how often. `host` is what it said: untrusted. */
export interface RefusedConnection {
  host: string;
  port: number;
  reason:
    | 'not granted'
    | 'port not granted'
    | 'not found'
    | 'leads to an address that is not public';
  times: number;
}

const MOST_TOLD = 10;

/** One line for whoever reads the program’s output. */
export function refusedLine(refused: readonly RefusedConnection[]): string {
  const told = refused
    .slice(0, MOST_TOLD)
    .map(
      ({ host, port, reason, times }) =>
        `${host}:${port} (${reason}${times > 1 ? `, ${times} times` : ''})`,
    );
  const more = refused.length > MOST_TOLD ? `, and ${refused.length - MOST_TOLD} more` : '';
  return `[sandbox] no connection to ${told.join(', ')}${more}; sandbox.hosts in .github/contractor.yml grants hosts`;
}
