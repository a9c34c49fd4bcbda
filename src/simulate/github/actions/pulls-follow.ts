import type { NamedActor } from '../actor.ts';
import { type PullIssue, type RefUpdate, zeroSha } from '../records.ts';
import { pulls, timestamp, type World } from '../world.ts';
import { emitIssueEvent, record } from './events.ts';
import { closeIssue } from './issues.ts';

/**
 * What open pull requests do when a branch of theirs moves: the head's SHA follows a push
 * (`synchronize`), a deleted head closes them, and a base that now contains the head merges them.
 */
export async function pullsFollow(
  world: World,
  actor: NamedActor,
  { ref, old, new: to }: RefUpdate,
): Promise<void> {
  if (!ref.startsWith('refs/heads/')) return;
  const branch = ref.slice('refs/heads/'.length);
  for (const issue of pulls(world).filter(({ state }) => state === 'open')) {
    if (issue.pull.headRef === branch) await headMoved(world, actor, issue, old, to);
    else if (issue.pull.baseRef === branch) await baseMoved(world, actor, issue, to);
  }
}

async function headMoved(
  world: World,
  actor: NamedActor,
  issue: PullIssue,
  before: string,
  after: string,
): Promise<void> {
  if (after === zeroSha) return closeIssue(world, actor, issue);
  const { pull } = issue;
  pull.headSha = after;
  pull.baseSha = (await world.git.resolve(`refs/heads/${pull.baseRef}`)) ?? pull.baseSha;
  await pointPullRef(world, issue);
  issue.updatedAt = timestamp(world);
  await emitIssueEvent(world, actor, issue, 'synchronize', { before, after });
  // Nothing left to merge: GitHub closes the pull request.
  if (await world.git.isAncestor(after, pull.baseSha)) await closeIssue(world, actor, issue);
}

async function baseMoved(world: World, actor: NamedActor, issue: PullIssue, to: string) {
  if (to === zeroSha) return closeIssue(world, actor, issue);
  if (!(await world.git.isAncestor(issue.pull.headSha, to))) return;
  await markMerged(world, actor, issue, to);
}

/** `refs/pull/N/head` always names the head, also after its branch is gone. */
export async function pointPullRef(world: World, { number, pull }: PullIssue): Promise<void> {
  await world.git.run(['update-ref', `refs/pull/${number}/head`, pull.headSha]);
}

export const closingWords = /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+#(\d+)\b/gi;

/**
 * The pull request is merged: it closes, and with it the issues it says it closes, where it went
 * into the default branch
 * (https://docs.github.com/issues/tracking-your-work-with-issues/using-issues/linking-a-pull-request-to-an-issue).
 */
export async function markMerged(
  world: World,
  actor: NamedActor,
  issue: PullIssue,
  commit: string,
): Promise<void> {
  const { pull } = issue;
  pull.mergedAt = timestamp(world);
  pull.mergedBy = actor.user;
  pull.mergeCommitSha = commit;
  record(world, actor, issue, 'merged', { commit_id: commit });
  await closeIssue(world, actor, issue);
  if (pull.baseRef !== world.repository.defaultBranch) return;
  for (const [, number] of (issue.body ?? '').matchAll(closingWords)) {
    const closed = world.issues.get(Number(number));
    if (closed && !closed.pull && !closed.gone) await closeIssue(world, actor, closed);
  }
}
