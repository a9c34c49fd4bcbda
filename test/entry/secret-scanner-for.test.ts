import { expect, it } from 'vitest';
import { MODEL_KEY_NAMES } from '../../src/adapters/model/resolve-model.ts';
import { secretScannerFor } from '../../src/entry/secret-scanner-for.ts';

const masks = async (environment: Record<string, string>, text: string): Promise<boolean> =>
  (await secretScannerFor({ token: 'the-token-of-the-job', environment }).mask(text)) !== text;

it.each([
  ...MODEL_KEY_NAMES,
  ...['GITHUB_TOKEN', 'ACTIONS_RUNTIME_TOKEN', 'ACTIONS_ID_TOKEN_REQUEST_TOKEN', 'NODE_AUTH_TOKEN'],
  ...['INPUT_GITHUB-TOKEN', 'AWS_SECRET_ACCESS_KEY', 'DB_PASSWORD', 'npm_config__authToken'],
])('the value of %s is never written', async (name) => {
  expect(await masks({ [name]: 'plain words of theirs' }, 'a plain words of theirs b')).toBe(true);
});

it.each([
  ['PATH', '/usr/local/bin:/usr/bin'],
  ['HOME', '/home/runner'],
  ['GOOGLE_APPLICATION_CREDENTIALS', '/home/runner/key.json'],
  ['CI_TOKEN', 'true'],
  ['RUNNER_NAME', 'the name of a runner'],
])('%s=%s is no secret', async (name, value) => {
  expect(await masks({ [name]: value }, `a ${value} b`)).toBe(false);
});

it('the job’s token is one', async () => {
  expect(await masks({}, 'with the-token-of-the-job in it')).toBe(true);
});
