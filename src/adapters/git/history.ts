import type { RawPath } from './raw-path.ts';
import type { TreeDifference } from './tree-reading.ts';

/** How the latest states differ from one another, so that the way back to one is known without asking git. */
export interface History {
  add(tree: string, differences: readonly TreeDifference[]): void;
  /** What each path was in an earlier state that may be another now; null when that state is not known. */
  wayTo(tree: string): Map<RawPath, { mode: string; sha: string }> | null;
}

/** More than this is forgotten, oldest first. */
const mostDifferences = 20_000;

export function createHistory(start: string): History {
  const states: { tree: string; differences: readonly TreeDifference[] }[] = [
    { tree: start, differences: [] },
  ];
  let size = 0;
  return {
    add: (tree, differences) => {
      // Their contents are in the objects by now.
      const bare = differences.map(({ path, status, oldMode, mode, oldSha, sha }) => ({
        ...{ path, status, oldMode, mode, oldSha, sha },
      }));
      states.push({ tree, differences: bare });
      size += bare.length + 1;
      while (size > mostDifferences && states.length > 1) {
        states.shift();
        size -= (states[0]?.differences.length ?? 0) + 1;
      }
    },
    wayTo: (tree) => {
      const way = new Map<RawPath, { mode: string; sha: string }>();
      for (const state of states.toReversed()) {
        if (state.tree === tree) return way;
        for (const { path, oldMode, oldSha } of state.differences)
          way.set(path, { mode: oldMode, sha: oldSha });
      }
      return null;
    },
  };
}
