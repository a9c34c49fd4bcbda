import { appendFileSync, linkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { adaptersFor, makeRemote, writeFiles } from '../support/repositories.ts';

it('records what happens in a tree so large that a second thread looks at half of it', async () => {
  const names = Array.from({ length: 5000 }, (_, n) => `d${n % 50}/e${n % 9}/f${n}`);
  const remote = makeRemote(Object.fromEntries(names.map((name) => [name, `${name}\n`])));
  const { workspace } = adaptersFor(remote);
  const worktree = await workspace.openWorktree('run-1', remote.head);
  const at = (name: string) => join(worktree.path, name);
  for (let n = 0; n < 3; n++) expect((await worktree.checkpoint()).changed).toEqual([]);
  const some = names.filter((_, n) => n % 997 === 0).toSorted();
  for (const step of ['edited', 'replaced', 'edited again', 'gone']) {
    for (const name of some) {
      if (step === 'gone') rmSync(at(name));
      else if (step === 'replaced') {
        rmSync(at(name));
        writeFiles(worktree.path, { [name]: 'another' });
      } else appendFileSync(at(name), '+');
    }
    expect((await worktree.checkpoint()).changed).toEqual(some);
    expect((await worktree.checkpoint()).changed).toEqual([]);
  }
  linkSync(at('d1/e1/f1'), at('second-name'));
  expect((await worktree.checkpoint()).changed).toEqual(['second-name']);
  appendFileSync(at('second-name'), '+');
  expect((await worktree.checkpoint()).changed).toEqual(['d1/e1/f1', 'second-name']);
  await worktree.release();
});
