import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  makeTemporaryDirectory,
  removeTree,
  sweepTemporaryDirectories,
} from '../../src/adapters/temporary-directory.ts';

let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'sweep-'));
});
afterEach(() => rm(parent, { recursive: true, force: true }));

const MODULE = join(process.cwd(), 'src/adapters/temporary-directory.ts');

/** A process that makes a directory in `parent` and lives until it is killed. */
async function owner(then = '') {
  const code = `import { makeTemporaryDirectory } from '${MODULE}';
    process.stdout.write(makeTemporaryDirectory('test')); ${then} setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    env: { TMPDIR: parent },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [path] = await once(child.stdout, 'data');
  return {
    name: basename(String(path)),
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'close');
    },
  };
}

describe('directories of killed processes', () => {
  it('are removed, with what they write-protected; those of a living process stay', async () => {
    const [dead, alive] = await Promise.all([owner(), owner()]);
    try {
      await mkdir(join(parent, dead.name, 'module'), { mode: 0o500 });
      await writeFile(join(parent, alive.name, 'result'), '');
      await dead.kill();
      await sweepTemporaryDirectories(parent);
      expect(await readdir(parent)).toEqual([alive.name]);
      expect(await readdir(join(parent, alive.name))).toEqual(['result']);
    } finally {
      await alive.kill();
    }
  });

  it('are removed by the next process that makes one', async () => {
    const first = await owner();
    await first.kill();
    const next = await owner();
    await expect.poll(() => readdir(parent)).toEqual([next.name]);
    await next.kill();
  });

  it('are those of another process when its number was given out again', async () => {
    const mine = basename(makeTemporaryDirectory('test'));
    const [, , , start = ''] = /-(\w+)\.(\w+)\.(\w+)-/.exec(mine) ?? [];
    await mkdir(join(parent, mine));
    const earlier = mine.replace(`.${start}-`, '.1-');
    await mkdir(join(parent, earlier));
    await sweepTemporaryDirectories(parent);
    expect(await readdir(parent)).toEqual([mine]);
    await rm(join(tmpdir(), mine), { recursive: true });
  });

  it.each([
    ['of another container', 'contractor-run-zzz.1.1-abcdef'],
    ['whose owner is not named', 'contractor-run-abcdef'],
    ['that are not ours', 'contractor-run-notes.of.mine'],
  ])('stay when they are directories %s', async (_, name) => {
    await mkdir(join(parent, name));
    await sweepTemporaryDirectories(parent);
    expect(await readdir(parent)).toEqual([name]);
  });
});

describe('removing what programs have filled', () => {
  it.each([
    ['write-protected', 'mkdir -p a/b/c d; touch a/b/c/x d/y; chmod 500 a/b/c a/b a; chmod 0 d'],
    [
      'with names of any bytes',
      `mkdir "$(printf 'a\\377')"; cd "$(printf 'a\\377')"; touch "$(printf 'b\\n\\376')"; mkdir x; chmod 0 x`,
    ],
    ['with names like those it takes', 'mkdir -p flat-1/flat-1 flat-2; chmod 500 flat-1'],
  ])('removes one that is %s', async (_, script) => {
    const [full, outside] = [join(parent, 'full'), join(parent, 'outside')];
    await mkdir(full);
    await mkdir(outside);
    await writeFile(join(outside, 'kept'), '');
    const program = `${script}\ncd '${full}'; ln -s '${outside}' link`;
    await once(spawn('/bin/sh', ['-c', program], { cwd: full }), 'close');
    await removeTree(full);
    expect(await readdir(parent)).toEqual(['outside']);
    expect(await readdir(outside)).toEqual(['kept']);
  });

  it('removes one that is too deep to be named', async () => {
    const full = join(parent, 'full');
    await mkdir(full);
    const script =
      'for (let n = 0; n < 40; n += 1) { fs.mkdirSync("d".repeat(200)); process.chdir("d".repeat(200)); }';
    const node = spawn(process.execPath, ['-e', script], { cwd: full });
    await once(node, 'close');
    await removeTree(full);
    expect(await readdir(parent)).toEqual([]);
  });
});
