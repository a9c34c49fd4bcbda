import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { inStartedWorktree } from './started-worktree.ts';

/* Quick checkpoints of ten directories, in a process that may not watch so many; prints what each saw. */
const files = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`d${n}/f`, `${n}\n`]));
await inStartedWorktree(files, async (worktree) => {
  await worktree.checkpoint({ quick: true });
  const seen: string[][] = [];
  for (const edited of ['d9/f', null, 'd3/f']) {
    if (edited !== null) appendFileSync(join(worktree.path, edited), '+');
    seen.push((await worktree.checkpoint({ quick: true })).changed);
  }
  process.stdout.write(JSON.stringify(seen));
});
