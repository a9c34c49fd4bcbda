import type { CommitObject, Signature } from '../git/commit-object.ts';
import type { FileDiff } from '../git/diff.ts';
import { nodeId } from '../node-id.ts';
import type { UserRecord } from '../records.ts';
import { repositoryApiUrl, repositoryUrl, type World } from '../world.ts';
import { type Json, nullableUserPayload } from './user.ts';

const unsigned = {
  verified: false,
  reason: 'unsigned',
  signature: null,
  payload: null,
  verified_at: null,
};

/** The git object, as `GET /git/commits/{sha}` shows it. */
export function gitCommitPayload(world: World, commit: CommitObject): Json {
  const api = repositoryApiUrl(world);
  return {
    sha: commit.sha,
    node_id: nodeId('Commit', commit.sha),
    url: `${api}/git/commits/${commit.sha}`,
    html_url: `${repositoryUrl(world)}/commit/${commit.sha}`,
    author: commit.author,
    committer: commit.committer,
    tree: { sha: commit.tree, url: `${api}/git/trees/${commit.tree}` },
    message: commit.message,
    parents: commit.parents.map((sha) => ({
      sha,
      url: `${api}/git/commits/${sha}`,
      html_url: `${repositoryUrl(world)}/commit/${sha}`,
    })),
    verification: unsigned,
  };
}

/** The commit with the accounts behind its e-mail addresses, as commit lists show it. */
export function commitPayload(world: World, commit: CommitObject): Json {
  const api = repositoryApiUrl(world);
  return {
    url: `${api}/commits/${commit.sha}`,
    sha: commit.sha,
    node_id: nodeId('Commit', commit.sha),
    html_url: `${repositoryUrl(world)}/commit/${commit.sha}`,
    comments_url: `${api}/commits/${commit.sha}/comments`,
    commit: {
      url: `${api}/git/commits/${commit.sha}`,
      author: commit.author,
      committer: commit.committer,
      message: commit.message,
      comment_count: 0,
      tree: { sha: commit.tree, url: `${api}/git/trees/${commit.tree}` },
      verification: unsigned,
    },
    author: nullableUserPayload(world, accountOf(world, commit.author)),
    committer: nullableUserPayload(world, accountOf(world, commit.committer)),
    parents: commit.parents.map((sha) => ({
      sha,
      url: `${api}/commits/${sha}`,
      html_url: `${repositoryUrl(world)}/commit/${sha}`,
    })),
  };
}

/** Our people commit as `id+login@users.noreply.github.com`; other addresses have no account. */
function accountOf(world: World, signature: Signature): UserRecord | null {
  const match = /^(\d+)\+.*@users\.noreply\.github\.com$/.exec(signature.email);
  return (match && world.users.get(Number(match[1]))) ?? null;
}

export function noreplyAddress(user: UserRecord): string {
  return `${user.id}+${user.login}@users.noreply.github.com`;
}

export function fileDiffPayload(world: World, commit: string, file: FileDiff): Json {
  const path = file.path.split('/').map(encodeURIComponent).join('/');
  const page = repositoryUrl(world);
  return {
    sha: file.blob,
    filename: file.path,
    status: file.status,
    additions: file.additions,
    deletions: file.deletions,
    changes: file.additions + file.deletions,
    blob_url: `${page}/blob/${commit}/${path}`,
    raw_url: `${page}/raw/${commit}/${path}`,
    contents_url: `${repositoryApiUrl(world)}/contents/${path}?ref=${commit}`,
    ...(file.patch !== undefined && { patch: file.patch }),
    ...(file.previousPath !== undefined && { previous_filename: file.previousPath }),
  };
}
