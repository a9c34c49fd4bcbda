import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createGitAdapters } from '../../../../src/adapters/git/git-adapters.ts';

/** For a child process of a test: a worktree on a repository with these files, gone with all of it when the act ends. */
export async function inStartedWorktree(
  files: Readonly<Record<string, string>>,
  act: (worktree: Awaited<ReturnType<typeof open>>) => Promise<void>,
): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'contractor-git-'));
  try {
    const worktree = await open(home, files);
    await act(worktree);
    await worktree.release();
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function open(home: string, files: Readonly<Record<string, string>>) {
  const source = join(home, 'source');
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(source, name)), { recursive: true });
    writeFileSync(join(source, name), text);
  }
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: source });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-q', '-m', 'start');
  const head = git('rev-parse', 'HEAD').toString().trim();
  const stateDirectory = join(home, 'state');
  const { workspace } = createGitAdapters({ stateDirectory, url: `file://${source}`, token: null });
  return workspace.openWorktree('run-1', head);
}
