import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { adaptersFor, makeRemote } from './repositories.ts';

const IN_ONE = 1000;

/**
 * Puts so many tiny files into a worktree, records them, finds single changes among them, and brings back what was there
 * before.
 * @returns how long each step took, in milliseconds
 */
export async function recordMany(files: number): Promise<Record<string, number>> {
  const remote = makeRemote({ 'a.txt': 'a\n' });
  const { workspace } = adaptersFor(remote);
  const worktree = await workspace.openWorktree('run-1', remote.head);
  const start = await worktree.checkpoint();
  const took: Record<string, number> = {};
  const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const begun = performance.now();
    const result = await work();
    took[what] = Math.round(performance.now() - begun);
    return result;
  };
  const nameOf = (n: number) => `d${Math.floor(n / IN_ONE)}/f${n}`;
  for (let n = 0; n < files; n++) {
    if (n % IN_ONE === 0) mkdirSync(join(worktree.path, `d${n / IN_ONE}`));
    writeFileSync(join(worktree.path, nameOf(n)), `${n}\n`);
  }
  const all = await timed('first', () => worktree.checkpoint());
  expect(all.changed).toHaveLength(files);
  for (const quick of [true, false]) {
    const how = quick ? 'quickly' : 'scanned';
    expect((await timed(`set up, ${how}`, () => worktree.checkpoint({ quick }))).changed).toEqual(
      [],
    );
    expect(
      (await timed(`no change, ${how}`, () => worktree.checkpoint({ quick }))).changed,
    ).toEqual([]);
    const edited = [1, files - 1].map(nameOf).toSorted();
    for (const name of edited) appendFileSync(join(worktree.path, name), how);
    rmSync(join(worktree.path, nameOf(quick ? 2 : 3)));
    const { changed } = await timed(`three edits, ${how}`, () => worktree.checkpoint({ quick }));
    expect(changed).toEqual([...edited, nameOf(quick ? 2 : 3)].toSorted());
  }
  const changes = await timed('restore of four', () => worktree.restore(all.tree));
  expect(changes).toHaveLength(4);
  await timed('restore of all', () => worktree.restore(start.tree));
  expect((await worktree.checkpoint()).tree).toBe(start.tree);
  await worktree.remove();
  return took;
}
