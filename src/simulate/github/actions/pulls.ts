import { type Actor, actingApp, type NamedActor } from '../actor.ts';
import { readCommit } from '../git/commit-object.ts';
import { noreplyAddress } from '../payload/commit.ts';
import { userPayload } from '../payload/user.ts';
import { mayWrite } from '../permissions.ts';
import type { IssueRecord, PullIssue } from '../records.ts';
import { forbidden, notFound, Refusal, validationFailed } from '../refusal.ts';
import { findUser, pulls, timestamp, type World } from '../world.ts';
import { isAssignable } from './assignees.ts';
import { crossReference } from './cross-reference.ts';
import { actionsAppId, emitIssueEvent, record } from './events.ts';
import { type IssueUpdate, newIssue, updateIssue } from './issues.ts';
import { checkBody, checkTitle } from './limits.ts';
import { markMerged, pointPullRef } from './pulls-follow.ts';
import { refsMoved } from './refs.ts';

export interface PullInput {
  readonly title?: unknown;
  readonly head?: unknown;
  readonly base?: unknown;
  readonly body?: unknown;
  readonly draft?: unknown;
  readonly maintainerCanModify?: unknown;
}

/**
 * Opens a pull request between two branches of the repository
 * (https://docs.github.com/rest/pulls/pulls#create-a-pull-request).
 * @throws Refusal 422 where a branch is missing, nothing lies between them, or one is open already
 */
export async function openPull(world: World, actor: Actor, input: PullInput): Promise<PullIssue> {
  mayWrite(world, actor, { scope: 'pull_requests', role: 'read' });
  if (actingApp(actor)?.id === actionsAppId && !world.repository.actionsMayCreatePulls) {
    throw forbidden('GitHub Actions is not permitted to create or approve pull requests.');
  }
  checkTitle('PullRequest', input.title);
  checkBody('PullRequest', input.body);
  const head = await branchOf(world, 'head', input.head);
  const base = await branchOf(world, 'base', input.base);
  await refuseUnmergeable(world, head, base);
  refuseSecond(world, head, base);
  const issue = newIssue(world, actor, { title: input.title, body: input.body ?? null });
  const opened: PullIssue = {
    ...issue,
    pull: {
      id: world.nextId(),
      headRef: head.name,
      headSha: head.sha,
      baseRef: base.name,
      baseSha: base.sha,
      draft: input.draft === true,
      mergedAt: null,
      mergedBy: null,
      mergeCommitSha: null,
      requestedReviewers: [],
      reviews: [],
      threads: [],
      maintainerCanModify: input.maintainerCanModify === true,
    },
  };
  world.issues.set(opened.number, opened);
  await pointPullRef(world, opened);
  await emitIssueEvent(world, actor, opened, 'opened');
  crossReference(world, actor, opened, opened.body);
  return opened;
}

interface Branch {
  readonly name: string;
  readonly sha: string;
}

async function branchOf(world: World, field: 'head' | 'base', value: unknown): Promise<Branch> {
  if (typeof value !== 'string' || value === '') {
    throw validationFailed({ resource: 'PullRequest', code: 'missing_field', field });
  }
  const owner = `${world.repository.owner.login.toLowerCase()}:`;
  const name = value.toLowerCase().startsWith(owner) ? value.slice(owner.length) : value;
  const sha = await world.git.resolve(`refs/heads/${name}`);
  if (!sha) throw validationFailed({ resource: 'PullRequest', code: 'invalid', field });
  return { name, sha };
}

/** Nothing is awaited between this and the new record: of two requests at one moment, one is refused. */
function refuseSecond(world: World, head: Branch, base: Branch): void {
  const known = pulls(world).some(
    ({ state, pull }) =>
      state === 'open' && pull.headRef === head.name && pull.baseRef === base.name,
  );
  if (!known) return;
  const message = `A pull request already exists for ${world.repository.owner.login}:${head.name}.`;
  throw validationFailed({ resource: 'PullRequest', code: 'custom', message });
}

async function refuseUnmergeable(world: World, head: Branch, base: Branch): Promise<void> {
  const custom = (message: string) =>
    validationFailed({ resource: 'PullRequest', code: 'custom', message });
  if (!(await world.git.mergeBase(base.sha, head.sha))) {
    throw custom(`The ${head.name} branch has no history in common with ${base.name}`);
  }
  if (await world.git.isAncestor(head.sha, base.sha)) {
    throw custom(`No commits between ${base.name} and ${head.name}`);
  }
}

export interface PullUpdate extends Pick<IssueUpdate, 'title' | 'body' | 'state'> {
  readonly base?: unknown;
}

