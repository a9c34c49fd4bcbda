import {
  chmod,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type TrackedFiles,
  watchTrackedFiles,
} from '../../../src/adapters/checks/tracked-files.ts';

let base: string;
let root: string;
let tracked: TrackedFiles;
const at = (path: string) => join(root, path);

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'tracked-'));
  root = join(base, 'root');
  await mkdir(at('src/deep'), { recursive: true });
  await mkdir(at('.git'));
  await mkdir(join(base, 'copies'));
  await writeFile(at('.git/index'), '');
  await writeFile(at('src/deep/a.txt'), 'aaa');
  await writeFile(at('src/b.txt'), 'bbb');
  await symlink('b.txt', at('src/link'));
  await writeFile(at('large.bin'), '');
  await truncate(at('large.bin'), 9 << 20);
  tracked = await watchTrackedFiles(root, join(base, 'copies'));
  await tracked.begin();
  return () => rm(base, { recursive: true });
});

it('watches and restores a file whose name is no UTF-8', async () => {
  const name = Buffer.concat([Buffer.from(at('src/caf')), Buffer.from([0xe9])]);
  await writeFile(name, 'old');
  const watched = await watchTrackedFiles(root, join(base, 'copies'));
  await watched.begin(['src/é.txt']);
  await writeFile(name, 'new');
  await writeFile(at('src/é.txt'), '');
  expect(await watched.changed()).toEqual(['src/caf\ufffd', 'src/é.txt']);
  expect(await watched.restore()).toEqual([]);
  expect(await readFile(name, 'utf8')).toBe('old');
});

describe('changed', () => {
  it.each<[string, () => Promise<unknown>, string[]]>([
    ['nothing', async () => {}, []],
    ['a new file', () => writeFile(at('src/new'), ''), []],
    ['.git', () => writeFile(at('.git/index'), 'x'), []],
    ['the time of a file', () => utimes(at('src/b.txt'), 1, 1), []],
    ['the same content, written again', () => writeFile(at('src/b.txt'), 'bbb'), []],
    ['content of the same length', () => writeFile(at('src/b.txt'), 'ccc'), ['src/b.txt']],
    ['a permission', () => chmod(at('src/b.txt'), 0o755), ['src/b.txt']],
    ['a removed file', () => rm(at('src/b.txt')), ['src/b.txt']],
    ['a directory moved away', () => rename(at('src/deep'), at('src/d2')), ['src/deep/a.txt']],
    [
      'a link that points elsewhere',
      () => rm(at('src/link')).then(() => symlink('/etc/passwd', at('src/link'))),
      ['src/link'],
    ],
    [
      'a file that became a directory',
      () => rm(at('src/b.txt')).then(() => mkdir(at('src/b.txt'))),
      ['src/b.txt'],
    ],
    ['a large file', () => truncate(at('large.bin'), 10 << 20), ['large.bin']],
  ])('sees %s as it should', async (_what, act, expected) => {
    await act();
    expect(await tracked.changed()).toEqual(expected);
  });

  it('with the time put back, still sees other content', async () => {
    await writeFile(at('src/b.txt'), 'ccc');
    await utimes(at('src/b.txt'), 1, 1);
    expect(await tracked.changed()).toEqual(['src/b.txt']);
  });

  it('measures from the last begin', async () => {
    await writeFile(at('src/b.txt'), 'ccc');
    await tracked.begin();
    expect(await tracked.changed()).toEqual([]);
  });
});

describe('restore', () => {
  it('puts everything back but what is too large to be kept', async () => {
    await rm(at('src'), { recursive: true });
    await symlink('/etc', at('src'));
    await writeFile(at('large.bin'), 'small');
    expect(await tracked.restore()).toEqual(['large.bin']);
    expect(await readFile(at('src/deep/a.txt'), 'utf8')).toBe('aaa');
    expect(await readFile(at('src/link'), 'utf8')).toBe('bbb');
  });

  it('leaves new files where they are', async () => {
    await writeFile(at('src/new'), 'x');
    expect(await tracked.restore()).toEqual([]);
    expect(await readFile(at('src/new'), 'utf8')).toBe('x');
  });
});
