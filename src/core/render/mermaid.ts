import type { GraphNode, NodeState, TaskGraph } from '../schema/task-graph.ts';

/** More nodes than this make no picture that anyone can read. */
const MOST_NODES = 60;
const LABEL = 50;

/** Colours that hold on light and dark; the state is written in each label as well, for who does not see them. */
const STYLES: Record<NodeState, string> = {
  pending: 'fill:#eeeeee,stroke:#888888,color:#222222',
  ready: 'fill:#dbeafe,stroke:#3b6fb5,color:#222222',
  running: 'fill:#fff3bf,stroke:#b58900,color:#222222,stroke-width:3px',
  verifying: 'fill:#fff3bf,stroke:#b58900,color:#222222,stroke-dasharray:4 2',
  passed: 'fill:#d3f2d3,stroke:#2f7d32,color:#222222',
  failed: 'fill:#fde0dc,stroke:#b3261e,color:#222222',
  blocked: 'fill:#fde0dc,stroke:#b3261e,color:#222222,stroke-width:3px',
  stale: 'fill:#eadcf5,stroke:#6b3fa0,color:#222222,stroke-dasharray:4 2',
  cancelled: 'fill:#f5f5f5,stroke:#aaaaaa,color:#777777',
};

/**
 * The graph as a Mermaid flowchart, with the state of each node (design §8). The node names are our own; labels hold untrusted
 * words, in which every sign but letters, digits and plain punctuation is written as its number: nothing of them is syntax.
 * The caller puts it into a `mermaid` fence, which no line of it can close.
 */
export function renderMermaid(graph: TaskGraph): string {
  const shown = graph.nodes.slice(0, MOST_NODES);
  const names = new Map(shown.map((node, at) => [node.id, `n${at}`]));
  const nodes = shown.map((node) => `  ${names.get(node.id)}["${label(node)}"]:::${node.state}`);
  const edges = shown.flatMap((node) =>
    node.preconditions.flatMap((id) => {
      const from = names.get(id);
      return from ? `  ${from} --> ${names.get(node.id)}` : [];
    }),
  );
  const more = graph.nodes.length - shown.length;
  const used = [...new Set(shown.map((node) => node.state))].sort();
  return [
    'flowchart TD',
    ...nodes,
    ...(more > 0 ? [`  more["and ${more} more"]`] : []),
    ...edges,
    ...used.map((state) => `  classDef ${state} ${STYLES[state]}`),
  ].join('\n');
}

function label(node: GraphNode): string {
  const attempt = node.attempts > 1 ? `, attempt ${node.attempts}` : '';
  return `${escaped(node.id)}: ${escaped(node.purpose)}<br/>${node.state}${attempt}`;
}

/** At most `LABEL` code points on one line, everything that could be syntax as an entity (`#` and a decimal number). */
function escaped(text: string): string {
  const visible = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  const points = [...visible.slice(0, 4 * LABEL)];
  const cut = points.length > LABEL ? [...points.slice(0, LABEL - 1), '…'] : points;
  return cut
    .map((point) => (/[\p{L}\p{M}\p{N} .,…_-]/u.test(point) ? point : `#${point.codePointAt(0)};`))
    .join('');
}