/** Changes a pull request. Whether it is a draft can be changed over GraphQL alone. */
export async function updatePull(
  world: World,
  actor: Actor,
  issue: PullIssue,
  { base, ...update }: PullUpdate,
): Promise<void> {
  await updateIssue(world, actor, issue, update);
  if (base === undefined || base === issue.pull.baseRef) return;
  const branch = await branchOf(world, 'base', base);
  const from = { ref: { from: issue.pull.baseRef }, sha: { from: issue.pull.baseSha } };
  issue.pull.baseRef = branch.name;
  issue.pull.baseSha = branch.sha;
  issue.updatedAt = timestamp(world);
  mayWrite(world, actor, { scope: 'pull_requests', role: 'read' });
  await emitIssueEvent(world, actor, issue, 'edited', { changes: { base: from } });
}

/** Turns it into a draft, or back: its author may, and people with write access. */
export async function setDraft(world: World, actor: Actor, issue: PullIssue, draft: boolean) {
  const own = actor.kind === 'person' && actor.user === issue.author;
  mayWrite(world, actor, { scope: 'pull_requests', role: 'write', own });
  if (issue.pull.draft === draft) return;
  issue.pull.draft = draft;
  record(world, actor, issue, draft ? 'convert_to_draft' : 'ready_for_review');
  await emitIssueEvent(world, actor, issue, draft ? 'converted_to_draft' : 'ready_for_review');
}

/** @throws Refusal 422 for somebody who has no access, or is the author */
export async function requestReviewers(
  world: World,
  actor: Actor,
  issue: PullIssue,
  logins: readonly string[],
): Promise<void> {
  mayWrite(world, actor, { scope: 'pull_requests', role: 'triage' });
  const users = logins.map((login) => findUser(world, login));
  for (const user of users) {
    if (user === issue.author) {
      throw new Refusal(422, 'Review cannot be requested from pull request author.');
    }
    if (!user || !isAssignable(world, user)) {
      const message =
        'Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a collaborator of the repository.';
      throw new Refusal(
        422,
        message.replace('the repository', `the ${world.repository.name} repository`),
      );
    }
  }
  for (const user of users) {
    if (!user || issue.pull.requestedReviewers.includes(user)) continue;
    issue.pull.requestedReviewers.push(user);
    const requested = { requested_reviewer: userPayload(world, user) };
    record(world, actor, issue, 'review_requested', requested);
    await emitIssueEvent(world, actor, issue, 'review_requested', requested);
  }
}

export type MergeMethod = 'merge' | 'squash' | 'rebase';

/**
 * Merges a pull request into its base
 * (https://docs.github.com/rest/pulls/pulls#merge-a-pull-request).
 * @throws Refusal 405 where it cannot be merged, 409 where its head is not `sha` any more
 */
export async function mergePull(
  world: World,
  actor: Actor,
  issue: PullIssue,
  { sha, method = 'merge' }: { sha?: string | undefined; method?: MergeMethod | undefined } = {},
): Promise<string> {
  mayWrite(world, actor, { scope: 'contents', role: 'write', refusal: notFound() });
  const { pull } = issue;
  if (issue.state === 'closed') throw new Refusal(405, 'Pull Request is not mergeable');
  if (pull.draft) throw new Refusal(405, 'Pull Request is still a draft');
  if (sha !== undefined && sha !== pull.headSha) {
    throw new Refusal(409, 'Head branch was modified. Review and try the merge again.');
  }
  const ref = `refs/heads/${pull.baseRef}`;
  const base = await world.git.resolve(ref);
  if (!base) throw forbidden('Base branch does not exist');
  const tree = await world.git.mergedTree(base, pull.headSha);
  if (!tree) throw new Refusal(405, 'Pull Request is not mergeable');
  const merged = await mergeCommit(world, actor, issue, { base, tree, method });
  await world.git.updateRef(ref, merged, base);
  await markMerged(world, actor, issue, merged);
  await refsMoved(world, actor, [{ ref, old: base, new: merged }]);
  return merged;
}

async function mergeCommit(
  world: World,
  actor: NamedActor,
  issue: IssueRecord & PullIssue,
  { base, tree, method }: { base: string; tree: string; method: MergeMethod },
): Promise<string> {
  const { pull, number, title } = issue;
  const from = `${world.repository.owner.login}/${pull.headRef}`;
  const merge = `Merge pull request #${number} from ${from}\n\n${title}`;
  const parents = method === 'merge' ? [base, pull.headSha] : [base];
  const last = await readCommit(world.git, pull.headSha);
  // A rebase of more than one commit ends as one here: only its tree and its parent matter to us.
  const message =
    method === 'merge' ? merge : method === 'squash' ? `${title} (#${number})` : last.message;
  const when = `${Math.floor(world.clock().getTime() / 1000)} +0000`;
  const env = {
    GIT_AUTHOR_NAME: actor.user.login,
    GIT_AUTHOR_EMAIL: noreplyAddress(actor.user),
    GIT_AUTHOR_DATE: when,
    GIT_COMMITTER_NAME: 'GitHub',
    GIT_COMMITTER_EMAIL: 'noreply@github.com',
    GIT_COMMITTER_DATE: when,
  };
  const args = ['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent])];
  return (await world.git.run(args, { input: `${message}\n`, env })).trim();
}
