import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findToolchain, SYSTEM_PATH } from '../../../src/adapters/sandbox/toolchain.ts';

/** Under the working directory’s file system root, not under /usr and not under HOME. */
let base: string;

beforeAll(async () => {
  base = await mkdtemp('/tmp/toolchain-');
});
afterAll(() => rm(base, { recursive: true }));

async function program(path: string): Promise<void> {
  await mkdir(dirname(join(base, path)), { recursive: true });
  await writeFile(join(base, path), '#!/bin/sh\n');
  await chmod(join(base, path), 0o755);
}

async function link(path: string, target: string): Promise<void> {
  await mkdir(dirname(join(base, path)), { recursive: true });
  await symlink(target, join(base, path));
}

describe('findToolchain', () => {
  it('brings the installation prefix of a tool, and its PATH entry first', async () => {
    await program('cache/node/24/x64/bin/node');
    const found = await findToolchain({
      HOME: join(base, 'home'),
      PATH: `${base}/cache/node/24/x64/bin:/usr/bin`,
    });
    expect(found.path).toEqual([`${base}/cache/node/24/x64/bin`, ...SYSTEM_PATH]);
    expect(found.readOnly).toEqual([`${base}/cache/node/24/x64`]);
  });

  it('brings the package a linked program belongs to', async () => {
    await program('app/node_modules/node/bin/node');
    await link('app/node_modules/.bin/node', '../node/bin/node');
    const found = await findToolchain({ HOME: '/home/x', PATH: `${base}/app/node_modules/.bin` });
    expect(found.readOnly).toEqual([
      `${base}/app/node_modules/.bin`,
      `${base}/app/node_modules/node`,
    ]);
  });

  it('leaves out a PATH entry without tools, a relative one, HOME, and what is above it', async () => {
    await program('other/bin/secret-helper');
    await program('home/x/node');
    await program('home/node');
    const found = await findToolchain({
      HOME: join(base, 'home/x'),
      PATH: `${base}/other/bin:bin:${base}/home/x:${base}/home:${base}/missing`,
    });
    expect(found).toEqual({ path: SYSTEM_PATH, readOnly: [], variables: {} });
  });

  it('brings only the bin of a directory in HOME, since tokens lie beside it', async () => {
    await program('me/.cargo/bin/cargo');
    await mkdir(join(base, 'me/.rustup'));
    const found = await findToolchain({ HOME: join(base, 'me'), PATH: `${base}/me/.cargo/bin` });
    expect(found.readOnly).toEqual([`${base}/me/.cargo/bin`, `${base}/me/.rustup`]);
    expect(found.variables).toEqual({ RUSTUP_HOME: `${base}/me/.rustup` });
  });

  it('does without PATH and HOME', async () => {
    expect(await findToolchain({})).toEqual({ path: SYSTEM_PATH, readOnly: [], variables: {} });
  });
});
