import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGitAdapters } from '../../../../src/adapters/git/git-adapters.ts';

/* Quick checkpoints of ten directories, in a process that may not watch so many; prints what each saw. */
const home = mkdtempSync(join(tmpdir(), 'contractor-git-'));
try {
  const source = join(home, 'source');
  for (let n = 0; n < 10; n++) {
    mkdirSync(join(source, `d${n}`), { recursive: true });
    writeFileSync(join(source, `d${n}/f`), `${n}\n`);
  }
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: source });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-q', '-m', 'start');
  const head = git('rev-parse', 'HEAD').toString().trim();
  const stateDirectory = join(home, 'state');
  const { workspace } = createGitAdapters({ stateDirectory, url: `file://${source}`, token: null });
  const worktree = await workspace.openWorktree('run-1', head);
  await worktree.checkpoint({ quick: true });
  const seen: string[][] = [];
  for (const edited of ['d9/f', null, 'd3/f']) {
    if (edited !== null) appendFileSync(join(worktree.path, edited), '+');
    seen.push((await worktree.checkpoint({ quick: true })).changed);
  }
  process.stdout.write(JSON.stringify(seen));
  await worktree.release();
} finally {
  rmSync(home, { recursive: true, force: true });
}
