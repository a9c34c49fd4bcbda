import { existsSync } from 'node:fs';
import { describe } from 'vitest';

/**
 * A suite that needs bubblewrap. Without it the tests fail (they must not vanish from a CI that forgot to install it),
 * unless CONTRACTOR_TEST_NO_BWRAP=1 turns them into skips that the report shows.
 */
export const describeConfined =
  process.env.CONTRACTOR_TEST_NO_BWRAP === '1' ? describe.skip : describe;

export function requireBubblewrap(): void {
  if (existsSync('/usr/bin/bwrap') || existsSync('/usr/local/bin/bwrap')) return;
  throw new Error(
    'bubblewrap is not installed: install the package "bubblewrap", or set CONTRACTOR_TEST_NO_BWRAP=1 to skip',
  );
}
