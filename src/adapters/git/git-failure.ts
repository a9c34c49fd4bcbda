import { CatalogueError } from '../../core/catalogue-error.ts';

/** What git said, as the cause of a catalogue error; secrets are masked before. */
export function gitFailed(args: readonly string[], exitCode: number | null, stderr: string) {
  const command = args[0] ?? 'git';
  const ended = exitCode === null ? 'was ended' : `ended with ${exitCode}`;
  return new CatalogueError('git-failed', `git ${command} ${ended}.`, {
    cause: new Error(stderr.trim() || `git ${command} said nothing`),
  });
}

/** The text without the secret, in the clear and in the base64 form it is sent in. */
export function mask(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret !== '')
    .reduce((masked, secret) => masked.replaceAll(secret, '***'), text);
}
