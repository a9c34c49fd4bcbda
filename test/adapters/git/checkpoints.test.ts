import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Worktree } from '../../../src/ports.ts';
import {
  adaptersFor,
  type Files,
  makeRemote,
  naiveGit,
  scratch,
  snapshotOf,
  writeFiles,
} from './support/repositories.ts';

const maximumFileBytes = 10_000;

async function open(files: Files = { 'a.txt': 'a\n', 'dir/b.txt': 'b\n' }) {
  const remote = makeRemote(files);
  const adapters = adaptersFor(remote, { maximumFileBytes });
  const worktree = await adapters.workspace.openWorktree('run-1', remote.head);
  return { remote, ...adapters, worktree, at: (name: string) => join(worktree.path, name) };
}

/** Checkpoints what is there, wrecks the directory, restores, and compares. */
async function roundTrip(worktree: Worktree, wreck: () => void) {
  const before = snapshotOf(worktree.path);
  const { tree } = await worktree.checkpoint();
  wreck();
  await worktree.restore(tree);
  expect(snapshotOf(worktree.path)).toEqual(before);
}

const nested = (path: string) => {
  naiveGit('/', ['init', '-q', path]);
  naiveGit(path, ['commit', '-q', '--allow-empty', '-m', 'nested']);
};

describe('a checkpoint', () => {
  it('of an untouched worktree is the commit’s own tree, and names nothing', async () => {
    const { worktree, workspace, remote } = await open();
    const { tree, changed, exclusions } = await worktree.checkpoint();
    expect(tree).toBe(await workspace.treeOf(remote.head));
    expect([changed, exclusions]).toEqual([[], []]);
  });

  it('names what changed since the one before, and keeps every earlier tree', async () => {
    const { worktree, workspace, remote, at } = await open();
    writeFileSync(at('a.txt'), 'A\n');
    const first = await worktree.checkpoint();
    rmSync(at('dir'), { recursive: true });
    writeFileSync(at('c.txt'), 'c\n');
    const second = await worktree.checkpoint();
    expect([first.changed, second.changed]).toEqual([['a.txt'], ['c.txt', 'dir/b.txt']]);
    expect(await workspace.changes(remote.head, first.tree)).toEqual([
      { path: 'a.txt', status: 'modified', mode: '100644' },
    ]);
    expect((await worktree.checkpoint()).changed).toEqual([]);
  });

  it('sees an edit of the same size in the same moment', async () => {
    const { worktree, at } = await open();
    await worktree.checkpoint();
    for (const letter of ['x', 'y', 'z']) {
      writeFileSync(at('a.txt'), `${letter}\n`);
      expect((await worktree.checkpoint()).changed).toEqual(['a.txt']);
    }
  });

  it('sees a change of the mode alone, and restores it', async () => {
    const { worktree, at } = await open();
    chmodSync(at('a.txt'), 0o755);
    await roundTrip(worktree, () => chmodSync(at('a.txt'), 0o644));
  });

  it.each<[string, Files, (at: (name: string) => string) => void, object[]]>([
    [
      'ignored files and directories',
      { '.gitignore': 'node_modules/\n*.log\n' },
      (at) => writeFiles(at(''), { 'node_modules/x/i.js': '', 'e.log': '' }),
      [
        { path: 'e.log', kind: 'ignored', bytes: null },
        { path: 'node_modules/', kind: 'ignored', bytes: null },
      ],
    ],
    [
      'a file over the cap',
      { 'a.txt': '' },
      (at) => writeFileSync(at('big.bin'), Buffer.alloc(10_001)),
      [{ path: 'big.bin', kind: 'too-large', bytes: 10_001 }],
    ],
    [
      'a sparse file of 5 GB',
      { 'a.txt': '' },
      (at) => {
        writeFileSync(at('sparse'), '');
        truncateSync(at('sparse'), 5 * 2 ** 30);
      },
      [{ path: 'sparse', kind: 'too-large', bytes: 5 * 2 ** 30 }],
    ],
    [
      'a pipe, in the place of a file too',
      { 'a.txt': 'a\n' },
      (at) => {
        rmSync(at('a.txt'));
        execFileSync('mkfifo', [at('a.txt'), at('pipe')]);
      },
      [
        { path: 'a.txt', kind: 'special-file', bytes: null },
        { path: 'pipe', kind: 'special-file', bytes: null },
      ],
    ],
    [
      'empty directories',
      { 'a.txt': '' },
      (at) => mkdirSync(at('empty/deep'), { recursive: true }),
      [{ path: 'empty/deep', kind: 'empty-directory', bytes: null }],
    ],
    [
      'the .git of a nested repository',
      { 'a.txt': '' },
      (at) => {
        nested(at('lib'));
        writeFileSync(at('lib/code.js'), '');
      },
      [{ path: 'lib/.git', kind: 'nested-repository', bytes: null }],
    ],
    [
      'a nested repository without a file',
      { 'a.txt': '' },
      (at) => nested(at('lib')),
      [{ path: 'lib/.git', kind: 'nested-repository', bytes: null }],
    ],
    [
      'a directory that only differs from .git in case',
      { 'a.txt': '' },
      (at) => writeFiles(at(''), { '.GIT/config': '', 'x/.Git': '' }),
      [
        { path: '.GIT', kind: 'nested-repository', bytes: null },
        { path: 'x/.Git', kind: 'nested-repository', bytes: null },
      ],
    ],
    [
      'a link in the place of .gitmodules',
      { 'a.txt': '' },
      (at) => symlinkSync('a.txt', at('.gitmodules')),
      [{ path: '.gitmodules', kind: 'special-file', bytes: null }],
    ],
  ])('names %s', async (_, files, change, expected) => {
    const { worktree, at } = await open(files);
    change(at);
    expect((await worktree.checkpoint()).exclusions).toEqual(expected);
    expect((await worktree.checkpoint()).exclusions).toEqual(expected);
  });

  it('of files that are written, replaced and removed meanwhile is one that restores', async () => {
    const { worktree, at } = await open();
    let writing = true;
    const writer = (async () => {
      for (let n = 0; writing; n++) {
        const path = at(`busy/${n % 7}`);
        rmSync(path, { recursive: true, force: true });
        if (n % 5 === 0) writeFiles(at(''), { [`busy/${n % 7}/deep`]: `${n}` });
        else if (n % 3 > 0) writeFiles(at(''), { [`busy/${n % 7}`]: 'x'.repeat(n % 9000) });
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    for (let n = 0; n < 10; n++) await worktree.checkpoint();
    writing = false;
    await writer;
    await roundTrip(worktree, () => rmSync(at('busy'), { recursive: true, force: true }));
  });

  it.skipIf(process.getuid?.() !== 0)('names a device (needs root)', async () => {
    const { worktree, at } = await open();
    execFileSync('mknod', [at('null'), 'c', '1', '3']);
    const { exclusions } = await worktree.checkpoint();
    expect(exclusions).toEqual([{ path: 'null', kind: 'special-file', bytes: null }]);
  });

  it('names what its owner may not read, and a restore may write there again', () => {
    const isRoot = process.getuid?.() === 0;
    const script = join(import.meta.dirname, 'support/checkpoint-without-rights.ts');
    const told = execFileSync(process.execPath, [script], {
      // Root may read everything.
      ...(isRoot ? { uid: 65_534, gid: 65_534 } : {}),
      env: { PATH: process.env.PATH, TMPDIR: tmpdir(), HOME: '/nonexistent' },
    });
    const shut = ['unreadable a', 'unreadable listed', 'unreadable shut'];
    expect(JSON.parse(`${told}`)).toEqual([
      { changed: ['a', 'listed/d', 'shut/b', 'shut/deep/c'], left: shut },
      { changed: [], left: shut },
      { changed: ['a', 'listed/d', 'shut/b', 'shut/deep/c'], left: [] },
      ['a\n', 'shut/b\n', 'shut/deep/c\n', 'listed/d\n', 'fixed/e\n'],
      { same: true },
    ]);
  });

  it('names a socket', async () => {
    const { worktree, at } = await open();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(at('sock'), resolve));
    const { exclusions } = await worktree.checkpoint();
    server.close();
    expect(exclusions).toEqual([{ path: 'sock', kind: 'special-file', bytes: null }]);
  });

  it('names LFS pointers, of the commit and new ones, and holds them as they are', async () => {
    const pointer = (n: number) =>
      `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(63)}${n}\nsize 12345\n`;
    const { worktree, at } = await open({
      '.gitattributes': '*.psd filter=lfs diff=lfs merge=lfs -text\n',
      'art/a.psd': pointer(1),
      'plain.txt': 'version of something else\n'.repeat(9),
    });
    writeFileSync(at('b.psd'), pointer(2));
    const { exclusions } = await worktree.checkpoint();
    expect(exclusions).toEqual([
      { path: 'art/a.psd', kind: 'lfs-pointer', bytes: null },
      { path: 'b.psd', kind: 'lfs-pointer', bytes: null },
    ]);
    await roundTrip(worktree, () => writeFileSync(at('art/a.psd'), 'real content'));
  });

  it('names LFS pointers that came with a later .gitattributes', async () => {
    const { worktree, at } = await open();
    writeFileSync(
      at('a.psd'),
      `version https://git-lfs.github.com/spec/v1\noid sha256:${'1'.repeat(64)}\nsize 1\n`,
    );
    expect((await worktree.checkpoint()).exclusions).toEqual([]);
    writeFileSync(at('.gitattributes'), '*.psd filter=lfs\n');
    expect((await worktree.checkpoint()).exclusions).toMatchObject([{ path: 'a.psd' }]);
  });

  it('holds the files of nested repositories, by their own ignore rules, and restores them', async () => {
    const { worktree, workspace, at } = await open();
    nested(at('lib'));
    nested(at('lib/inner'));
    writeFiles(at(''), {
      'lib/x.js': 'x',
      'lib/.gitignore': 'out\n',
      'lib/out': 'o',
      'lib/inner/y.js': 'y',
    });
    const { tree, exclusions } = await worktree.checkpoint();
    const paths = (await workspace.list(tree)).map(({ path }) => path);
    expect(paths).toEqual(['a.txt', 'dir/b.txt', 'lib/.gitignore', 'lib/inner/y.js', 'lib/x.js']);
    expect(exclusions.map(({ path }) => path)).toEqual(['lib/.git', 'lib/inner/.git', 'lib/out']);
    await roundTrip(worktree, () => rmSync(at('lib/x.js')));
  });

  it('keeps a submodule as it is, names it, and drops it when its directory is gone', async () => {
    const remote = makeRemote();
    const person = scratch();
    naiveGit(person, ['clone', '-q', remote.path, '.']);
    naiveGit(person, ['update-index', '--add', '--cacheinfo', `160000,${remote.head},vendor/lib`]);
    naiveGit(person, ['commit', '-q', '-m', 'submodule']);
    naiveGit(person, ['push', '-q', 'origin', 'HEAD:refs/heads/main']);
    const { workspace } = adaptersFor(remote);
    const head = (await workspace.fetch('main')) ?? '';
    const worktree = await workspace.openWorktree('run-1', head);
    nested(join(worktree.path, 'vendor/lib'));
    writeFileSync(join(worktree.path, 'vendor/lib/evil'), '');
    const kept = await worktree.checkpoint();
    expect(kept).toMatchObject({
      changed: [],
      exclusions: [{ path: 'vendor/lib', kind: 'submodule' }],
    });
    rmSync(join(worktree.path, 'vendor'), { recursive: true });
    const dropped = await worktree.checkpoint();
    expect(dropped).toMatchObject({ changed: ['vendor/lib'], exclusions: [] });
    expect(await workspace.changes(kept.tree, dropped.tree)).toEqual([
      { path: 'vendor/lib', status: 'deleted', mode: null },
    ]);
    expect(await worktree.restore(kept.tree)).toMatchObject([
      { path: 'vendor/lib', mode: '160000' },
    ]);
  });

  it('drops a tracked file that grew over the cap rather than keeping old content', async () => {
    const { worktree, workspace, at } = await open();
    writeFileSync(at('a.txt'), Buffer.alloc(20_000));
    const { tree, changed, exclusions } = await worktree.checkpoint();
    expect([changed, exclusions]).toMatchObject([
      ['a.txt'],
      [{ path: 'a.txt', kind: 'too-large' }],
    ]);
    expect(await workspace.read(tree, 'a.txt')).toBe(null);
  });

  it('holds every file name that Linux allows', async () => {
    const { worktree } = await open();
    for (let byte = 1; byte < 256; byte++) {
      if (byte === 47) continue;
      const name = Buffer.concat([Buffer.from(`${worktree.path}/n`), Buffer.from([byte])]);
      writeFileSync(name, `${byte}`);
    }
    writeFileSync(join(worktree.path, 'git~1'), '');
    writeFileSync(join(worktree.path, 'back\\slash'), '');
    const { changed } = await worktree.checkpoint();
    expect(changed).toHaveLength(256);
    expect(changed).toContain('n\\xff');
    await roundTrip(worktree, () => {
      for (const name of readdirSync(worktree.path, { encoding: 'buffer' }))
        if (name[0] === 110) rmSync(Buffer.concat([Buffer.from(`${worktree.path}/`), name]));
    });
  });

  it('leaves nothing of a name that no file has when nested repositories are opened', async () => {
    const { worktree, workspace, at } = await open();
    nested(at('lib'));
    writeFileSync(at('lib/x'), '');
    const { tree } = await worktree.checkpoint();
    expect((await workspace.list(tree)).map(({ path }) => path)).toEqual([
      'a.txt',
      'dir/b.txt',
      'lib/x',
    ]);
  });
});

describe('a restore', () => {
  it('reports what it changed, and can be undone', async () => {
    const { worktree, at } = await open();
    const start = await worktree.checkpoint();
    writeFileSync(at('a.txt'), 'changed\n');
    rmSync(at('dir/b.txt'));
    symlinkSync('a.txt', at('new-link'));
    const changes = await worktree.restore(start.tree);
    expect(changes).toEqual([
      { path: 'a.txt', status: 'modified', mode: '100644' },
      { path: 'dir/b.txt', status: 'added', mode: '100644' },
      { path: 'new-link', status: 'deleted', mode: null },
    ]);
    expect(readFileSync(at('a.txt'), 'utf8')).toBe('a\n');
  });

  it('undoes a restore that lost unrecorded work', async () => {
    const { worktree, workspace, at, stateDirectory } = await open();
    const start = await worktree.checkpoint();
    writeFileSync(at('a.txt'), 'precious\n');
    await worktree.restore(start.tree);
    const refs = join(stateDirectory, 'clone.git/refs/contractor/checkpoints/run-1');
    const trees = readdirSync(refs).map((name) => readFileSync(join(refs, name), 'utf8').trim());
    const texts = await Promise.all(trees.map((tree) => workspace.read(tree, 'a.txt')));
    expect(texts).toContain('precious\n');
  });

  it.each<[string, string]>([
    ['text=auto eol=crlf', '* text=auto eol=crlf\n'],
    ['ident and export-subst', '* ident export-subst\n'],
    ['working-tree-encoding', '*.txt working-tree-encoding=UTF-16\n'],
    ['a filter', '* filter=lfs\n'],
  ])('is exact to the byte under %s', async (_, attributes) => {
    const { worktree, at } = await open({ 'a.txt': 'a\n' });
    writeFileSync(at('.gitattributes'), attributes);
    writeFiles(at(''), {
      'crlf.txt': 'one\r\ntwo\r\n',
      'mixed.txt': 'one\r\ntwo\n$Id$ $Format:%H$\n',
      'bom.txt': '\ufeffone\r\n',
      'bin.txt': 'a\0b\r\n',
    });
    await roundTrip(worktree, () => {
      for (const name of readdirSync(worktree.path)) if (name !== '.git') rmSync(at(name));
    });
  });

  it('leaves ignored and oversized files alone', async () => {
    const { worktree, at } = await open({ '.gitignore': '*.log\n', 'a.txt': 'a\n' });
    const { tree } = await worktree.checkpoint();
    writeFiles(at(''), { 'x.log': 'log', 'big.bin': 'b'.repeat(20_000), 'new.txt': 'n' });
    await worktree.restore(tree);
    expect(Object.keys(snapshotOf(worktree.path)).sort()).toEqual([
      '.gitignore',
      'a.txt',
      'big.bin',
      'x.log',
    ]);
  });

  it('that brings a .gitignore back does not delete what the rule protects', async () => {
    const { worktree, at } = await open({ '.gitignore': '/cache/\nd/keep\n', 'a.txt': 'a\n' });
    const { tree } = await worktree.checkpoint();
    writeFiles(at(''), { 'cache/1/x': 'cached', 'd/keep': 'k', 'd/other': 'o' });
    writeFileSync(at('.gitignore'), '');
    const changes = await worktree.restore(tree);
    expect(changes.map(({ path }) => path)).toEqual(['.gitignore', 'd/other']);
    expect(readFileSync(at('cache/1/x'), 'utf8')).toBe('cached');
    expect(readFileSync(at('d/keep'), 'utf8')).toBe('k');
    expect((await worktree.checkpoint()).tree).toBe(tree);
  });

  it('never writes through a directory that became a link, nor deletes behind it', async () => {
    const { worktree, at } = await open();
    const outside = scratch();
    writeFileSync(join(outside, 'b.txt'), 'outside\n');
    const start = await worktree.checkpoint();
    rmSync(at('dir'), { recursive: true });
    symlinkSync(outside, at('dir'));
    const linked = await worktree.checkpoint();
    expect(linked.changed).toEqual(['dir', 'dir/b.txt']);
    await worktree.restore(start.tree);
    expect(readFileSync(at('dir/b.txt'), 'utf8')).toBe('b\n');
    await worktree.restore(linked.tree);
    expect(snapshotOf(worktree.path).dir).toBe(`link ${outside}`);
    expect(snapshotOf(outside)).toEqual({ 'b.txt': expect.any(String) });
    expect(readFileSync(join(outside, 'b.txt'), 'utf8')).toBe('outside\n');
  });

  it('never writes through an ignored link', async () => {
    const { worktree, at } = await open({ '.gitignore': 'dir\n', 'dir/b.txt': 'b\n' });
    const outside = scratch();
    const start = await worktree.checkpoint();
    rmSync(at('dir'), { recursive: true });
    await worktree.checkpoint();
    symlinkSync(outside, at('dir'));
    await worktree.restore(start.tree);
    expect(readdirSync(outside)).toEqual([]);
    expect(readFileSync(at('dir/b.txt'), 'utf8')).toBe('b\n');
  });

  it('takes a file for a directory and back, and a rename in case only', async () => {
    const { worktree, at } = await open();
    const start = await worktree.checkpoint();
    const before = snapshotOf(worktree.path);
    rmSync(at('a.txt'));
    writeFiles(at(''), { 'a.txt/deep/c': 'c' });
    rmSync(at('dir'), { recursive: true });
    writeFileSync(at('dir'), 'file now');
    const swapped = await worktree.checkpoint();
    const after = snapshotOf(worktree.path);
    await worktree.restore(start.tree);
    expect(snapshotOf(worktree.path)).toEqual(before);
    renameSync(at('a.txt'), at('A.TXT'));
    expect((await worktree.checkpoint()).changed).toEqual(['A.TXT', 'a.txt']);
    await worktree.restore(swapped.tree);
    expect(snapshotOf(worktree.path)).toEqual(after);
  });

  it('refuses a tree that nobody recorded, and changes nothing', async () => {
    const { worktree, at } = await open();
    writeFileSync(at('a.txt'), 'work\n');
    await expect(worktree.restore('1'.repeat(40))).rejects.toMatchObject({ code: 'git-failed' });
    expect(readFileSync(at('a.txt'), 'utf8')).toBe('work\n');
  });
});
