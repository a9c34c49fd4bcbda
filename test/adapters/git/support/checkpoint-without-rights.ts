import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inStartedWorktree } from './started-worktree.ts';

/* Checkpoints of a tree whose owner took rights from themselves; for a process that is not root. Prints what each saw. */
const files = ['a', 'shut/b', 'shut/deep/c', 'listed/d', 'fixed/e'];
const contents = Object.fromEntries(files.map((name) => [name, `${name}\n`]));
await inStartedWorktree(contents, async (worktree) => {
  const at = (name: string) => join(worktree.path, name);
  const shut = (mode: { file: number; shut: number; listed: number; fixed: number }) => {
    chmodSync(at('a'), mode.file);
    for (const name of ['shut', 'listed', 'fixed'] as const) chmodSync(at(name), mode[name]);
  };
  const open = { file: 0o644, shut: 0o755, listed: 0o755, fixed: 0o755 };
  const told: object[] = [];
  const tell = async (how?: { quick: boolean }) => {
    const { changed, exclusions } = await worktree.checkpoint(how);
    told.push({ changed, left: exclusions.map(({ path, kind }) => `${kind} ${path}`) });
  };
  const { tree } = await worktree.checkpoint({ quick: true });
  await worktree.checkpoint({ quick: true });
  shut({ file: 0, shut: 0, listed: 0o444, fixed: 0o555 });
  await tell({ quick: true });
  await tell();
  shut(open);
  await tell({ quick: true });
  for (const name of files) writeFileSync(at(name), 'changed\n');
  await worktree.checkpoint();
  shut({ file: 0, shut: 0, listed: 0o444, fixed: 0o555 });
  await worktree.restore(tree);
  told.push(files.map((name) => readFileSync(at(name), 'utf8')));
  told.push({ same: (await worktree.checkpoint()).tree === tree });
  process.stdout.write(JSON.stringify(told));
});
