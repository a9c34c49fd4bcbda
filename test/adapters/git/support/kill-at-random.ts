import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { digestOfFiles } from './digest-of-files.ts';
import { adaptersFor, makeRemote, naiveGit, type TestRemote } from './repositories.ts';

const CHILD = join(import.meta.dirname, 'checkpoint-until-killed.ts');

/**
 * Kills a process that checkpoints, again and again, at random moments; each time everything it ever told of must be
 * there, whole, and the worktree must be usable.
 * @returns how many checkpoints were told of before the kills
 */
export async function killAtRandom(kills: number): Promise<number> {
  const remote = makeRemote({ f0: 'start\n' });
  const { stateDirectory } = adaptersFor(remote);
  const told = new Map<string, string>();
  for (let n = 1; n <= kills; n++) {
    // From when it opens what the one before left; however slow the machine is, three of four have told of some.
    const run = { seed: n, told: n % 4, milliseconds: Math.random() ** 2 * 600 };
    const lines = await killedAfter(stateDirectory, remote, run);
    for (const [tree = '', files = ''] of lines) told.set(tree, files);
    // The oldest may have gone by the rule that a thousand states are kept.
    await checkEverything(stateDirectory, remote, new Map([...told].slice(-150)));
  }
  return told.size;
}

async function killedAfter(
  stateDirectory: string,
  { url, head }: TestRemote,
  run: { seed: number; told: number; milliseconds: number },
): Promise<string[][]> {
  const child = spawn(process.execPath, [CHILD, stateDirectory, url, head, `${run.seed}`]);
  let output = '';
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const opening = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk) => {
      output += chunk;
      if (output.split('\n').length > 1 + run.told) resolve();
    });
    child.once('close', () => resolve());
  });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await opening;
  await wait(run.milliseconds);
  child.kill('SIGKILL');
  await closed;
  expect(errors).toBe('');
  const whole = output.slice(0, output.lastIndexOf('\n')).split('\n').slice(1);
  return whole.map((line) => line.split(' '));
}

async function checkEverything(
  stateDirectory: string,
  remote: TestRemote,
  told: ReadonlyMap<string, string>,
): Promise<void> {
  const clone = join(stateDirectory, 'clone.git');
  const { workspace } = adaptersFor(remote, { stateDirectory });
  const worktree = await workspace.openWorktree('run-1', remote.head);
  const now = digestOfFiles(worktree.path);
  const { tree } = await worktree.checkpoint();
  // Connectivity of every state that was ever recorded; a ref that is cut off fails it.
  naiveGit(clone, ['fsck', '--connectivity-only', '--no-dangling', '--no-progress']);
  const refs = join(clone, 'refs/contractor/checkpoints/run-1');
  const recorded = treesIn(refs, clone);
  for (const each of told.keys()) expect(recorded).toContain(each);
  const pick = [...told][Math.floor(Math.random() * told.size)];
  if (pick !== undefined) {
    await worktree.restore(pick[0]);
    expect(digestOfFiles(worktree.path)).toBe(pick[1]);
  }
  await worktree.restore(tree);
  expect(digestOfFiles(worktree.path)).toBe(now);
  await worktree.release();
}

function treesIn(refs: string, clone: string): string[] {
  expect(readdirSync(refs).length).toBeGreaterThan(0);
  return naiveGit(clone, ['for-each-ref', '--format=%(objectname)', 'refs/contractor/checkpoints'])
    .split('\n')
    .filter((line) => line !== '');
}
