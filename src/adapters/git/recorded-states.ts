import { readdir, readFile, stat } from 'node:fs/promises';

/** A state that was recorded on this machine, whether or not any ledger heard of it. */
export interface RecordedState {
  worktree: string;
  number: number;
  tree: string;
  /** When it was recorded, ISO 8601. */
  at: string;
  /** Commit the worktree was made from; null when the worktree is gone. */
  headSha: string | null;
}

/** All states that a state directory holds, oldest first. Reads files only. */
export async function recordedStates(stateDirectory: string): Promise<RecordedState[]> {
  const root = `${stateDirectory}/clone.git/refs/contractor/checkpoints`;
  const states: RecordedState[] = [];
  for (const worktree of await readdir(root).catch(() => [])) {
    const started = `${stateDirectory}/shadows/${worktree}/started-from`;
    const headSha = (await readFile(started, 'utf8').catch(() => '')).trim() || null;
    for (const name of await readdir(`${root}/${worktree}`)) {
      const file = `${root}/${worktree}/${name}`;
      const [text, { mtime }] = await Promise.all([readFile(file, 'utf8'), stat(file)]);
      const at = mtime.toISOString();
      states.push({ worktree, number: Number(name), tree: text.trim(), at, headSha });
    }
  }
  return states.sort((a, b) => a.worktree.localeCompare(b.worktree) || a.number - b.number);
}
