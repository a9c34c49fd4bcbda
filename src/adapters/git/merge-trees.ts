import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { MergedTree } from '../../ports.ts';
import { pathBytes, type RawPath, showPath } from './raw-path.ts';
import { diffTrees, type TreeDifference } from './tree-reading.ts';
import { type GitPlace, git, gitLine } from './trusted-git.ts';

/**
 * Takes what `theirs` changed since `base` over into `ours`, file by file: a file that both sides changed differently is a
 * conflict, never guessed at. No worktree, no merge driver, no attribute of the tree takes part.
 */
export async function mergeTrees(
  place: GitPlace,
  { base, ours, theirs }: { base: string; ours: string; theirs: string },
): Promise<MergedTree> {
  const mine = await diffTrees(place, base, ours);
  const changes = await diffTrees(place, base, theirs);
  const conflicts = conflictsOf(mine, changes);
  if (conflicts.length > 0) return { conflicts: conflicts.map(showPath) };
  if (changes.length === 0) return { tree: ours };
  const index = `${place.gitDir}/merge-${randomUUID()}`;
  const scratch = { ...place, index };
  try {
    await git(scratch, ['read-tree', ours]);
    // Deletions first: a directory can give way to a file of its name, or the other way round.
    const order = [...changes.filter(isDeletion), ...changes.filter((each) => !isDeletion(each))];
    const stdin = Buffer.concat(
      order.map(({ mode, sha, path }) =>
        Buffer.concat([Buffer.from(`${mode} ${sha}\t`), pathBytes(path), Buffer.from([0])]),
      ),
    );
    await git(scratch, ['update-index', '--add', '--replace', '-z', '--index-info'], { stdin });
    return { tree: await gitLine(scratch, ['write-tree']) };
  } finally {
    await rm(index, { force: true });
  }
}

const isDeletion = ({ status }: TreeDifference): boolean => status === 'deleted';

function conflictsOf(
  mine: readonly TreeDifference[],
  theirs: readonly TreeDifference[],
): RawPath[] {
  const byPath = new Map(mine.map((each) => [each.path, each]));
  const standing = mine.filter((each) => !isDeletion(each)).map(({ path }) => path);
  return theirs.flatMap((change) => {
    const other = byPath.get(change.path);
    if (other !== undefined)
      return other.sha === change.sha && other.mode === change.mode ? [] : [change.path];
    if (isDeletion(change)) return [];
    // One side has a file where the other has a directory.
    const clash = standing.some(
      (path) => path.startsWith(`${change.path}/`) || change.path.startsWith(`${path}/`),
    );
    return clash ? [change.path] : [];
  });
}
