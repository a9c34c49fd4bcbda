import { chmodSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { adaptersFor, makeRemote, naiveGit, snapshotOf } from './support/repositories.ts';

const files = {
  'a.txt': 'a\n',
  'dir/b.txt': 'b\n',
  'dir/deep/c.txt': 'c\n',
  '.gitignore': '*.log\n',
};

/** A worktree of which the state is known, so that one look tells what a checkpoint needs. */
async function open() {
  const remote = makeRemote(files);
  const adapters = adaptersFor(remote);
  const worktree = await adapters.workspace.openWorktree('run-1', remote.head);
  const start = (await worktree.checkpoint()).tree;
  const at = (name: string) => join(worktree.path, name);
  /** As long as this is there, no git can write the index: whatever works then, works without git. */
  const lock = join(worktree.path, '../../shadows/run-1/index.lock');
  return { ...adapters, remote, worktree, start, at, lock };
}

/** The tree that git makes of the directory from nothing. */
function treeByGit(path: string): string {
  rmSync(join(path, '.git/index'), { force: true });
  naiveGit(path, ['add', '-A']);
  return naiveGit(path, ['write-tree']);
}

describe('a checkpoint after edits of recorded files', () => {
  it.each<[string, (at: (name: string) => string) => void, string[]]>([
    ['nothing', () => {}, []],
    [
      'contents at several depths',
      (at) => {
        for (const name of ['a.txt', 'dir/b.txt', 'dir/deep/c.txt']) writeFileSync(at(name), 'new');
      },
      ['a.txt', 'dir/b.txt', 'dir/deep/c.txt'],
    ],
    ['a mode', (at) => chmodSync(at('dir/b.txt'), 0o755), ['dir/b.txt']],
    ['an empty file', (at) => writeFileSync(at('a.txt'), ''), ['a.txt']],
    ['the same content again', (at) => writeFileSync(at('a.txt'), 'a\n'), []],
    [
      'the same size, with the time set back',
      (at) => {
        const { atime, mtime } = statSync(at('a.txt'));
        writeFileSync(at('a.txt'), 'z\n');
        utimesSync(at('a.txt'), atime, mtime);
      },
      ['a.txt'],
    ],
  ])('needs no git, and is the tree git makes: %s', async (_, edit, changed) => {
    const { worktree, at, lock } = await open();
    edit(at);
    writeFileSync(lock, '');
    const recorded = await worktree.checkpoint();
    rmSync(lock);
    expect(recorded.changed).toEqual(changed);
    expect(recorded.tree).toBe(treeByGit(worktree.path));
  });

  it('sees edit after edit of one size in one moment', async () => {
    const { worktree, at } = await open();
    for (const letter of 'abcdefgh') {
      writeFileSync(at('a.txt'), `${letter}\n`);
      const { tree } = await worktree.checkpoint();
      expect(tree).toBe(treeByGit(worktree.path));
    }
  });

  it.each<[string, (at: (name: string) => string) => void, string[]]>([
    ['a new file', (at) => writeFileSync(at('new.txt'), 'new'), ['new.txt']],
    ['a missing file', (at) => rmSync(at('a.txt')), ['a.txt']],
    [
      'a rule that lets a file in',
      (at) => {
        writeFileSync(at('x.log'), 'x');
        writeFileSync(at('.gitignore'), '*.tmp\n');
      },
      ['.gitignore', 'x.log'],
    ],
  ])('leaves to a scan what one look cannot tell: %s', async (_, edit, changed) => {
    const { worktree, at } = await open();
    writeFileSync(at('dir/b.txt'), 'edited before\n');
    await worktree.checkpoint();
    edit(at);
    const recorded = await worktree.checkpoint();
    expect(recorded.changed).toEqual(changed);
    expect(recorded.tree).toBe(treeByGit(worktree.path));
  });

  it('is the state that a process which opens the directory anew goes on from', async () => {
    const { worktree, workspace, remote, at, start } = await open();
    writeFileSync(at('a.txt'), 'A\n');
    const { tree } = await worktree.checkpoint();
    await worktree.release();
    const again = await workspace.openWorktree('run-1', remote.head);
    expect(await again.checkpoint()).toMatchObject({ tree, changed: [] });
    expect(await again.held(tree)).toBe(true);
    await again.restore(start);
    expect(readFileSync(at('a.txt'), 'utf8')).toBe('a\n');
  });
});

describe('a restore of edited files', () => {
  it('needs no git that writes, and can be undone', async () => {
    const { worktree, start, at, lock } = await open();
    const before = snapshotOf(worktree.path);
    writeFileSync(at('a.txt'), 'A\n');
    chmodSync(at('dir/deep/c.txt'), 0o755);
    const after = snapshotOf(worktree.path);
    writeFileSync(lock, '');
    const { tree } = await worktree.checkpoint();
    const changes = await worktree.restore(start);
    expect(changes.map(({ path }) => path).toSorted()).toEqual(['a.txt', 'dir/deep/c.txt']);
    expect(snapshotOf(worktree.path)).toEqual(before);
    await worktree.restore(tree);
    rmSync(lock);
    expect(snapshotOf(worktree.path)).toEqual(after);
    expect((await worktree.checkpoint()).tree).toBe(tree);
  });
});
