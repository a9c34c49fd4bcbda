import { rm } from 'node:fs/promises';
import { joinRecords, type RawPath, splitRecords } from './raw-path.ts';
import type { ShadowPlace } from './shadow/shadow-place.ts';
import type { TreeDifference } from './tree-reading.ts';
import { askGit, git } from './trusted-git.ts';

/**
 * A restore that brings a `.gitignore` back must not delete what that file protects: such files were recorded only
 * because the rule was gone for a while. They are written again from the tree they were recorded in.
 * @returns the paths that are there again
 */
export async function bringBackIgnored(
  place: ShadowPlace,
  before: string,
  differences: readonly TreeDifference[],
): Promise<ReadonlySet<RawPath>> {
  const present = new Set(
    differences.filter(({ status }) => status !== 'deleted').map(({ path }) => path),
  );
  const deleted = differences
    .filter(
      ({ path, status }) => status === 'deleted' && !ancestors(path).some((p) => present.has(p)),
    )
    .map(({ path }) => path);
  if (deleted.length === 0) return new Set();
  const ignored = await ignoredAmong(place, deleted);
  if (ignored.length === 0) return new Set();
  const scratch = { ...place, index: `${place.gitDir}/scratch-index` };
  try {
    await git(scratch, ['read-tree', before]);
    await git(scratch, ['checkout-index', '-z', '--stdin'], { stdin: joinRecords(ignored) });
  } finally {
    await rm(scratch.index, { force: true });
  }
  return new Set(ignored);
}

async function ignoredAmong(place: ShadowPlace, paths: readonly RawPath[]): Promise<RawPath[]> {
  const { stdout } = await askGit(place, ['check-ignore', '--no-index', '-z', '--stdin'], {
    // check-ignore knows no literal pathspecs; behind `./` no name is taken for magic.
    stdin: joinRecords(paths.map((path) => `./${path}`)),
    env: { GIT_LITERAL_PATHSPECS: '0' },
    accept: [0, 1],
  });
  return splitRecords(stdout).map((path) => path.slice(2));
}

function ancestors(path: RawPath): RawPath[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, n) => parts.slice(0, n + 1).join('/'));
}
