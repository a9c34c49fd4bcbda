import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createGitAdapters } from '../../../../src/adapters/git/git-adapters.ts';
import { digestOfFiles } from './digest-of-files.ts';

/*
 * A process that checkpoints and restores as fast as it can, and tells of each checkpoint when it has it. It is there
 * to be killed. Arguments: state directory, URL, commit, seed, name of the worktree.
 */
const [stateDirectory = '', url = '', sha = '', seed = '1', id = 'run-1'] = process.argv.slice(2);
let random = Number(seed);
const below = (limit: number) => {
  random = (random * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((random / 2_147_483_648) * limit);
};

const { workspace } = createGitAdapters({ stateDirectory, url, token: null });
process.stdout.write('opening\n');
const worktree = await workspace.openWorktree(id, sha);
const known: string[] = [];
for (let n = 0; ; n++) {
  for (let each = 0; each < 5; each++) {
    const path = `${worktree.path}/f${below(12)}`;
    rmSync(path, { recursive: true, force: true });
    if (below(4) > 0) writeFileSync(path, `${seed} ${n} `.repeat(1 + below(2000)));
    else symlinkSync(`f${below(12)}`, path);
  }
  const files = digestOfFiles(worktree.path);
  const { tree } = await worktree.checkpoint();
  process.stdout.write(`${tree} ${files}\n`);
  known.push(tree);
  const back = known[below(known.length)];
  if (below(3) === 0 && back !== undefined) await worktree.restore(back);
}
