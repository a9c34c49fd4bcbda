import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSecretScanner } from '../../../src/adapters/secrets/secret-scanner.ts';
import type { CheckpointToKeep } from '../../../src/ports.ts';
import {
  adaptersFor,
  type Files,
  makeRemote,
  naiveGit,
  scratch,
  snapshotOf,
  type TestRemote,
  writeFiles,
} from './support/repositories.ts';

const ISSUE = 7;
const AT = '2026-01-01T00:00:00Z';
const SECRET = `ghp_${'a1B2'.repeat(9)}`;
const secrets = createSecretScanner();
const scan = (text: string, path: string) => secrets.scan(text, path);

/** One machine: its own state directory, with an open worktree on the head of main. */
async function machine(remote: TestRemote, id = 'issue-7') {
  const adapters = adaptersFor(remote, { scan });
  const head = (await adapters.workspace.fetch('main')) ?? '';
  const worktree = await adapters.workspace.openWorktree(id, head);
  const recorded: CheckpointToKeep[] = [];
  return {
    ...adapters,
    worktree,
    head,
    /** Writes files and records them as the next checkpoint. */
    async record(files: Files) {
      writeFiles(worktree.path, files);
      const { tree } = await worktree.checkpoint();
      const each = { number: recorded.length + 1, tree, parent: head, at: AT };
      recorded.push(each);
      return each;
    },
  };
}

const refs = ({ path }: TestRemote) =>
  naiveGit(path, ['for-each-ref', '--format=%(refname) %(tree)', 'refs/contractor'])
    .split('\n')
    .filter((line) => line !== '');
const refOf = (number: number) => `refs/contractor/${ISSUE}/checkpoints/${number}`;

/** Turns the remote into one whose history ends at its newest commit. */
function makeShallow(remote: TestRemote): TestRemote {
  const path = join(scratch(), 'shallow.git');
  naiveGit('/', ['clone', '-q', '--bare', '--depth=1', `file://${remote.path}`, path]);
  return { ...remote, path, url: `file://${path}` };
}

