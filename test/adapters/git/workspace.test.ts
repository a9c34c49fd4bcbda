import {
  chmodSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { adaptersFor, makeRemote, naiveGit, scratch, snapshotOf } from './support/repositories.ts';

const at = '2024-01-01T00:00:00Z';

async function commitOnTop(
  { workspace }: ReturnType<typeof adaptersFor>,
  parent: string,
  files: Record<string, string>,
) {
  const worktree = await workspace.openWorktree(
    `w${Math.abs(parent.length)}-${Object.keys(files)[0]}`,
    parent,
  );
  for (const [name, text] of Object.entries(files)) writeFileSync(join(worktree.path, name), text);
  const { tree } = await worktree.checkpoint();
  return workspace.commit({ tree, parent, message: 'ours\n', at });
}

describe('fetching', () => {
  it('brings a branch’s newest commit, and again after it moved', async () => {
    const remote = makeRemote();
    const { workspace } = adaptersFor(remote);
    expect(await workspace.fetch('main')).toBe(remote.head);
    const next = remote.commit('main', { 'b.txt': 'b\n' });
    expect(await workspace.fetch('main')).toBe(next);
    expect(await workspace.read(next, 'b.txt')).toBe('b\n');
  });

  it.each([
    ['a branch that does not exist', 'nope'],
    ['a branch that only ends like one', 'ain'],
  ])('gives null for %s', async (_, branch) => {
    expect(await adaptersFor(makeRemote()).workspace.fetch(branch)).toBe(null);
  });

  it('gives null for a repository without commits', async () => {
    const path = join(scratch(), 'empty.git');
    naiveGit('/', ['init', '-q', '--bare', path]);
    expect(await adaptersFor({ url: `file://${path}` }).workspace.fetch('main')).toBe(null);
  });

  it('fails with git’s words for a repository that is not there', async () => {
    const { workspace } = adaptersFor({ url: `file://${scratch()}/none.git` });
    await expect(workspace.fetch('main')).rejects.toMatchObject({
      code: 'git-failed',
      cause: { message: expect.stringMatching(/does not (exist|appear to be)/) },
    });
  });

  it.each(['-x', 'a..b', 'a b', 'a:b', 'a~1', 'x.lock', '/a', 'a//b', '@{u}', '', 'a\nb'])(
    'refuses a branch called %j',
    async (branch) => {
      const { workspace } = adaptersFor(makeRemote());
      await expect(workspace.fetch(branch)).rejects.toMatchObject({ code: 'bad-input' });
    },
  );

  it('needs the newest commit alone, and gets an older one when a comparison names it', async () => {
    const remote = makeRemote();
    const second = remote.commit('main', { 'b.txt': 'b\n' });
    const third = remote.commit('main', { 'c.txt': 'c\n' });
    const { workspace, stateDirectory } = adaptersFor(remote);
    await workspace.fetch('main');
    const clone = join(stateDirectory, 'clone.git');
    expect(naiveGit(clone, ['rev-list', '--all']).split('\n')).toEqual([third]);
    expect((await workspace.changes(second, third)).map(({ path }) => path)).toEqual(['c.txt']);
    expect((await workspace.changes(remote.head, third)).map(({ path }) => path)).toEqual([
      'b.txt',
      'c.txt',
    ]);
  });

  it('waits for another process’s fetch, and removes the lock of one that was killed', async () => {
    const remote = makeRemote();
    const next = remote.commit('main', { 'b.txt': 'b\n' });
    const { workspace, stateDirectory } = adaptersFor(remote);
    const others = [1, 2].map(() => adaptersFor(remote, { stateDirectory }).workspace);
    const read = [workspace, ...others].map((each) => each.changes(remote.head, next));
    for (const changes of await Promise.all(read)) expect(changes).toHaveLength(1);

    const third = remote.commit('main', { 'c.txt': 'c\n' });
    const lock = join(stateDirectory, 'clone.git/shallow.lock');
    writeFileSync(lock, '');
    utimesSync(lock, 0, 0);
    expect(await workspace.fetch('main')).toBe(third);
  });

  it('leaves the repository it clones from untouched, byte for byte', async () => {
    const user = scratch();
    naiveGit(user, ['init', '-q', '-b', 'main', '.']);
    writeFileSync(join(user, 'a.txt'), 'a\n');
    naiveGit(user, ['add', '-A']);
    naiveGit(user, ['commit', '-q', '-m', 'first']);
    writeFileSync(join(user, 'a.txt'), 'stashed\n');
    naiveGit(user, ['stash', '-q']);
    writeFileSync(join(user, 'a.txt'), 'dirty\n');
    const before = snapshotOf(user, true);
    const { workspace } = adaptersFor({ url: `file://${user}` });
    const head = (await workspace.fetch('main')) ?? '';
    const worktree = await workspace.openWorktree('run-1', head);
    writeFileSync(join(worktree.path, 'b.txt'), 'b\n');
    const { tree } = await worktree.checkpoint();
    await worktree.restore(await workspace.treeOf(head));
    await using _checkout = await workspace.checkout(tree);
    expect(snapshotOf(user, true)).toEqual(before);
  });
});

describe('reading', () => {
  it('lists files with mode and blob, also names that are no text', async () => {
    const remote = makeRemote({
      'a.txt': 'a\n',
      'run.sh': { run: 'x' },
      'dir/link': { link: '../a.txt' },
    });
    const { workspace } = adaptersFor(remote);
    const worktree = await workspace.openWorktree('run-1', remote.head);
    writeFileSync(Buffer.concat([Buffer.from(`${worktree.path}/caf`), Buffer.from([0xe9])]), '');
    const { tree } = await worktree.checkpoint();
    const listed = await workspace.list(tree);
    expect(listed.map(({ mode, path }) => `${mode} ${path}`)).toEqual([
      '100644 a.txt',
      '100644 caf\\xe9',
      '120000 dir/link',
      '100755 run.sh',
    ]);
    expect(listed[0]?.blob).toBe(naiveGit(remote.path, ['rev-parse', 'main:a.txt']));
  });

  it.each([
    ['a file', 'a.txt', 'a\n'],
    ['a link, followed inside the commit', 'dir/link', 'a\n'],
    ['a link that leaves it', 'out', null],
    ['a link to itself', 'loop', null],
    ['a directory', 'dir', null],
    ['nothing', 'b.txt', null],
    ['a name with a line end', 'n\nl', 'odd\n'],
    ['no name with a line end', 'n\nx', null],
    ['a name above', '../a.txt', null],
  ])('gives %s', async (_, path, expected) => {
    const remote = makeRemote({
      'a.txt': 'a\n',
      'dir/link': { link: '../a.txt' },
      out: { link: '/etc/passwd' },
      loop: { link: 'loop' },
      'n\nl': 'odd\n',
    });
    expect(await adaptersFor(remote).workspace.read(remote.head, path)).toBe(expected);
  });

  it('names changes with their new mode, and a submodule’s too', async () => {
    const remote = makeRemote({ 'a.txt': 'a\n', 'b.txt': 'b\n', c: 'c\n' });
    const person = scratch();
    naiveGit(person, ['clone', '-q', remote.path, '.']);
    chmodSync(join(person, 'a.txt'), 0o755);
    naiveGit(person, ['rm', '-q', 'b.txt', 'c']);
    symlinkSync('a.txt', join(person, 'c'));
    writeFileSync(join(person, 'new.txt'), 'n\n');
    naiveGit(person, ['add', '-A']);
    naiveGit(person, ['update-index', '--add', '--cacheinfo', `160000,${remote.head},sub`]);
    naiveGit(person, ['commit', '-q', '-m', 'm']);
    naiveGit(person, ['push', '-q', 'origin', 'HEAD:refs/heads/main']);
    const { workspace } = adaptersFor(remote);
    const head = (await workspace.fetch('main')) ?? '';
    expect(await workspace.changes(remote.head, head)).toEqual([
      { path: 'a.txt', status: 'modified', mode: '100755' },
      { path: 'b.txt', status: 'deleted', mode: null },
      { path: 'c', status: 'type-changed', mode: '120000' },
      { path: 'new.txt', status: 'added', mode: '100644' },
      { path: 'sub', status: 'added', mode: '160000' },
    ]);
    expect(await workspace.patch(remote.head, head)).toContain(`+Subproject commit ${remote.head}`);
  });

  it('gives a patch that git can apply, binary files included', async () => {
    const remote = makeRemote({ 'a.txt': 'a\n' });
    const head = remote.commit('main', {
      'a.txt': 'b\n',
      'bin.dat': 'x\0y',
      '.gitattributes': '*.txt diff=x -diff\n',
    });
    const { workspace } = adaptersFor(remote);
    const patch = await workspace.patch(remote.head, head);
    expect(patch).toContain('-a\n+b\n');
    const person = scratch();
    naiveGit(person, ['clone', '-q', remote.path, '.']);
    naiveGit(person, ['checkout', '-q', remote.head]);
    naiveGit(person, ['apply', '--index'], patch);
    expect(naiveGit(person, ['write-tree'])).toBe(await workspace.treeOf(head));
  });
});

describe('committing', () => {
  it('gives the same id for the same input, in any clone', async () => {
    const remote = makeRemote();
    const ids = [];
    for (const adapters of [adaptersFor(remote), adaptersFor(remote)])
      ids.push(await commitOnTop(adapters, remote.head, { 'b.txt': 'b\n' }));
    expect(ids[0]).toBe(ids[1]);
  });

  it('signs as the bot at the given moment, and keeps the message to the byte', async () => {
    const remote = makeRemote();
    const adapters = adaptersFor(remote, { identity: { name: 'bot', email: 'b@example.com' } });
    const { workspace, stateDirectory } = adapters;
    const tree = await workspace.treeOf(remote.head);
    const message = 'Subject “é”\n\n# not a comment\nContract-Version: 2\n';
    const sha = await workspace.commit({
      tree,
      parent: remote.head,
      message,
      at: '2024-02-03T04:05:06.789+02:00',
    });
    const text = naiveGit(join(stateDirectory, 'clone.git'), ['cat-file', 'commit', sha]);
    expect(text.split('\n').slice(2)).toEqual([
      'author bot <b@example.com> 1706925906 +0000',
      'committer bot <b@example.com> 1706925906 +0000',
      '',
      ...message.trimEnd().split('\n'),
    ]);
  });

  it('refuses a tree that does not exist', async () => {
    const remote = makeRemote();
    const { workspace } = adaptersFor(remote);
    const commit = { tree: '1'.repeat(40), parent: remote.head, message: 'm', at };
    await expect(workspace.commit(commit)).rejects.toMatchObject({ code: 'git-failed' });
  });
});

describe('pushing', () => {
  it('creates a branch, moves it from the lease, and counts as done what is already there', async () => {
    const remote = makeRemote();
    const adapters = adaptersFor(remote);
    const { workspace } = adapters;
    const first = await commitOnTop(adapters, remote.head, { 'b.txt': 'b\n' });
    const second = await commitOnTop(adapters, first, { 'c.txt': 'c\n' });
    expect(await workspace.push({ branch: 'out', sha: first, lease: null })).toEqual({
      pushed: true,
    });
    expect(await workspace.push({ branch: 'out', sha: second, lease: first })).toEqual({
      pushed: true,
    });
    expect(await workspace.push({ branch: 'out', sha: second, lease: first })).toEqual({
      pushed: true,
    });
    expect(await workspace.push({ branch: 'out', sha: second, lease: null })).toEqual({
      pushed: true,
    });
    expect(remote.ref('refs/heads/out')).toBe(second);
  });

  it.each<[string, (first: string) => string | null]>([
    ['from the last commit we wrote', (first) => first],
    ['as a new branch', () => null],
    ['from a commit that never was', () => '1'.repeat(40)],
  ])('%s never overwrites a person’s commit', async (_, leaseOf) => {
    const remote = makeRemote();
    const adapters = adaptersFor(remote);
    const { workspace } = adapters;
    const first = await commitOnTop(adapters, remote.head, { 'b.txt': 'b\n' });
    await workspace.push({ branch: 'out', sha: first, lease: null });
    const human = remote.commit('out', { 'human.txt': 'mine\n' });
    // Having seen the person’s commit must not make it fair game.
    await workspace.fetch('out');
    const second = await commitOnTop(adapters, first, { 'c.txt': 'c\n' });
    expect(await workspace.push({ branch: 'out', sha: second, lease: leaseOf(first) })).toEqual({
      pushed: false,
      remoteHead: human,
      reason: expect.stringContaining('moved'),
    });
    expect(remote.ref('refs/heads/out')).toBe(human);
  });

  it('to a branch that was deleted is refused, and says that there is none', async () => {
    const remote = makeRemote();
    const adapters = adaptersFor(remote);
    const first = await commitOnTop(adapters, remote.head, { 'b.txt': 'b\n' });
    await expect(
      adapters.workspace.push({ branch: 'out', sha: first, lease: remote.head }),
    ).resolves.toMatchObject({ pushed: false, remoteHead: null });
  });

  it('that the remote’s rules refuse says what they said', async () => {
    const remote = makeRemote();
    mkdirSync(join(remote.path, 'hooks'), { recursive: true });
    writeFileSync(join(remote.path, 'hooks/update'), '#!/bin/sh\necho no >&2\nexit 1\n');
    chmodSync(join(remote.path, 'hooks/update'), 0o755);
    const { workspace } = adaptersFor(remote);
    const push = { branch: 'out', sha: remote.head, lease: null };
    expect(await workspace.push(push)).toEqual({
      pushed: false,
      remoteHead: null,
      reason: expect.stringContaining('hook declined'),
    });
  });

  it('works on the clone that an earlier process left, and one left half made', async () => {
    const remote = makeRemote();
    const { stateDirectory } = adaptersFor(remote);
    mkdirSync(join(stateDirectory, 'clone.git/objects'), { recursive: true });
    writeFileSync(join(stateDirectory, 'clone.git/HEAD'), 'ref: refs/heads/main\n');
    const again = adaptersFor(remote, { stateDirectory });
    expect(await again.workspace.fetch('main')).toBe(remote.head);
    const third = adaptersFor(remote, { stateDirectory });
    expect(await third.workspace.read(remote.head, 'README.md')).toBe('hello\n');
    expect(readFileSync(join(stateDirectory, 'clone.git/info/attributes'), 'utf8')).toMatch(
      /^\* -text/,
    );
  });
});
