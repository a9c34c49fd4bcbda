import { mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { copyPackageCaches } from '../../../src/adapters/checks/package-caches.ts';

let from: string;
let to: string;
beforeEach(async () => {
  const base = await mkdtemp(join(tmpdir(), 'caches-'));
  [from, to] = [join(base, 'from'), join(base, 'to')];
  await mkdir(to);
  return () => rm(base, { recursive: true });
});

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(from, path)), { recursive: true });
  await writeFile(join(from, path), text);
}
const copied = (path: string) => readFile(join(to, path), 'utf8').catch(() => null);

describe('copyPackageCaches', () => {
  it.each([
    ['./mvnw', '.m2/repository/a/a.jar'],
    ['gradle', '.gradle/caches/a'],
    ['cargo', '.cargo/registry/cache/a.crate'],
    ['go', 'go/pkg/mod/cache/download/a.zip'],
  ])('gives %s what lies in %s', async (program, path) => {
    await put(path, 'cached');
    await copyPackageCaches(from, to, [program]);
    expect(await copied(path)).toBe('cached');
  });

  it('leaves out what the set-up does not use, and everything beside a cache', async () => {
    await put('.m2/repository/a.jar', 'x');
    await put('.cargo/registry/a.crate', 'x');
    await put('.cargo/credentials.toml', 'token');
    await copyPackageCaches(from, to, ['cargo', 'npm']);
    expect(await copied('.m2/repository/a.jar')).toBeNull();
    expect(await copied('.cargo/credentials.toml')).toBeNull();
  });

  it('leaves out a cache that is too large, and one that does not exist', async () => {
    await put('.cargo/registry/a.crate', '');
    await truncate(join(from, '.cargo/registry/a.crate'), 2 ** 30 + 1);
    await copyPackageCaches(from, to, ['cargo', 'mvn']);
    expect(await copied('.cargo/registry/a.crate')).toBeNull();
  });
});