const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 12345\n`;

function withSubmodule(remote: TestRemote): TestRemote {
  const person = scratch();
  naiveGit(person, ['clone', '-q', remote.path, '.']);
  naiveGit(person, ['update-index', '--add', '--cacheinfo', `160000,${remote.head},vendor/lib`]);
  naiveGit(person, ['commit', '-q', '-m', 'submodule']);
  naiveGit(person, ['push', '-q', 'origin', 'HEAD:refs/heads/main']);
  return remote;
}

describe('checkpoints on the remote', () => {
  it('are pushed together, each as its tree on the commit it was made from', async () => {
    const remote = makeRemote();
    const { workspace, record, head } = await machine(remote);
    const all = [await record({ a: '1' }), await record({ a: '2' })];
    const result = await workspace.keepCheckpoints(ISSUE, all, []);
    expect(result).toEqual({ kept: [1, 2], refused: [], missing: [] });
    expect(refs(remote)).toEqual(all.map(({ number, tree }) => `${refOf(number)} ${tree}`));
    expect(naiveGit(remote.path, ['rev-parse', `${refOf(2)}^`])).toBe(head);
  });

  it('serve a second machine, which gets exactly the recorded tree', async () => {
    const remote = makeRemote({ 'a.txt': 'a\n', 'b/c': { run: '#!/bin/sh\n' } });
    const first = await machine(remote);
    const kept = await first.record({ 'new/ü.txt': 'n', link: { link: 'a.txt' } });
    await first.workspace.keepCheckpoints(ISSUE, [kept], []);
    const second = await machine(remote);
    expect(await second.worktree.held(kept.tree)).toBe(false);
    const wanted = { tree: kept.tree, numbers: [kept.number] };
    expect(await second.workspace.bringCheckpoint(ISSUE, wanted)).toBe(true);
    await second.worktree.restore(kept.tree);
    expect(snapshotOf(second.worktree.path)).toEqual(snapshotOf(first.worktree.path));
    expect(await second.worktree.held(kept.tree)).toBe(true);
  });

  it.each<[string, (remote: TestRemote) => TestRemote, Files, string[]]>([
    ['a shallow origin', makeShallow, {}, []],
    [
      'LFS pointers',
      (r) => r,
      { '.gitattributes': '*.psd filter=lfs\n', 'a.psd': POINTER },
      ['lfs-pointer'],
    ],
    ['a submodule', withSubmodule, {}, ['submodule']],
  ])('serve a second machine with %s', async (_, change, files, kinds) => {
    const made = makeRemote({ 'a.txt': 'a\n', ...files });
    made.commit('main', { 'later.txt': 'l\n' });
    const remote = change(made);
    const first = await machine(remote);
    const kept = await first.record({ 'a.txt': 'changed\n', 'n.txt': 'n\n' });
    expect(await first.workspace.keepCheckpoints(ISSUE, [kept], [])).toMatchObject({ kept: [1] });
    const second = await machine(remote);
    await second.workspace.bringCheckpoint(ISSUE, { tree: kept.tree, numbers: [1] });
    await second.worktree.restore(kept.tree);
    expect(snapshotOf(second.worktree.path)).toEqual(snapshotOf(first.worktree.path));
    const { tree, exclusions } = await second.worktree.checkpoint();
    expect([tree, exclusions.map(({ kind }) => kind)]).toEqual([kept.tree, kinds]);
  });

  it('holds back each one with a secret, tells where, and pushes the others', async () => {
    const remote = makeRemote();
    const { workspace, record, worktree } = await machine(remote);
    const clean = await record({ a: '1' });
    const dirty = await record({ 'src/key.js': `// line\nconst key = '${SECRET}';\n` });
    rmSync(join(worktree.path, 'src/key.js'));
    const after = await record({ a: '2' });
    const result = await workspace.keepCheckpoints(ISSUE, [clean, dirty, after], []);
    expect(result).toMatchObject({
      kept: [1, 3],
      refused: [{ number: 2, findings: [expect.stringMatching(/github.* at src\/key\.js:2$/)] }],
    });
    expect(JSON.stringify(result)).not.toContain(SECRET);
    const everything = naiveGit(remote.path, ['cat-file', '--batch-all-objects', '--batch-check']);
    const blob = naiveGit(
      worktree.path,
      ['hash-object', '--stdin'],
      `// line\nconst key = '${SECRET}';\n`,
    );
    expect(everything).not.toContain(blob);
  });

  it('holds back one whose file name or link is the secret', async () => {
    const { workspace, record, worktree } = await machine(makeRemote());
    const named = await record({ [`${SECRET}.txt`]: '' });
    rmSync(join(worktree.path, `${SECRET}.txt`));
    const linked = await record({ link: { link: SECRET } });
    const result = await workspace.keepCheckpoints(ISSUE, [named, linked], []);
    expect(result.refused.map(({ number }) => number)).toEqual([1, 2]);
  });

  it('refuses a ref that holds something else than the ledger says', async () => {
    const remote = makeRemote();
    const first = await machine(remote);
    const kept = await first.record({ a: '1' });
    await first.workspace.keepCheckpoints(ISSUE, [kept], []);
    naiveGit(remote.path, ['update-ref', refOf(1), remote.commit('evil', { a: 'planted' })]);
    const second = await machine(remote);
    const wanted = { tree: kept.tree, numbers: [1] };
    expect(await second.workspace.bringCheckpoint(ISSUE, wanted)).toBe(false);
  });

  it('names what is not on this machine, and finds nothing where nothing was pushed', async () => {
    const remote = makeRemote();
    const first = await machine(remote);
    const kept = await first.record({ a: '1' });
    const second = await machine(remote);
    expect(await second.workspace.keepCheckpoints(ISSUE, [kept], [])).toEqual({
      kept: [],
      refused: [],
      missing: [1],
    });
    const wanted = { tree: kept.tree, numbers: [1] };
    expect(await second.workspace.bringCheckpoint(ISSUE, wanted)).toBe(false);
  });

  it('removes what newer ones replace, and does not mind that somebody did so already', async () => {
    const remote = makeRemote();
    const { workspace, record } = await machine(remote);
    const all = [await record({ a: '1' }), await record({ a: '2' }), await record({ a: '3' })];
    await workspace.keepCheckpoints(ISSUE, all.slice(0, 2), []);
    naiveGit(remote.path, ['update-ref', '-d', refOf(1)]);
    await workspace.keepCheckpoints(ISSUE, all.slice(2), [1, 2]);
    expect(refs(remote).map((line) => line.split(' ')[0])).toEqual([refOf(3)]);
  });

  it('sends only what changed', async () => {
    const big = Object.fromEntries(
      Array.from({ length: 200 }, (_, n) => [`d${n % 10}/f${n}`, `${n}`.repeat(500)]),
    );
    const remote = makeRemote(big);
    const { workspace, record } = await machine(remote);
    const objects = () => naiveGit(remote.path, ['count-objects', '-v']);
    const before = Number(/count: (\d+)/.exec(objects())?.[1]);
    await workspace.keepCheckpoints(ISSUE, [await record({ 'd1/f1': 'changed' })], []);
    // A blob, two trees and a commit.
    expect(Number(/count: (\d+)/.exec(objects())?.[1]) - before).toBe(4);
  });
});

describe('what a directory has held', () => {
  it('counts from when it was made on this machine', async () => {
    const remote = makeRemote({ a: '1' });
    const { workspace, worktree, record, head } = await machine(remote);
    const { tree } = await record({ a: '2' });
    writeFileSync(join(worktree.path, 'a'), '3');
    await worktree.checkpoint();
    const again = await workspace.openWorktree('issue-7', head);
    expect(await again.held(tree)).toBe(true);
    rmSync(worktree.path, { recursive: true });
    const anew = await workspace.openWorktree('issue-7', head);
    expect(await anew.held(tree)).toBe(false);
    await anew.restore(tree);
    expect(await anew.held(tree)).toBe(true);
  });
});
