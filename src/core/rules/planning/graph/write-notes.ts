import type { TaskGraph } from '../../../schema/task-graph.ts';

/**
 * What the nodes that passed changed, held against what they declared (F5), in words: files that more than one of them
 * changed, and globs that a node declared and left alone. What a node changed beside its write set never passes.
 */
export function writeNotes({ nodes }: TaskGraph): string[] {
  const authors = new Map<string, string[]>();
  for (const { id, result } of nodes)
    for (const path of result?.changed ?? []) authors.set(path, [...(authors.get(path) ?? []), id]);
  const shared = [...authors].flatMap(([path, ids]) =>
    ids.length > 1 ? `${path} was changed by ${ids.join(' and ')}, one after the other` : [],
  );
  const untouched = nodes.flatMap(({ id, result }) =>
    result !== null && result.untouched.length > 0
      ? `${id} changed nothing of ${result.untouched.join(', ')}, which it declared`
      : [],
  );
  return [...shared, ...untouched];
}
