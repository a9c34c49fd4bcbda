import { createSecretScanner, type SecretScanner } from '../adapters/secrets/secret-scanner.ts';
import type { RepositoryInput } from './repository-input.ts';

/** Variables with such a name hold a secret: a job’s tokens, model keys, whatever else a workflow passes. */
const NAME_OF_SECRET =
  /(?:TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?|(?:API|MODEL|ACCESS|PRIVATE|SIGNING)_?KEY)$/i;
/** Where a file lies is none, whatever the variable is called. */
const PATH = /^(?:\/[\w.@-]+){2,}$/;

/** Knows the values that must never be written or posted, whatever they look like. */
export function secretScannerFor({
  token,
  environment,
}: Pick<RepositoryInput, 'token' | 'environment'>): SecretScanner {
  const named = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && NAME_OF_SECRET.test(name) && !PATH.test(value) ? [value] : [],
  );
  return createSecretScanner([token, ...named]);
}
