import { activeCriteria } from '../../core/rules/evidence/completion.ts';
import type { Job } from '../work/job.ts';
import { verifyTree } from '../work/verify-in-work.ts';
import { mergedTree } from './merged-tree.ts';
import { moveGraph } from './move-graph.ts';

/** Judges the merged whole by every criterion (C15). Only for exactly the results that stand now. */
export async function finalGate(job: Job, fingerprint: string): Promise<void> {
  const { context, contract } = job;
  const tree = await mergedTree(job);
  const evidence = await verifyTree(context, contract, tree, activeCriteria(contract));
  const red = evidence.filter(({ result }) => result !== 'pass');
  moveGraph(context, {
    type: 'final',
    fingerprint,
    passed: red.length === 0,
    evidence: evidence.map(({ id }) => id),
    feedback:
      red.length === 0
        ? null
        : red.map((each) => `${each.criterionId} is red: ${each.observation.summary}`).join('\n'),
  });
}
