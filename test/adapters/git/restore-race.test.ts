import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  adaptersFor,
  makeRemote,
  scratch,
  snapshotOf,
  writeFiles,
} from './support/repositories.ts';

/** Puts a link in a directory’s place and takes it away again, as fast as it can, until it is killed. */
const SWAPS = `
const fs = require('node:fs');
const [there, outside] = process.argv.slice(1);
const quietly = (act) => { try { act(); } catch {} };
for (;;) {
  quietly(() => fs.renameSync(there, there + '.away'));
  quietly(() => fs.symlinkSync(outside, there));
  quietly(() => fs.unlinkSync(there));
  quietly(() => fs.renameSync(there + '.away', there));
}
`;

const NAMES = Array.from({ length: 400 }, (_, n) => `dir/f${n}`);
const all = (text: string) => Object.fromEntries(NAMES.map((name) => [name, `${text}\n`]));

it('D9 a restore of many files writes and deletes nothing outside, whatever is swapped for a link meanwhile', async () => {
  const remote = makeRemote({ 'a.txt': 'a\n' });
  const { workspace } = adaptersFor(remote);
  const worktree = await workspace.openWorktree('run-1', remote.head);
  const { tree: empty } = await worktree.checkpoint();
  writeFiles(worktree.path, all('recorded'));
  const { tree: full } = await worktree.checkpoint();
  const outside = join(scratch(), 'outside');
  mkdirSync(outside);
  writeFiles(outside, Object.fromEntries(NAMES.map((name) => [name.slice(4), 'theirs\n'])));
  const before = snapshotOf(outside);

  const swaps = spawn(process.execPath, ['-e', SWAPS, join(worktree.path, 'dir'), outside]);
  try {
    for (let round = 0; round < 4; round++)
      for (const tree of [empty, full]) {
        // It may find no way to the end of it; what it must not do is leave the worktree.
        await worktree.restore(tree).catch(() => {});
        expect(snapshotOf(outside)).toEqual(before);
      }
  } finally {
    swaps.kill('SIGKILL');
  }
});
