import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import { performWilder, wilderOperation } from './random-operations.ts';
import { adaptersFor, makeRemote, naiveGit, scratch } from './repositories.ts';

/**
 * Lets random things happen, and records each state four ways: by what a watcher heard, by a scan that knows the states
 * before, by one that knows nothing, and by git's own `add -A`. All must be the same, what is left out included.
 */
export async function recordAlike(numRuns: number): Promise<void> {
  const remote = makeRemote({ a: 'one\n', 'b/c d': 'two\r\n', 'c d': { link: 'a' }, '.x/A': '' });
  const { workspace } = adaptersFor(remote);
  let run = 0;
  const operations = fc.array(wilderOperation, { minLength: 1, maxLength: 6 });
  const history = fc.array(fc.record({ operations, isScanned: fc.boolean() }), {
    minLength: 1,
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const id = `run-${++run}`;
      const worktree = await workspace.openWorktree(id, remote.head);
      const reference = gitItself(worktree.path, remote.path, remote.head);
      // Twice: the first sets the watcher up.
      await worktree.checkpoint({ quick: true });
      for (const [n, { operations, isScanned }] of steps.entries()) {
        for (const each of operations) performWilder(worktree.path, each);
        const heard = await worktree.checkpoint({ quick: true });
        expect(heard.tree).toBe(reference());
        // A scan makes up for what was not heard: it must not stand between all that is.
        if (!isScanned && n < steps.length - 1) continue;
        const seen = await worktree.checkpoint();
        const anew = await workspace.openWorktree(id, remote.head);
        const unprepared = await anew.checkpoint();
        expect(seen).toEqual({ ...heard, changed: [] });
        expect(unprepared).toEqual(seen);
      }
      await worktree.remove();
    }),
    { numRuns },
  );
}

/** Git with an index of its own, which takes files as they are. */
function gitItself(tree: string, objects: string, head: string): () => string {
  const home = join(scratch(), 'git');
  naiveGit('/', ['init', '-q', '--bare', home]);
  mkdirSync(join(home, 'info'), { recursive: true });
  writeFileSync(
    join(home, 'info/attributes'),
    '* -text !eol -ident !filter !working-tree-encoding\n',
  );
  writeFileSync(join(home, 'objects/info/alternates'), `${objects}/objects\n`);
  const git = (...args: string[]) =>
    naiveGit(tree, [`--git-dir=${home}`, `--work-tree=${tree}`, '-c', 'core.bare=false', ...args]);
  git('read-tree', head);
  return () => {
    git('add', '-A');
    return git('write-tree');
  };
}
