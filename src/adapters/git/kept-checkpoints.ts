import type { Workspace } from '../../ports.ts';
import type { Clone } from './clone.ts';
import type { SecretScan } from './ledger-layout.ts';
import { showPath } from './raw-path.ts';
import { diffTrees, readBlobs, treeOf } from './tree-reading.ts';
import { askGit } from './trusted-git.ts';

const refOf = (issue: number, number: number) => `refs/contractor/${issue}/checkpoints/${number}`;

const allOf = (issue: number) => `refs/contractor/${issue}/checkpoints/*`;

/** So many findings of one checkpoint are told. */
const mostFindings = 10;

/**
 * Checkpoints on the remote: each a commit of its tree on the commit its worktree was made from, so that only what
 * the agent changed is sent, and a removed ref lets go of everything it held.
 */
export function createKeptCheckpoints(
  clone: Clone,
  scan: SecretScan | undefined,
): { keep: Workspace['keepCheckpoints']; bring: Workspace['bringCheckpoint'] } {
  const { place, remote } = clone;
  const findingsIn = createTreeScan(clone, scan);
  const isHere = async (tree: string) =>
    (await askGit(place, ['cat-file', '-e', tree], { accept: [0, 1, 128] })).exitCode === 0;

  return {
    keep: async (issue, checkpoints, drop) => {
      await clone.ready();
      const refs = new Map<string, string | null>();
      if (drop.length > 0) {
        const present = await remote.list(allOf(issue));
        for (const ref of drop.map((number) => refOf(issue, number)))
          if (present.has(ref)) refs.set(ref, null);
      }
      const result: Awaited<ReturnType<Workspace['keepCheckpoints']>> = {
        kept: [],
        refused: [],
        missing: [],
      };
      for (const { number, tree, parent, at } of checkpoints) {
        if (!(await isHere(tree))) {
          result.missing.push(number);
          continue;
        }
        const findings = await findingsIn(parent, tree);
        if (findings.length > 0) {
          result.refused.push({ number, findings: findings.slice(0, mostFindings) });
          continue;
        }
        const message = `Checkpoint CP-${number} of issue ${issue}\n`;
        refs.set(refOf(issue, number), await clone.commit({ tree, parent, message, at }));
        result.kept.push(number);
      }
      if (refs.size > 0) await remote.overwrite(refs);
      return result;
    },
    bring: async (issue, { tree, numbers }) => {
      await clone.ready();
      if (await isHere(tree)) return true;
      const refs = await remote.list(allOf(issue));
      for (const number of numbers) {
        const sha = refs.get(refOf(issue, number));
        if (sha === undefined) continue;
        await clone.need(sha);
        // Whoever may write the repository may write this ref: only the ledger says what it must hold.
        if ((await treeOf(place, sha)) === tree) return true;
      }
      return false;
    },
  };
}

/** Looks for secrets in what a tree has beyond a commit: names and contents. A blob that was clean once is not read again. */
function createTreeScan(clone: Clone, scan: SecretScan | undefined) {
  const clean = new Set<string>();
  return async (commit: string, tree: string): Promise<string[]> => {
    if (scan === undefined) return [];
    await clone.need(commit);
    const differences = await diffTrees(clone.place, commit, tree);
    const present = differences.filter(({ status }) => status !== 'deleted');
    const names = present.map(({ path }) => showPath(path)).join('\n');
    const found = (await scan(names, 'names of files')).map(words);
    for (const { path, sha, mode } of present) {
      if (mode === '160000' || clean.has(sha)) continue;
      const [content] = await readBlobs(clone.place, [sha]);
      const here = await scan(content?.toString() ?? '', showPath(path));
      if (here.length === 0) clean.add(sha);
      found.push(...here.map(words));
    }
    return [...new Set(found)];
  };
}

const words = ({ rule, place }: { rule: string; place?: string }) =>
  place === undefined ? rule : `${rule} at ${place}`;
