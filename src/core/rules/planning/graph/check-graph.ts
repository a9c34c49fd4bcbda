import type { NodeDefinition } from '../../../schema/task-graph.ts';
import { findCycle } from './topological-order.ts';

export interface GraphProblem {
  code:
    | 'duplicate-id'
    | 'unknown-precondition'
    | 'cycle'
    | 'no-verification'
    | 'bad-path'
    | 'empty';
  node: string | null;
  message: string;
}

/** What must hold before a graph may run: every id once, no cycle, a gate for each node that writes, paths inside the repository. */
export function graphProblems(nodes: readonly NodeDefinition[]): GraphProblem[] {
  const ids = new Set(nodes.map((node) => node.id));
  const cycle = findCycle(nodes.map((node) => ({ id: node.id, deps: node.preconditions })));
  return [
    ...(nodes.length === 0 ? [problem('empty', null, 'The graph has no node.')] : []),
    ...nodes.flatMap((node, at) => {
      const first = nodes.findIndex((other) => other.id === node.id) === at;
      return first ? [] : [problem('duplicate-id', node.id, `Two nodes are called ${node.id}.`)];
    }),
    ...(cycle === null
      ? []
      : [problem('cycle', cycle[0] ?? null, `These wait for each other: ${cycle.join(' → ')}.`)]),
    ...nodes.flatMap((node) => nodeProblems(node, ids)),
  ];
}

function nodeProblems(node: NodeDefinition, ids: ReadonlySet<string>): GraphProblem[] {
  const { id } = node;
  const unknown = node.preconditions.filter((precondition) => !ids.has(precondition));
  const outside = node.writeSet.filter((glob) => !isInside(glob));
  return [
    ...unknown.map((other) =>
      problem('unknown-precondition', id, `${id} waits for ${other}, which is not in the graph.`),
    ),
    ...(node.writeSet.length > 0 && node.verification.length === 0
      ? [problem('no-verification', id, `${id} writes, but nothing verifies it.`)]
      : []),
    ...outside.map((glob) =>
      problem(
        'bad-path',
        id,
        `${id} may not write ${glob.slice(0, 100)}: no path inside the repository.`,
      ),
    ),
  ];
}

function isInside(glob: string): boolean {
  const parts = glob.split(/[/\\]/);
  return !glob.startsWith('/') && !parts.includes('..') && parts[0] !== '.git';
}

function problem(code: GraphProblem['code'], node: string | null, message: string): GraphProblem {
  return { code, node, message };
}
