import type { Job } from '../work/job.ts';

/** What the passed nodes come to together: the tree that the next one is made from. */
export async function mergedTree({ context: { ports, log }, start }: Job): Promise<string> {
  const { merged } = log.state;
  return merged?.start === start ? merged.tree : ports.workspace.treeOf(start);
}
