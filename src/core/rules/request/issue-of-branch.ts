/** The issue whose task delivers on this branch; null when it is not a branch of ours. */
export function issueOfBranch(prefix: string, branch: string): number | null {
  if (!branch.startsWith(prefix)) return null;
  const found = /^issue-([1-9]\d{0,9})$/.exec(branch.slice(prefix.length));
  return found ? Number(found[1]) : null;
}
