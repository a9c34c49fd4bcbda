import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { chooseSandbox } from '../../../src/adapters/sandbox/choose-sandbox.ts';

const caller = { PATH: process.env.PATH, HOME: process.env.HOME };
let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'fake-bwrap-'));
  return () => rm(directory, { recursive: true });
});

/** A bwrap that fails as the real one does where the system does not let it. */
async function failing(words: string): Promise<string> {
  const path = join(directory, 'bwrap');
  await writeFile(path, `#!/bin/sh\necho '${words.replaceAll("'", "'\\''")}' >&2\nexit 1\n`);
  await chmod(path, 0o755);
  return path;
}

describe('a bwrap that the system does not let', () => {
  it.each([
    ['bwrap: setting up uid map: Permission denied', /AppArmor .* bwrap alone/],
    ['bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted', /AppArmor .* bwrap alone/],
    [
      'bwrap: No permissions to create new namespace, likely because the kernel does not allow non-privileged user namespaces. See <https://deb.li/bubblewrap> or <file:///usr/share/doc/bubblewrap/README.Debian.gz>.',
      /seccomp .*unprivileged_userns_clone=1/,
    ],
    ['bwrap: Creating new namespace failed: Operation not permitted', /seccomp/],
    ['bwrap: Creating new namespace failed: No space left on device', /max_user_namespaces/],
    ["bwrap: Can't mount proc on /newroot/proc: Operation not permitted", /unmasked \/proc/],
  ])('%s', async (words, meaning) => {
    const bubblewrap = await failing(words);
    const sandbox = chooseSandbox({ asked: 'S3', caller, bubblewrap });
    const attempt = sandbox.probe();
    await expect(attempt).rejects.toMatchObject({ code: 'sandbox-too-weak' });
    await expect(attempt).rejects.toThrow(meaning);
    // What it said stands there too, once, for whoever knows better.
    const { message } = (await attempt.catch((error) => error)) as Error;
    expect(message.split(words)).toHaveLength(2);
    expect(message).toContain('Asked: S3, reached: S0 (none)');
  });

  it('is no obstacle where configuration asks for less, and the policy says what was reached', async () => {
    const bubblewrap = await failing('bwrap: setting up uid map: Permission denied');
    const policy = await chooseSandbox({ asked: 'S0', caller, bubblewrap }).probe();
    expect(policy).toMatchObject({
      asked: 'S0',
      reached: 'S0',
      mechanism: 'none',
      network: 'open',
    });
  });

  it('says only what it said where nobody knows what it means', async () => {
    const sandbox = chooseSandbox({ asked: 'S1', caller, bubblewrap: await failing('bwrap: odd') });
    await expect(sandbox.probe()).rejects.toThrow(/bwrap: odd\.$/);
  });
});
