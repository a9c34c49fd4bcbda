import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { holdLock, releaseLock } from '../../../src/adapters/git/process-lock.ts';
import { digestOfFiles } from './support/digest-of-files.ts';
import { adaptersFor, makeRemote, naiveGit, scratch } from './support/repositories.ts';

/** Another process that holds a lock until it is killed. */
async function otherOwner(what: string) {
  const lock = join(process.cwd(), 'src/adapters/git/process-lock.ts');
  const code = `import { holdLock } from ${JSON.stringify(lock)};
await holdLock(${JSON.stringify(what)}); console.log('held'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code]);
  onTestFinished(() => void child.kill('SIGKILL'));
  await new Promise<void>((resolve) => child.stdout.once('data', () => resolve()));
  return {
    kill: () =>
      new Promise<void>((resolve) => {
        child.once('close', () => resolve());
        child.kill('SIGKILL');
      }),
  };
}

describe('a worktree has one owner', () => {
  it('so that a second process is refused, until the first is gone', async () => {
    const what = scratch();
    const other = await otherOwner(what);
    await expect(holdLock(what, 0)).rejects.toMatchObject({ code: 'worktree-busy' });
    await expect(holdLock(what, 0)).rejects.toMatchObject({ code: 'worktree-busy' });
    await other.kill();
    await holdLock(what, 5000);
    await releaseLock(what);
    await otherOwner(what);
  });

  it('waits for a process that is about to end', async () => {
    const what = scratch();
    const other = await otherOwner(what);
    const waiting = holdLock(what, 20_000);
    await other.kill();
    await waiting;
    await releaseLock(what);
  });

  it('and every worktree its own', async () => {
    const [one, two] = [scratch(), scratch()];
    await otherOwner(one);
    await holdLock(two, 0);
    await releaseLock(two);
  });

  it('who opens it again in the same process, and clears what a killed git left', async () => {
    const remote = makeRemote();
    const { workspace, stateDirectory } = adaptersFor(remote);
    const first = await workspace.openWorktree('run-1', remote.head);
    const shadow = join(stateDirectory, 'shadows/run-1');
    writeFileSync(join(shadow, 'index.lock'), 'half');
    const second = await workspace.openWorktree('run-1', remote.head);
    writeFileSync(join(second.path, 'a'), 'a');
    expect((await second.checkpoint()).changed).toEqual(['a']);
    expect(readdirSync(shadow)).not.toContain('index.lock');
    await first.release();
    await second.release();
  });
});

it.each([
  ['cut off', (index: string) => truncateSync(index, 100)],
  ['empty', (index: string) => truncateSync(index, 0)],
  ['gone', (index: string) => rmSync(index)],
])('an index that is %s is made anew, and no state is lost', async (_, harm) => {
  const remote = makeRemote({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
  const { workspace, stateDirectory } = adaptersFor(remote);
  const worktree = await workspace.openWorktree('run-1', remote.head);
  writeFileSync(join(worktree.path, 'a.txt'), 'work\n');
  const { tree } = await worktree.checkpoint();
  writeFileSync(join(worktree.path, 'b.txt'), 'more\n');
  harm(join(stateDirectory, 'shadows/run-1/index'));
  const again = await workspace.openWorktree('run-1', remote.head);
  expect((await again.checkpoint()).changed).toEqual(['b.txt']);
  await again.restore(tree);
  expect((await again.checkpoint()).tree).toBe(tree);
});

/** A process that records state after state, killed once it has told of so many. */
async function recordUntilKilled(args: string[], states: number): Promise<string[][]> {
  const script = join(import.meta.dirname, 'support/checkpoint-until-killed.ts');
  const child = spawn(process.execPath, [script, ...args]);
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
    if (output.split('\n').length > 1 + states) child.kill('SIGKILL');
  });
  await new Promise((resolve) => child.once('close', resolve));
  const whole = output.slice(0, output.lastIndexOf('\n')).split('\n');
  return whole.slice(1).map((line) => line.split(' '));
}

it('two processes that record in one clone at the same time lose nothing of each other', async () => {
  const remote = makeRemote({ f0: 'start\n' });
  const { workspace, stateDirectory } = adaptersFor(remote);
  const ids = ['one', 'two'];
  const told = await Promise.all(
    ids.map((id, n) =>
      recordUntilKilled([stateDirectory, remote.url, remote.head, `${n + 1}`, id], 8),
    ),
  );
  const clone = join(stateDirectory, 'clone.git');
  naiveGit(clone, ['fsck', '--connectivity-only', '--no-dangling', '--no-progress']);
  for (const [n, id] of ids.entries()) {
    expect(told[n]?.length).toBeGreaterThanOrEqual(8);
    const worktree = await workspace.openWorktree(id, remote.head);
    for (const [tree = '', files] of told[n] ?? []) {
      await worktree.restore(tree);
      expect(digestOfFiles(worktree.path)).toBe(files);
    }
    await worktree.release();
  }
});

it('a git that a killed process left running is ended before anything is done', async () => {
  const remote = makeRemote();
  const { workspace, stateDirectory } = adaptersFor(remote);
  const worktree = await workspace.openWorktree('run-1', remote.head);
  await worktree.release();
  const env = { PATH: process.env.PATH, GIT_DIR: join(stateDirectory, 'shadows/run-1') };
  const orphan = spawn('git', ['cat-file', '--batch'], { env });
  const ended = new Promise((resolve) => orphan.once('exit', (_, signal) => resolve(signal)));
  await workspace.openWorktree('run-1', remote.head);
  expect(await ended).toBe('SIGKILL');
});

it('a set-up that was killed half way is taken back, begun anew, and never counts as work', async () => {
  const remote = makeRemote({ 'a.txt': 'a\n' });
  const { workspace } = adaptersFor(remote);
  const worktree = await workspace.openWorktree('run-1', remote.head);
  writeFileSync(join(worktree.path, 'work.txt'), 'work');
  const { tree } = await worktree.checkpoint();
  const install = (half: boolean) => async () => {
    mkdirSync(join(worktree.path, 'packages'), { recursive: true });
    writeFileSync(join(worktree.path, 'packages/one'), '1');
    if (half) await new Promise(() => {});
    writeFileSync(join(worktree.path, 'packages/two'), '2');
  };
  // Never ends, as for a process that is killed in it.
  void worktree.setUp('key', install(true));
  await expect.poll(() => readdirSync(worktree.path)).toContain('packages');
  const again = await adaptersFor(remote, {
    stateDirectory: join(worktree.path, '../..'),
  }).workspace.openWorktree('run-1', remote.head);
  await again.setUp('key', install(false));
  expect(readdirSync(join(worktree.path, 'packages'))).toEqual(['one', 'two']);
  expect((await again.checkpoint()).tree).toBe(tree);
});
