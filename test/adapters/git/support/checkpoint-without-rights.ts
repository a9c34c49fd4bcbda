import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGitAdapters } from '../../../../src/adapters/git/git-adapters.ts';

/* Checkpoints of a tree whose owner took rights from themselves; for a process that is not root. Prints what each saw. */
const home = mkdtempSync(join(tmpdir(), 'contractor-git-'));
const files = ['a', 'shut/b', 'shut/deep/c', 'listed/d', 'fixed/e'];
try {
  const source = join(home, 'source');
  for (const name of files) {
    mkdirSync(join(source, name, '..'), { recursive: true });
    writeFileSync(join(source, name), `${name}\n`);
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
  await worktree.release();
} finally {
  rmSync(home, { recursive: true, force: true });
}
