import { CatalogueError } from '../core/catalogue-error.ts';
import type { Ports } from '../ports.ts';

/**
 * Before any model is asked: a token that could not deliver ends the task here (design §8). The ledger and our comment were
 * written already, so only what they do not show is asked. @throws CatalogueError `token-read-only`
 */
export async function preflight({ tracker }: Pick<Ports, 'tracker'>): Promise<void> {
  const missing = await tracker.missingRights();
  if (missing.length > 0)
    throw new CatalogueError('token-read-only', `It lacks ${missing.join(' and ')}.`);
}
