import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { adaptersFor, makeRemote, naiveGit, scratch, snapshotOf } from './support/repositories.ts';

const files = {
  'a.txt': 'a\n',
  'run.sh': { run: '#!/bin/sh\n' },
  link: { link: 'a.txt' },
  'crlf.txt': 'one\r\ntwo\r\n',
  '.gitattributes': '*.txt text eol=crlf\n',
};

async function open(remote = makeRemote(files)) {
  const { workspace, stateDirectory } = adaptersFor(remote);
  const worktree = await workspace.openWorktree('run-1', remote.head);
  return { remote, workspace, stateDirectory, worktree };
}

describe('a worktree', () => {
  it('holds the commit’s files byte for byte, whatever its attributes say', async () => {
    const { worktree } = await open();
    expect(readFileSync(join(worktree.path, 'a.txt'), 'utf8')).toBe('a\n');
    expect(Object.keys(snapshotOf(worktree.path)).sort()).toEqual(Object.keys(files).sort());
    expect(snapshotOf(worktree.path)).toMatchObject({
      link: 'link a.txt',
      'run.sh': expect.stringMatching(/^755 /),
    });
  });

  it('has a repository of its own in which an agent’s git works: clean, at the commit', async () => {
    const { worktree, remote } = await open();
    expect(naiveGit(worktree.path, ['status', '--porcelain'])).toBe('');
    expect(naiveGit(worktree.path, ['rev-parse', 'HEAD'])).toBe(remote.head);
    expect(naiveGit(worktree.path, ['fsck', '--strict'])).toBe('');
    writeFileSync(join(worktree.path, 'a.txt'), 'b\n');
    expect(naiveGit(worktree.path, ['diff', '--name-only'])).toBe('a.txt');
  });

  it('shares no file with our clone, so that nothing written there reaches it', async () => {
    const { worktree, stateDirectory } = await open();
    const clone = snapshotOf(join(stateDirectory, 'clone.git'));
    naiveGit(worktree.path, ['commit', '-q', '--allow-empty', '-m', 'mine']);
    rmSync(join(worktree.path, '.git/objects'), { recursive: true });
    expect(snapshotOf(join(stateDirectory, 'clone.git'))).toEqual(clone);
    expect((await worktree.checkpoint()).changed).toEqual([]);
  });

  it('is found again after a crash as the agent left it, from the commit it started from', async () => {
    const { worktree, remote, stateDirectory } = await open();
    writeFileSync(join(worktree.path, 'new.txt'), 'half done');
    // A killed git leaves its lock behind.
    writeFileSync(join(stateDirectory, 'shadows/run-1/index.lock'), '');
    const later = remote.commit('main', { 'a.txt': 'newer\n' });
    const again = adaptersFor(remote, { stateDirectory });
    const found = await again.workspace.openWorktree('run-1', later);
    expect([found.path, found.baseSha]).toEqual([worktree.path, remote.head]);
    expect((await found.checkpoint()).changed).toEqual(['new.txt']);
  });

  it('is set up once, without a trace of it in what is recorded', async () => {
    const { worktree, remote, stateDirectory } = await open();
    const write = (path: string, text: string) => {
      mkdirSync(join(worktree.path, path, '..'), { recursive: true });
      writeFileSync(join(worktree.path, path), text);
    };
    writeFileSync(join(worktree.path, 'mine.txt'), 'mine');
    const names = ['packages/a/index.js', '#odd [x]*?!.txt', ' led by a space ', 'caf\u00e9/b'];
    const before = (await worktree.checkpoint()).tree;
    await worktree.setUp('key', async () => {
      for (const name of names) write(name, 'installed');
      writeFileSync(join(worktree.path, 'a.txt'), 'changed by an install script');
      rmSync(join(worktree.path, 'run.sh'));
      writeFileSync(join(worktree.home, 'cache'), 'filled');
    });
    write('packages/b.js', 'came later');
    const { tree, changed, exclusions } = await worktree.checkpoint();
    expect({ tree, changed }).toEqual({ tree: before, changed: [] });
    expect(exclusions.map(({ path }) => path)).toContain('packages/');
    expect(names.filter((name) => !existsSync(join(worktree.path, name)))).toEqual([]);
    expect(readFileSync(join(worktree.path, 'a.txt'), 'utf8')).toBe('a\n');
    expect(naiveGit(worktree.path, ['status', '--porcelain'])).toBe('?? mine.txt');

    const again = await adaptersFor(remote, { stateDirectory }).workspace.openWorktree('run-1', '');
    let runs = 0;
    const count = async () => {
      runs += 1;
    };
    await again.setUp('key', count);
    expect(runs).toBe(0);
    expect(readFileSync(join(again.home, 'cache'), 'utf8')).toBe('filled');
    await again.setUp('another key', count);
    expect(runs).toBe(1);
    await again.remove();
    expect(existsSync(again.home)).toBe(false);
  });

  it('is not taken for set up when that failed', async () => {
    const { worktree } = await open();
    const failing = worktree.setUp('key', () => Promise.reject(new Error('no network')));
    await expect(failing).rejects.toThrow('no network');
    let runs = 0;
    await worktree.setUp('key', async () => {
      runs += 1;
    });
    expect(runs).toBe(1);
  });

  it.each<[string, (path: string, outside: string) => void]>([
    ['removed', (path) => rmSync(path, { recursive: true })],
    [
      'replaced by a file',
      (path) => {
        rmSync(path, { recursive: true });
        writeFileSync(path, 'not a directory');
      },
    ],
    [
      'replaced by a link to a directory elsewhere',
      (path, outside) => {
        rmSync(path, { recursive: true });
        symlinkSync(outside, path);
      },
    ],
    ['half made', (path) => rmSync(path.replace('worktrees', 'shadows'), { recursive: true })],
  ])('that was %s is made anew', async (_, harm) => {
    const { worktree, remote, stateDirectory } = await open();
    const outside = scratch();
    writeFileSync(join(outside, 'precious'), 'keep');
    harm(worktree.path, outside);
    const again = adaptersFor(remote, { stateDirectory });
    const found = await again.workspace.openWorktree('run-1', remote.head);
    expect(snapshotOf(found.path)['a.txt']).toBeDefined();
    expect((await found.checkpoint()).changed).toEqual([]);
    expect(readdirSync(outside)).toEqual(['precious']);
  });

  it('that is gone cannot be checkpointed, and a restore makes it anew', async () => {
    const { worktree } = await open();
    writeFileSync(join(worktree.path, 'new.txt'), 'work');
    const { tree } = await worktree.checkpoint();
    const before = snapshotOf(worktree.path);
    rmSync(worktree.path, { recursive: true });
    await expect(worktree.checkpoint()).rejects.toMatchObject({ code: 'workspace-broken' });
    await worktree.restore(tree);
    expect(snapshotOf(worktree.path)).toEqual(before);
  });

  it.each<[string, (git: string) => void]>([
    ['a file', (git) => writeFileSync(git, 'gitdir: /tmp/elsewhere\n')],
    ['a link', (git) => symlinkSync('/etc', git)],
    ['nothing', () => undefined],
  ])('whose .git became %s gets it back when it is opened again', async (_, put) => {
    const { worktree, remote, stateDirectory } = await open();
    rmSync(join(worktree.path, '.git'), { recursive: true });
    put(join(worktree.path, '.git'));
    expect((await worktree.checkpoint()).changed).toEqual([]);
    await adaptersFor(remote, { stateDirectory }).workspace.openWorktree('run-1', remote.head);
    expect(naiveGit(worktree.path, ['status', '--porcelain'])).toBe('');
  });

  it('leaves nothing behind when it is removed', async () => {
    const { worktree, stateDirectory } = await open();
    mkdirSync(join(worktree.path, 'deep/er'), { recursive: true });
    await worktree.remove();
    expect(readdirSync(join(stateDirectory, 'worktrees'))).toEqual([]);
    expect(readdirSync(join(stateDirectory, 'shadows'))).toEqual([]);
  });

  it.each(['', '..', '../x', 'a/b', '.hidden', '-x', 'a\0b'])('cannot be called %j', async (id) => {
    const remote = makeRemote();
    const { workspace } = adaptersFor(remote);
    await expect(workspace.openWorktree(id, remote.head)).rejects.toMatchObject({
      code: 'bad-input',
    });
  });
});

