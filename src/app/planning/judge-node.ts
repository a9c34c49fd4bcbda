import { CatalogueError } from '../../core/catalogue-error.ts';
import { digestOf, digestText } from '../../core/digest.ts';
import { activeCriteria } from '../../core/rules/evidence/completion.ts';
import type { NodeVerdict } from '../../core/rules/planning/graph/graph-command.ts';
import { untouchedGlobs } from '../../core/rules/planning/graph/write-sets.ts';
import { fence } from '../../core/rules/text/fence.ts';
import type { Contract } from '../../core/schema/contract.ts';
import { ReviewVerdict } from '../../core/schema/draft.ts';
import type { Evidence } from '../../core/schema/evidence.ts';
import type { GraphNode } from '../../core/schema/task-graph.ts';
import type { Context } from '../context.ts';
import { REVIEWING } from '../prompts.ts';
import { verifyTree } from '../work/verify-in-work.ts';

/** What a node left, merged with what others did. */
export interface NodeResult {
  tree: string;
  /** The merged tree before it. */
  before: string;
  /** It passed before: the tree that work began from, which lacks what it did; null when it did not. */
  earlier: string | null;
  changed: readonly string[];
  /** The checkpoint that holds its change. */
  checkpoint: string;
  said: string;
}

/**
 * Judges a node by its gates on the merged tree, then by an independent reviewer where one is configured, who sees the diff
 * and the task and never the agent’s own words (C11). Without a gate the change that the harness observed is the evidence.
 */
export async function judgeNode(
  context: Context,
  contract: Contract,
  node: GraphNode,
  result: NodeResult,
): Promise<NodeVerdict> {
  const ids = node.verification.flatMap((gate) => (gate.kind === 'criterion' ? gate.id : []));
  const gates = activeCriteria(contract).filter((criterion) => ids.includes(criterion.id));
  const evidence = gates.length > 0 ? await verifyTree(context, contract, result.tree, gates) : [];
  const red = evidence.filter((each) => each.result !== 'pass');
  if (red.length > 0) return { passed: false, feedback: red.map(redLine).join('\n') };
  const isIdle = node.writeSet.length > 0 && result.changed.length === 0;
  if (isIdle && evidence.length === 0 && result.earlier === null)
    return { passed: false, feedback: 'It changed nothing, and no criterion shows it done.' };
  // What it did when it passed before stands in the tree: it is looked at again, for what it rests on has changed.
  const from = isIdle ? result.earlier : result.before;
  const shown = result.changed.length > 0 || (isIdle && from !== null);
  const refused = shown && from !== null ? await review(context, node, from, result.tree) : null;
  if (refused !== null) return { passed: false, feedback: refused };
  return {
    passed: true,
    evidence: evidence.length > 0 ? evidence.map(({ id }) => id) : [ownEvidence(result)],
    outputHash: await hashOf(context, result),
    changed: result.changed.slice(0, 500),
    untouched: untouchedGlobs(node.writeSet, result.changed),
  };
}

const redLine = ({ criterionId, observation }: Evidence): string =>
  `${criterionId} is red: ${observation.summary}\n${observation.logTail.slice(-1500)}`.trimEnd();

/** A node that only looks leaves its report; one that wrote, its checkpoint. */
const ownEvidence = ({ changed, checkpoint, said }: NodeResult): string =>
  changed.length > 0 ? checkpoint : `report ${digestText(said).slice(0, 12)}`;

const MOST_OF_DIFF = 200_000;

/** Why the reviewer refuses; null when it does not, or when none is configured. */
async function review(
  { ports }: Context,
  node: GraphNode,
  from: string,
  tree: string,
): Promise<string | null> {
  const reviewer = ports.models.review;
  if (reviewer === null) return null;
  const questions = node.verification.flatMap((gate) =>
    gate.kind === 'review' ? gate.question : [],
  );
  const patch = await ports.workspace.patch(from, tree);
  try {
    const { answer } = await reviewer.ask({
      purpose: 'review',
      system: REVIEWING,
      prompt: [
        `Step ${node.id} of a plan:\n${fence(node.purpose)}`,
        `Question:\n${fence(questions[0] ?? 'Does the diff do this step, and nothing else?')}`,
        `Diff:\n${fence(patch.slice(0, MOST_OF_DIFF))}`,
        patch.length > MOST_OF_DIFF
          ? `The diff is cut: ${patch.length - MOST_OF_DIFF} characters of it are not shown.`
          : '',
      ].join('\n\n'),
      schema: ReviewVerdict,
    });
    return answer.verdict === 'pass' ? null : `The reviewer: ${answer.reasons.join(' ')}`;
  } catch (error) {
    if (!(error instanceof CatalogueError) || error.code !== 'model-unusable') throw error;
    return `The reviewer gave no usable verdict: ${error.message}`;
  }
}

/** Digest of what it changed as it stands in the merged tree. */
async function hashOf({ ports }: Context, { tree, changed }: NodeResult): Promise<string> {
  if (changed.length === 0) return digestOf([]);
  const wanted = new Set(changed);
  const files = await ports.workspace.list(tree);
  return digestOf(
    files.filter(({ path }) => wanted.has(path)).map(({ path, mode, blob }) => [path, mode, blob]),
  );
}
