import type { Actor, NamedActor } from '../actor.ts';
import { readCommits } from '../git/commit-object.ts';
import { diffFiles } from '../git/diff.ts';
import { noreplyAddress } from '../payload/commit.ts';
import { repositoryPayload } from '../payload/repository.ts';
import { mayWrite } from '../permissions.ts';
import { type RefUpdate, zeroSha } from '../records.ts';
import { Refusal, validationFailed } from '../refusal.ts';
import { repositoryUrl, timestamp, type World } from '../world.ts';
import { emit } from './events.ts';
import { pullsFollow } from './pulls-follow.ts';

/**
 * Tells everybody that refs moved: `push`, `create` and `delete` webhooks for branches and tags
 * (custom refs send none), and the pull requests that stand on them.
 */
export async function refsMoved(
  world: World,
  actor: NamedActor,
  updates: readonly RefUpdate[],
): Promise<void> {
  world.repository.pushedAt = timestamp(world);
  for (const update of updates) {
    if (!/^refs\/(heads|tags)\//.test(update.ref)) continue;
    if (update.old === zeroSha) emit(world, actor, 'create', refEvent(world, update));
    if (update.new === zeroSha) emit(world, actor, 'delete', refEvent(world, update));
    emit(world, actor, 'push', await pushEvent(world, actor, update));
    await pullsFollow(world, actor, update);
  }
}

function refEvent(world: World, { ref, new: to }: RefUpdate) {
  const kind = ref.startsWith('refs/tags/') ? 'tag' : 'branch';
  const shared = {
    ref: ref.replace(/^refs\/(heads|tags)\//, ''),
    ref_type: kind,
    pusher_type: 'user',
  };
  const created = { master_branch: world.repository.defaultBranch, description: null };
  return to === zeroSha ? shared : { ...shared, ...created };
}

async function pushEvent(world: World, actor: NamedActor, update: RefUpdate) {
  const { ref, old, new: to } = update;
  const page = repositoryUrl(world);
  const created = old === zeroSha;
  const deleted = to === zeroSha;
  const fresh = deleted
    ? []
    : created
      ? [to]
      : (await world.git.commitsBetween(old, to)).slice(-2048);
  const commits = await pushedCommits(world, fresh);
  return {
    ref,
    before: old,
    after: to,
    created,
    deleted,
    forced: !created && !deleted && !(await world.git.isAncestor(old, to)),
    base_ref: null,
    compare: created || deleted ? `${page}/compare/${ref}` : `${page}/compare/${old}...${to}`,
    commits: created ? [] : commits,
    head_commit: commits.at(-1) ?? null,
    pusher: { name: actor.user.login, email: noreplyAddress(actor.user).replace('[bot]', '') },
    // A push writes its times as seconds since 1970; everything else writes ISO dates.
    repository: { ...repositoryPayload(world), pushed_at: epoch(world.repository.pushedAt) },
  };
}

function epoch(iso: string): number {
  return Math.floor(Date.parse(iso) / 1000);
}

async function pushedCommits(world: World, shas: readonly string[]) {
  const commits = await readCommits(world.git, shas);
  return Promise.all(
    commits.map(async (commit) => {
      const files = await diffFiles(world.git, commit.parents[0], commit.sha);
      const paths = (status: string) => files.filter((f) => f.status === status).map((f) => f.path);
      return {
        id: commit.sha,
        tree_id: commit.tree,
        distinct: true,
        message: commit.message,
        timestamp: commit.committer.date,
        url: `${repositoryUrl(world)}/commit/${commit.sha}`,
        author: { name: commit.author.name, email: commit.author.email },
        committer: { name: commit.committer.name, email: commit.committer.email },
        added: paths('added'),
        removed: paths('removed'),
        modified: [...paths('modified'), ...paths('renamed')],
      };
    }),
  );
}

/**
 * Creates a ref through the API (https://docs.github.com/rest/git/refs#create-a-reference).
 * @throws Refusal 422 for a name without `refs/` and two slashes, an unknown object, a known name
 */
export async function createRef(world: World, actor: Actor, ref: unknown, sha: unknown) {
  mayWrite(world, actor, {
    scope: 'contents',
    role: 'write',
    refusal: new Refusal(404, 'Not Found'),
  });
  if (typeof ref !== 'string' || !/^refs\/[^/]+\/.+/.test(ref)) {
    throw new Refusal(422, "Reference name must start with 'refs/' and have at least two slashes.");
  }
  const to = await knownCommit(world, sha);
  if (await world.git.resolve(ref)) throw new Refusal(422, 'Reference already exists');
  await move(world, actor, { ref, old: zeroSha, new: to });
  return { ref, sha: to };
}

/** @throws Refusal 422 for an absent ref, or where it is no fast-forward and `force` is not set */
export async function updateRef(
  world: World,
  actor: Actor,
  ref: string,
  sha: unknown,
  force: boolean,
) {
  mayWrite(world, actor, {
    scope: 'contents',
    role: 'write',
    refusal: new Refusal(404, 'Not Found'),
  });
  const to = await knownCommit(world, sha);
  const old = await world.git.resolve(ref);
  if (!old) throw new Refusal(422, 'Reference does not exist');
  refuseProtected(world, ref);
  if (!force && !(await world.git.isAncestor(old, to))) {
    throw new Refusal(422, 'Update is not a fast forward');
  }
  await move(world, actor, { ref, old, new: to });
  return { ref, sha: to };
}

export async function deleteRef(world: World, actor: Actor, ref: string): Promise<void> {
  mayWrite(world, actor, {
    scope: 'contents',
    role: 'write',
    refusal: new Refusal(404, 'Not Found'),
  });
  const old = await world.git.resolve(ref);
  if (!old) throw new Refusal(422, 'Reference does not exist');
  refuseProtected(world, ref);
  if (ref === `refs/heads/${world.repository.defaultBranch}`) {
    throw new Refusal(422, 'Cannot delete the default branch');
  }
  await move(world, actor, { ref, old, new: zeroSha });
}

function refuseProtected(world: World, ref: string): void {
  if (!world.repository.protectedBranches.has(ref.replace(/^refs\/heads\//, ''))) return;
  throw new Refusal(422, 'Protected branch update failed for '.concat(ref));
}

async function knownCommit(world: World, sha: unknown): Promise<string> {
  if (typeof sha !== 'string' || !/^[0-9a-f]{40}$/.test(sha)) {
    throw validationFailed({ resource: 'Reference', code: 'invalid', field: 'sha', value: sha });
  }
  const commit = await world.git.resolve(sha);
  if (!commit) throw new Refusal(422, 'Object does not exist');
  return commit;
}

async function move(world: World, actor: NamedActor, update: RefUpdate): Promise<void> {
  await world.git.updateRef(update.ref, update.new, update.old);
  await refsMoved(world, actor, [update]);
}