describe('a checkout', () => {
  it('of a commit has exactly its files, a repository at that commit, and is gone afterwards', async () => {
    const remote = makeRemote(files);
    const { workspace } = adaptersFor(remote);
    let path = '';
    {
      await using checkout = await workspace.checkout(remote.head);
      path = checkout.path;
      expect(Object.keys(snapshotOf(path)).sort()).toEqual(Object.keys(files).sort());
      expect(naiveGit(path, ['rev-parse', 'HEAD'])).toBe(remote.head);
      expect(naiveGit(path, ['status', '--porcelain'])).toBe('');
      expect(naiveGit(path, ['fsck', '--strict'])).toBe('');
    }
    expect(existsSync(path)).toBe(false);
  });

  it('of a checkpointed tree has the tree’s files and a commit over it', async () => {
    const { worktree, workspace } = await open();
    writeFileSync(join(worktree.path, 'new.txt'), 'work\n');
    const { tree } = await worktree.checkpoint();
    await using checkout = await workspace.checkout(tree);
    expect(snapshotOf(checkout.path)).toEqual(snapshotOf(worktree.path));
    expect(naiveGit(checkout.path, ['rev-parse', 'HEAD^{tree}'])).toBe(tree);
    expect(naiveGit(checkout.path, ['status', '--porcelain'])).toBe('');
  });

  it('that a killed process left behind is removed by the next', async () => {
    const { workspace, remote, stateDirectory } = await open();
    const abandoned = join(stateDirectory, 'checkouts/4194305-dead');
    mkdirSync(abandoned, { recursive: true });
    const mine = await workspace.checkout(remote.head);
    await using other = await adaptersFor(remote, { stateDirectory }).workspace.checkout(
      remote.head,
    );
    expect(existsSync(abandoned)).toBe(false);
    expect([existsSync(mine.path), existsSync(other.path)]).toEqual([true, true]);
  });
});

describe('worktrees that a dead process left', () => {
  it('are removed by the beginning of their ids; others stay, and so does one that is held', async () => {
    const { workspace, stateDirectory } = adaptersFor(makeRemote(files));
    const remote = await workspace.fetch('main');
    const head = remote ?? '';
    for (const id of ['run-1', 'run-1.node-A-1', 'run-1.node-B-2', 'run-10.node-A-1']) {
      const worktree = await workspace.openWorktree(id, head);
      await worktree.release();
    }
    await workspace.discardWorktrees('run-1.node-', head);
    expect(readdirSync(join(stateDirectory, 'worktrees')).sort()).toEqual([
      'run-1',
      'run-10.node-A-1',
    ]);
    expect(
      readdirSync(join(stateDirectory, 'shadows')).filter((name) => name.startsWith('run-1.node')),
    ).toEqual([]);
  });
});
