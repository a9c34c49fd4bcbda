import type { Handback } from '../../core/schema/handback.ts';
import type { GraphNode } from '../../core/schema/task-graph.ts';

/** What people are told when no node can go on: which stopped and why, what hangs on them, and how to go on (C12). */
export function graphHandback(
  nodes: readonly GraphNode[],
  handbacks: ReadonlyMap<string, Handback>,
): Handback {
  const own = nodes.filter(({ block }) => block !== null && block.cause !== 'precondition');
  const first = own.find(({ id }) => handbacks.has(id));
  const said = first && handbacks.get(first.id);
  const found = own.map(({ id, block }) => `${id}: ${block?.reason ?? ''}`).join('\n');
  const waiting = nodes.filter((node) => !own.includes(node)).map(({ id }) => id);
  return {
    found: (said && own.length === 1 ? said.found : found).slice(0, 4000).toWellFormed(),
    blocked: `${own.map(({ id }) => id).join(', ')}${waiting.length > 0 ? `; ${waiting.join(', ')} wait for that` : ''}`,
    alternatives: [
      ...(said && own.length === 1 ? said.alternatives : []),
      ...(own.some(({ block }) => block?.cause === 'question')
        ? ['Decide the open question: /contract decide <n>']
        : []),
      own.length > 1
        ? `Try these nodes again: /contract resume, or some of them: /contract resume ${own[0]?.id}`
        : 'Try it again: /contract resume',
      'Plan it another way: /contract replan <why>, then /contract resume',
      'Change what must be true: /contract amend <what>',
    ].slice(0, 8),
    preserved: 'the nodes that passed are merged and checkpointed; they are not run again',
    decision: said && own.length === 1 ? said.decision : 'Whether and how these nodes can be done.',
  };
}
