import { CatalogueError } from '../../core/catalogue-error.ts';
import type { Workspace } from '../../ports.ts';
import { openCheckout, removeAbandonedCheckouts } from './checkout.ts';
import type { Clone } from './clone.ts';
import { discardWorktrees } from './discard-worktrees.ts';
import { createKeptCheckpoints } from './kept-checkpoints.ts';
import type { SecretScan } from './ledger-layout.ts';
import { mergeTrees } from './merge-trees.ts';
import { pushBranch } from './push-branch.ts';
import { showPath } from './raw-path.ts';
import { toPathChange } from './shadow.ts';
import { tidy } from './tidy.ts';
import { diffTrees, listTree, patchOf, readText, treeOf } from './tree-reading.ts';
import { openWorktree, type WorktreeOptions } from './worktree.ts';
import { writeOut } from './write-out.ts';

/** The port `Workspace` on our own bare clone. Everything else lives in directories beside it. */
export function createWorkspace(
  clone: Clone,
  stateDir: string,
  options: WorktreeOptions & { scan?: SecretScan | undefined },
): Workspace {
  const checkouts = `${stateDir}/checkouts`;
  const places = { worktrees: `${stateDir}/worktrees`, shadows: `${stateDir}/shadows` };
  const { place } = clone;
  let tidied: Promise<void> | null = null;
  const checkpoints = createKeptCheckpoints(clone, options.scan);
  const needAll = (...shas: string[]) => Promise.all(shas.map((sha) => clone.need(sha)));

  return {
    fetch: async (branch) => clone.fetchRef(branch === 'HEAD' ? branch : refOf(branch)),
    list: async (sha) => {
      await needAll(sha);
      const files = await listTree(place, sha);
      return files.map(({ path, mode, sha: blob }) => ({ path: showPath(path), mode, blob }));
    },
    read: async (sha, path) => {
      await needAll(sha);
      return readText(place, sha, path);
    },
    treeOf: async (sha) => {
      await needAll(sha);
      return treeOf(place, sha);
    },
    openWorktree: async (id, sha) => {
      await tidy(stateDir);
      return openWorktree(clone, places, id, sha, options);
    },
    discardWorktrees: (prefix, sha) =>
      discardWorktrees(places.worktrees, prefix, (id) =>
        openWorktree(clone, places, id, sha, options),
      ),
    checkout: async (sha) => {
      tidied ??= removeAbandonedCheckouts(checkouts);
      await tidied;
      return openCheckout(clone, checkouts, sha);
    },
    writeOut: (treeish, directory) => writeOut(clone, stateDir, treeish, directory),
    commit: (commit) => clone.commit(commit),
    changes: async (from, to) => {
      await needAll(from, to);
      return (await diffTrees(place, from, to)).map(toPathChange);
    },
    merge: async (trees) => {
      await needAll(trees.base, trees.ours, trees.theirs);
      return mergeTrees(place, trees);
    },
    patch: async (from, to) => {
      await needAll(from, to);
      return patchOf(place, from, to);
    },
    keepCheckpoints: checkpoints.keep,
    bringCheckpoint: checkpoints.bring,
    push: async ({ branch, sha, lease }) => {
      await needAll(sha);
      return pushBranch(clone.remote, { ref: refOf(branch), sha, lease });
    },
  };
}

/** The full name of a branch. @throws CatalogueError `bad-input` for a name git does not allow (git-check-ref-format) */
function refOf(branch: string): string {
  const parts = branch.split('/');
  const wrong =
    // biome-ignore lint/suspicious/noControlCharactersInRegex: git forbids exactly these
    /[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{|\.$/.test(branch) ||
    branch === '@' ||
    parts.some((part) => part === '' || part.startsWith('.') || part.endsWith('.lock')) ||
    branch.startsWith('-');
  if (wrong)
    throw new CatalogueError('bad-input', `${JSON.stringify(branch)} cannot name a branch.`);
  return `refs/heads/${branch}`;
}
