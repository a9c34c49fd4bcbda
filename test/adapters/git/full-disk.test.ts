import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { adaptersFor, makeRemote, naiveGit, scratch } from './support/repositories.ts';

/** Mounts a file system of so many megabytes at a directory; false where that is not allowed. */
function mountSmall(path: string, megabytes: number): boolean {
  mkdirSync(path, { recursive: true });
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path]);
  if (status !== 0) return false;
  onTestFinished(() => void spawnSync('umount', ['-l', path]));
  return true;
}

function canMount(): boolean {
  const probe = `/tmp/contractor-mount-${process.pid}`;
  mkdirSync(probe, { recursive: true });
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', probe]).status === 0;
  if (mounted) spawnSync('umount', ['-l', probe]);
  rmSync(probe, { recursive: true, force: true });
  return mounted;
}

const MOUNTS = canMount();

/** The state directory’s parts stand on a small disk of their own. */
async function onSmallDisk(megabytes: number) {
  const remote = makeRemote({ 'a.txt': 'one\n' });
  const stateDirectory = scratch();
  if (!mountSmall(stateDirectory, megabytes)) throw new Error('not mounted');
  const { workspace } = adaptersFor(remote, { stateDirectory });
  const worktree = await workspace.openWorktree('run-1', remote.head);
  const at = (name: string) => join(worktree.path, name);
  writeFileSync(at('a.txt'), 'two\n');
  const before = await worktree.checkpoint();
  return { workspace, worktree, at, before, stateDirectory };
}

/** Fills the disk up to the last block. */
function fill(directory: string): string {
  const path = join(directory, 'ballast');
  const free = statfsSync(directory);
  writeFileSync(path, Buffer.alloc(free.bavail * free.bsize));
  return path;
}

describe.skipIf(!MOUNTS)('on a full disk (needs the right to mount)', () => {
  it('a checkpoint fails loudly, loses none before it, and works again once there is room', async () => {
    const { workspace, worktree, at, before, stateDirectory } = await onSmallDisk(8);
    writeFileSync(at('b.bin'), randomBytes(200_000));
    const ballast = fill(stateDirectory);
    await expect(worktree.checkpoint()).rejects.toThrow();
    rmSync(ballast);
    const clone = join(stateDirectory, 'clone.git');
    naiveGit(clone, ['fsck', '--connectivity-only', '--no-dangling', '--no-progress']);
    expect(await workspace.read(before.tree, 'a.txt')).toBe('two\n');
    const after = await worktree.checkpoint();
    expect(after.changed).toEqual(['b.bin']);
    await worktree.restore(before.tree);
    await worktree.restore(after.tree);
    expect(readFileSync(at('b.bin'))).toHaveLength(200_000);
  });

  it('a restore fails loudly, and can be done once there is room', async () => {
    const { worktree, at, before, stateDirectory } = await onSmallDisk(8);
    writeFileSync(at('b.bin'), randomBytes(1_000_000));
    const big = await worktree.checkpoint();
    await worktree.restore(before.tree);
    const ballast = fill(stateDirectory);
    await expect(worktree.restore(big.tree)).rejects.toThrow();
    rmSync(ballast);
    await worktree.restore(big.tree);
    expect(readFileSync(at('b.bin'))).toHaveLength(1_000_000);
    expect(readFileSync(at('a.txt'), 'utf8')).toBe('two\n');
  });
});

describe.skipIf(!MOUNTS)('a worktree that was made read-only (needs the right to mount)', () => {
  it('is checkpointed as it is; a restore fails loudly and works once it may write', async () => {
    const { worktree, at, before } = await onSmallDisk(8);
    writeFileSync(at('a.txt'), 'three\n');
    spawnSync('mount', ['--bind', worktree.path, worktree.path]);
    spawnSync('mount', ['-o', 'remount,bind,ro', worktree.path]);
    onTestFinished(() => void spawnSync('umount', ['-l', worktree.path]));
    expect((await worktree.checkpoint()).changed).toEqual(['a.txt']);
    await expect(worktree.restore(before.tree)).rejects.toMatchObject({ code: 'git-failed' });
    expect(readFileSync(at('a.txt'), 'utf8')).toBe('three\n');
    spawnSync('umount', ['-l', worktree.path]);
    await worktree.restore(before.tree);
    expect(readFileSync(at('a.txt'), 'utf8')).toBe('two\n');
  });
});
