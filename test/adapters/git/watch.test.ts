import { spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { adaptersFor, makeRemote, scratch, writeFiles } from './support/repositories.ts';

const quick = { quick: true };

/** A worktree whose watcher is set up and has nothing to tell. */
async function watched() {
  const remote = makeRemote({
    'a.txt': 'a\n',
    'b.txt': 'b\n',
    'dir/c.txt': 'c\n',
    'dir/deep/d.txt': 'd\n',
    '.gitignore': 'out/\n',
  });
  const { workspace } = adaptersFor(remote, { maximumFileBytes: 10_000 });
  const worktree = await workspace.openWorktree('run-1', remote.head);
  const at = (name: string) => join(worktree.path, name);
  writeFiles(worktree.path, { 'out/built': 'x', big: 'b'.repeat(20_000) });
  linkSync(at('b.txt'), at('out/b-too'));
  writeFiles(worktree.path, { 'hidden/.gitignore': '*\n', 'hidden/secret': 's' });
  await worktree.checkpoint(quick);
  await worktree.checkpoint(quick);
  return { worktree, at };
}

type At = (name: string) => string;

describe.runIf(process.platform === 'linux')('a watched worktree', () => {
  it.each<[string, (at: At) => void, string[]]>([
    ['nothing', () => {}, []],
    ['an edit', (at) => appendFileSync(at('dir/deep/d.txt'), '+'), ['dir/deep/d.txt']],
    ['a mode', (at) => chmodSync(at('a.txt'), 0o755), ['a.txt']],
    ['a deletion', (at) => rmSync(at('dir/c.txt')), ['dir/c.txt']],
    [
      'new files in new directories',
      (at) => writeFiles(at(''), { 'n/m/new': 'n', 'n/x': 'x' }),
      ['n/m/new', 'n/x'],
    ],
    [
      'a directory that was moved, and edited where it is now',
      (at) => {
        renameSync(at('dir'), at('moved'));
        appendFileSync(at('moved/deep/d.txt'), '+');
      },
      ['dir/c.txt', 'dir/deep/d.txt', 'moved/c.txt', 'moved/deep/d.txt'],
    ],
    [
      'a directory in the place of another',
      (at) => {
        rmSync(at('dir'), { recursive: true });
        writeFiles(at(''), { 'dir/c.txt': 'C\n', 'dir/deep/d.txt': 'd\n' });
      },
      ['dir/c.txt'],
    ],
    ['an edit through a second name', (at) => appendFileSync(at('out/b-too'), '+'), ['b.txt']],
    [
      'an edit through a second name that is as new as the edit',
      (at) => {
        linkSync(at('a.txt'), at('dir/a-too'));
        appendFileSync(at('dir/a-too'), '+');
      },
      ['a.txt', 'dir/a-too'],
    ],
    [
      'a directory that came from elsewhere whole, and what is done in it at once',
      (at) => {
        const elsewhere = scratch();
        writeFiles(elsewhere, { 'whole/in/x': 'x', 'whole/y': 'y' });
        renameSync(join(elsewhere, 'whole'), at('whole'));
        appendFileSync(at('whole/in/x'), '+');
      },
      ['whole/in/x', 'whole/y'],
    ],
    [
      'a directory that became a link to where it went, and back',
      (at) => {
        renameSync(at('dir'), at('real'));
        symlinkSync('real', at('dir'));
        appendFileSync(at('dir/c.txt'), '+');
      },
      ['dir', 'dir/c.txt', 'dir/deep/d.txt', 'real/c.txt', 'real/deep/d.txt'],
    ],
    [
      'links in a circle',
      (at) => {
        symlinkSync('.', at('dir/self'));
        symlinkSync('../dir', at('dir/deep/up'));
      },
      ['dir/deep/up', 'dir/self'],
    ],
    [
      'a name that differs in case only',
      (at) => renameSync(at('dir/c.txt'), at('dir/C.txt')),
      ['dir/C.txt', 'dir/c.txt'],
    ],
    [
      'attributes, which are a file like any other',
      (at) => writeFileSync(at('.gitattributes'), '* text eol=crlf ident\n'),
      ['.gitattributes'],
    ],
    [
      'the repository inside that appears, and its files',
      (at) => writeFiles(at('inner'), { '.git/HEAD': 'ref: refs/heads/main\n', code: 'c' }),
      ['inner/code'],
    ],
    [
      'rules that ignore less',
      (at) => writeFileSync(at('.gitignore'), ''),
      ['.gitignore', 'out/b-too', 'out/built'],
    ],
    [
      'rules that are ignored themselves',
      (at) => writeFileSync(at('hidden/.gitignore'), '.gitignore\n'),
      ['hidden/secret'],
    ],
    ['a file that is no longer too large', (at) => truncateSync(at('big'), 9), ['big']],
    [
      'the worktree itself in the place of another',
      (at) => {
        const root = at('.');
        renameSync(root, `${root}.old`);
        cpSync(`${root}.old`, root, { recursive: true });
        rmSync(`${root}.old`, { recursive: true });
        appendFileSync(at('dir/c.txt'), '+');
      },
      ['dir/c.txt'],
    ],
  ])('quickly records %s', async (_, act, changed) => {
    const { worktree, at } = await watched();
    const before = (await worktree.checkpoint(quick)).tree;
    act(at);
    const heard = await worktree.checkpoint(quick);
    expect(heard.changed).toEqual(changed);
    expect(heard.tree === before).toBe(changed.length === 0);
    expect(await worktree.checkpoint()).toEqual({ ...heard, changed: [] });
    // And it still listens, also in what has come since.
    const last = changed.at(-1);
    if (last === undefined) return;
    rmSync(at(last), { recursive: true, force: true });
    writeFiles(at(''), { [last]: 'once more' });
    const again = await worktree.checkpoint(quick);
    expect(again.changed).toContain(last);
  });

  it('notices that events were lost in a flood, and scans', async () => {
    const { worktree, at } = await watched();
    const size = Number(readFileSync('/proc/sys/fs/inotify/max_queued_events', 'utf8'));
    // Nobody listens meanwhile; each event differs from the one before, so that none are merged.
    for (let n = 0; n < size; n++) utimesSync(at(n % 2 ? 'dir/c.txt' : 'b.txt'), n, n);
    writeFileSync(at('a.txt'), 'lost\n');
    const { changed, tree } = await worktree.checkpoint(quick);
    expect(changed).toEqual(['a.txt']);
    appendFileSync(at('dir/deep/d.txt'), '+');
    expect((await worktree.checkpoint(quick)).changed).toEqual(['dir/deep/d.txt']);
    await worktree.restore(tree);
    expect((await worktree.checkpoint(quick)).changed).toEqual([]);
  });

  it('listens anew when the worktree was removed under a program that is in it, and made again', async () => {
    const remote = makeRemote({ 'a.txt': 'a\n', 'src/.gitignore': '*.o\n' });
    const worktree = await adaptersFor(remote).workspace.openWorktree('run-1', remote.head);
    for (const name of ['b.txt', 'c.txt']) {
      writeFiles(worktree.path, { [name]: name });
      await worktree.checkpoint(quick);
    }
    const inside = spawn('sleep', ['60'], { cwd: worktree.path });
    onTestFinished(() => void inside.kill('SIGKILL'));
    const copy = join(scratch(), 'copy');
    cpSync(worktree.path, copy, { recursive: true });
    rmSync(worktree.path, { recursive: true });
    cpSync(copy, worktree.path, { recursive: true });
    for (const name of ['d.txt', 'e.txt', 'f.txt']) {
      // Ignored by rules that are here now, not where git was started.
      writeFiles(worktree.path, { [name]: name, [`src/${name}.o`]: '' });
      expect((await worktree.checkpoint(quick)).changed).toEqual([name]);
    }
  });

  it('hears what a restore did, and what is done after it', async () => {
    const { worktree, at } = await watched();
    const { tree } = await worktree.checkpoint(quick);
    rmSync(at('dir'), { recursive: true });
    await worktree.checkpoint(quick);
    await worktree.restore(tree);
    expect((await worktree.checkpoint(quick)).tree).toBe(tree);
    appendFileSync(at('dir/deep/d.txt'), '+');
    expect((await worktree.checkpoint(quick)).changed).toEqual(['dir/deep/d.txt']);
  });
});

/** A process of its own in a user namespace of its own, in which a directory has no watch left after so many. */
function inNamespaceWith(watches: number, script: string) {
  const limit = `echo ${watches} > /proc/sys/user/max_inotify_watches`;
  return spawnSync(
    'unshare',
    ['-Ur', 'sh', '-c', `${limit} && exec "$@"`, 'sh', process.execPath, script],
    {
      encoding: 'utf8',
    },
  );
}

it.skipIf(
  spawnSync('unshare', ['-Ur', 'sh', '-c', 'echo 3 > /proc/sys/user/max_inotify_watches'])
    .status !== 0,
)('scans where the system has no watch left (needs user namespaces)', () => {
  const { status, stdout, stderr } = inNamespaceWith(
    3,
    join(import.meta.dirname, 'support/checkpoint-without-watches.ts'),
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(JSON.parse(stdout)).toEqual([['d9/f'], [], ['d3/f']]);
});
