import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Ends the git processes that an owner of a git directory which was killed has left running: one of them could still
 * put a file into the worktree, or take a lock file of ours for its own. Only the new owner may call it, before its
 * own first git. Where there is no /proc, they are waited for by nobody.
 */
export async function endOrphanedGit(gitDir: string): Promise<void> {
  const mark = `GIT_DIR=${gitDir}\0`;
  for (;;) {
    const orphans = await processesWith(mark);
    if (orphans.length === 0) return;
    for (const pid of orphans) end(pid);
    await wait(10);
  }
}

async function processesWith(mark: string): Promise<number[]> {
  const names = await readdir('/proc').catch(() => []);
  const pids = names.filter((name) => /^\d+$/.test(name));
  const marked = await Promise.all(
    pids.map((pid) =>
      readFile(`/proc/${pid}/environ`, 'latin1').then(
        (environment) => environment.includes(mark),
        () => false,
      ),
    ),
  );
  return pids.filter((_, n) => marked[n]).map(Number);
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
