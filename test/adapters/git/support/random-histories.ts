import fc from 'fast-check';
import { expect } from 'vitest';
import { operation, perform } from './random-operations.ts';
import { adaptersFor, makeRemote, snapshotOf } from './repositories.ts';

/** Restores every checkpoint of random histories, in any order, and compares to the byte. */
export async function restoreRandomHistories(numRuns: number): Promise<void> {
  const remote = makeRemote({ a: 'one\n', 'b/c d': 'two\r\n', 'c d': { link: 'a' } });
  const { workspace } = adaptersFor(remote);
  let run = 0;
  const history = fc.array(fc.array(operation, { minLength: 1, maxLength: 6 }), {
    minLength: 1,
    maxLength: 4,
  });
  await fc.assert(
    fc.asyncProperty(history, fc.infiniteStream(fc.nat()), async (steps, picks) => {
      const worktree = await workspace.openWorktree(`run-${++run}`, remote.head);
      const states: { tree: string; files: object }[] = [];
      for (const operations of steps) {
        for (const each of operations) perform(worktree.path, each);
        const files = snapshotOf(worktree.path);
        const { tree, exclusions } = await worktree.checkpoint();
        expect(exclusions.filter(({ kind }) => kind !== 'empty-directory')).toEqual([]);
        states.push({ tree, files });
      }
      for (let n = 0; n < states.length; n++) {
        const state = states[(picks.next().value ?? 0) % states.length];
        if (state === undefined) continue;
        await worktree.restore(state.tree);
        expect(snapshotOf(worktree.path)).toEqual(state.files);
        expect((await worktree.checkpoint()).tree).toBe(state.tree);
      }
      await worktree.remove();
    }),
    { numRuns },
  );
}
