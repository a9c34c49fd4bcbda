import type { BareRepository } from './bare-repository.ts';

export interface Signature {
  readonly name: string;
  readonly email: string;
  /** ISO, whole seconds, UTC. */
  readonly date: string;
}

export interface CommitObject {
  readonly sha: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: Signature;
  readonly committer: Signature;
  readonly message: string;
}

const format = ['%H', '%T', '%P', '%an', '%ae', '%at', '%cn', '%ce', '%ct', '%B'].join('%x00');

/** Reads commits in the order given; every SHA must exist. */
export async function readCommits(
  git: BareRepository,
  shas: readonly string[],
): Promise<CommitObject[]> {
  if (shas.length === 0) return [];
  const args = ['log', '-z', '--no-walk=unsorted', '--stdin', `--format=${format}%x00`];
  const out = await git.run(args, { input: shas.map((sha) => `${sha}\n`).join('') });
  // Ten fields each, then an empty one: `-z` adds its own NUL after the one of the format.
  const fields = out.split('\0');
  const commits = new Map<string, CommitObject>();
  for (let at = 0; at + 10 < fields.length; at += 11) {
    const commit = commitFrom(fields.slice(at, at + 10));
    commits.set(commit.sha, commit);
  }
  // git shows a commit once, however often it was asked for.
  return shas.map((sha) => {
    const commit = commits.get(sha);
    if (!commit) throw new Error(`git showed no commit ${sha}`);
    return commit;
  });
}

export async function readCommit(git: BareRepository, sha: string): Promise<CommitObject> {
  const [commit] = await readCommits(git, [sha]);
  if (!commit) throw new Error(`no commit ${sha}`);
  return commit;
}

function commitFrom(fields: readonly string[]): CommitObject {
  const [sha, tree, parents, an, ae, at, cn, ce, ct, message] = fields as string[] & { length: 10 };
  return {
    sha: sha ?? '',
    tree: tree ?? '',
    parents: (parents ?? '').split(' ').filter((parent) => parent !== ''),
    author: { name: an ?? '', email: ae ?? '', date: isoSeconds(at) },
    committer: { name: cn ?? '', email: ce ?? '', date: isoSeconds(ct) },
    message: (message ?? '').replace(/\n+$/, ''),
  };
}

function isoSeconds(epoch: string | undefined): string {
  return new Date(Number(epoch) * 1000).toISOString().replace('.000Z', 'Z');
}
