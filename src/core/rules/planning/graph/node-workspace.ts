/** The worktree of one attempt at a node: a directory of its own beside the task’s. */
export function nodeWorkspace(worktree: string, node: string, attempt: number): string {
  return `${nodeWorkspaces(worktree)}${node}-${attempt}`;
}

/** How the ids of all worktrees of a task’s nodes begin. */
export function nodeWorkspaces(worktree: string): string {
  return `${worktree}.node-`;
}

/** Whether a worktree is a node’s: what it holds counts only once it is merged, so no other machine goes on from it. */
export function isNodeWorkspace(id: string): boolean {
  return /\.node-[A-Za-z][\w-]*-\d+$/.test(id);
}
