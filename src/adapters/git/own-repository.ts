import { mkdir, writeFile } from 'node:fs/promises';
import type { Clone } from './clone.ts';
import { RAW_BYTES_ATTRIBUTES } from './git-environment.ts';
import { treeOf } from './tree-reading.ts';
import { git, gitLine } from './trusted-git.ts';

/** Written by hand: no template, no hook, nothing that comes from the machine. */
const config = `[core]
\trepositoryformatversion = 0
\tfilemode = true
\tbare = false
\tlogallrefupdates = false
\tautocrlf = false
`;

/** The bare bones of a git directory, written without running git. Existing files are written over. */
export async function writeGitDirectory(gitDir: string, head: string): Promise<void> {
  await Promise.all(
    ['objects/pack', 'objects/info', 'refs/heads', 'info'].map((name) =>
      mkdir(`${gitDir}/${name}`, { recursive: true }),
    ),
  );
  await Promise.all([
    writeFile(`${gitDir}/HEAD`, `${head}\n`),
    writeFile(`${gitDir}/config`, config),
    writeFile(`${gitDir}/info/exclude`, ''),
    writeFile(`${gitDir}/info/attributes`, RAW_BYTES_ATTRIBUTES),
  ]);
}

/** A commit for a directory’s HEAD: the commit itself, or for a tree one that we make over it. */
export async function commitFor(
  clone: Clone,
  commitOrTree: string,
): Promise<{ commit: string; tree: string }> {
  await clone.need(commitOrTree);
  const type = await gitLine(clone.place, ['cat-file', '-t', commitOrTree]);
  if (type !== 'tree')
    return { commit: commitOrTree, tree: await treeOf(clone.place, commitOrTree) };
  const made = { tree: commitOrTree, parent: null, message: 'State under check\n' };
  return {
    commit: await clone.commit({ ...made, at: '2000-01-01T00:00:00Z' }),
    tree: commitOrTree,
  };
}

/**
 * A repository of its own for a directory that untrusted programs will see: one commit without its history, with a
 * copy of its objects. It shares no file with our clone (a hard link could be written through, a linked worktree or an
 * alternate would need the clone inside the sandbox), so programs may use git there, and nothing they do reaches us.
 */
export async function writeOwnRepository(
  clone: Clone,
  gitDir: string,
  commit: string,
): Promise<void> {
  await writeGitDirectory(gitDir, commit);
  await copyObjects(clone, gitDir, commit);
}

/** Gives a git directory the objects of one commit, and marks the commit as one without known parents. */
export async function copyObjects(clone: Clone, gitDir: string, commit: string): Promise<void> {
  await writeFile(`${gitDir}/shallow`, `${commit}\n`);
  // No search for new deltas: what is packed is copied as it is.
  const fast = ['--revs', '--quiet', '--delta-base-offset', '--window=0'];
  await git(clone.place, ['pack-objects', ...fast, `${gitDir}/objects/pack/pack`], {
    stdin: `--shallow ${commit}\n${commit}\n`,
  });
}
