import { addAssignees, removeAssignees } from './actions/assignees.ts';
import {
  commentWithId,
  createComment,
  deleteComment,
  editComment,
  minimizeComment,
} from './actions/comments.ts';
import {
  deleteIssue,
  type IssueInput,
  lockIssue,
  openIssue,
  transferIssue,
  unlockIssue,
  updateIssue,
} from './actions/issues.ts';
import { addLabels, removeLabel } from './actions/labels.ts';
import { deleteAccount, setRole } from './actions/members.ts';
import {
  type MergeMethod,
  mergePull,
  openPull,
  type PullInput,
  requestReviewers,
  setDraft,
  updatePull,
} from './actions/pulls.ts';
import { addReaction } from './actions/reactions.ts';
import { refsMoved } from './actions/refs.ts';
import { resolveThread, reviewCommentWithId } from './actions/review-comments.ts';
import type { LineComment } from './actions/review-lines.ts';
import {
  commentOnLine,
  type ReviewInput,
  replyToComment,
  submitReview,
} from './actions/reviews.ts';
import { addSubIssue } from './actions/sub-issues.ts';
import type { NamedActor } from './actor.ts';
import { commitFiles, type FileChanges } from './git/commit-files.ts';
import { noreplyAddress } from './payload/commit.ts';
import { mayWrite, permissionFor } from './permissions.ts';
import { type Role, zeroSha } from './records.ts';
import { forbidden, Refusal } from './refusal.ts';
import { issueNumbered, pullNumbered, type World } from './world.ts';

export interface PushOptions {
  /** The branch or commit to stand on instead of the branch itself: a force push. */
  readonly onto?: string;
}

/**
 * What one person does on the web page, or with git on their own machine. Each act is judged by
 * that person's permissions (@throws Refusal) and sends the webhooks it sends on GitHub.
 */
export class Person {
  readonly #world: World;
  readonly #actor: NamedActor;

  constructor(world: World, actor: NamedActor) {
    this.#world = world;
    this.#actor = actor;
  }

  /** @returns the number of the new issue */
  async openIssue(input: IssueInput): Promise<number> {
    return (await openIssue(this.#world, this.#actor, input)).number;
  }

  async editIssue(issue: number, change: { title?: string; body?: string }): Promise<void> {
    await updateIssue(this.#world, this.#actor, this.#issue(issue), change);
  }

  async close(issue: number, stateReason?: 'completed' | 'not_planned'): Promise<void> {
    const update = { state: 'closed', stateReason };
    await updateIssue(this.#world, this.#actor, this.#issue(issue), update);
  }

  async reopen(issue: number): Promise<void> {
    await updateIssue(this.#world, this.#actor, this.#issue(issue), { state: 'open' });
  }

  async lock(issue: number, reason: string | null = null): Promise<void> {
    await lockIssue(this.#world, this.#actor, this.#issue(issue), reason);
  }

  async unlock(issue: number): Promise<void> {
    await unlockIssue(this.#world, this.#actor, this.#issue(issue));
  }

  async deleteIssue(issue: number): Promise<void> {
    await deleteIssue(this.#world, this.#actor, this.#issue(issue));
  }

  /** Moves it to another repository, which is not there: only the redirect remains. */
  async transferIssue(issue: number, toRepository: string): Promise<void> {
    await transferIssue(this.#world, this.#actor, this.#issue(issue), toRepository);
  }

  async addLabel(issue: number, ...names: string[]): Promise<void> {
    await addLabels(this.#world, this.#actor, this.#issue(issue), names);
  }

  async removeLabel(issue: number, name: string): Promise<void> {
    await removeLabel(this.#world, this.#actor, this.#issue(issue), name);
  }

  async assign(issue: number, ...logins: string[]): Promise<void> {
    await addAssignees(this.#world, this.#actor, this.#issue(issue), logins);
  }

  async unassign(issue: number, ...logins: string[]): Promise<void> {
    await removeAssignees(this.#world, this.#actor, this.#issue(issue), logins);
  }

  /** On an issue or on a pull request's conversation. @returns the comment's id */
  async comment(issue: number, body: string): Promise<number> {
    return createComment(this.#world, this.#actor, this.#issue(issue), body).id;
  }

  async editComment(id: number, body: string): Promise<void> {
    editComment(this.#world, this.#actor, commentWithId(this.#world, id), body);
  }

  async deleteComment(id: number): Promise<void> {
    deleteComment(this.#world, this.#actor, commentWithId(this.#world, id));
  }

  /** Hides a comment; null shows it again. */
  async minimizeComment(id: number, reason: string | null = 'OUTDATED'): Promise<void> {
    const comment = commentWithId(this.#world, id);
    const scope = permissionFor(comment.issue);
    minimizeComment(this.#world, this.#actor, comment, scope, reason);
  }

  async reactToComment(id: number, content: string): Promise<void> {
    const comment = commentWithId(this.#world, id);
    addReaction(this.#world, this.#actor, comment, permissionFor(comment.issue), content);
  }

  async reactToIssue(number: number, content: string): Promise<void> {
    const issue = this.#issue(number);
    addReaction(this.#world, this.#actor, issue, permissionFor(issue), content);
  }

  /** @returns the number of the new pull request */
  async openPull(input: PullInput): Promise<number> {
    return (await openPull(this.#world, this.#actor, input)).number;
  }

  async editPull(pull: number, change: { title?: string; body?: string; base?: string }) {
    await updatePull(this.#world, this.#actor, pullNumbered(this.#world, pull), change);
  }

  async setDraft(pull: number, draft: boolean): Promise<void> {
    await setDraft(this.#world, this.#actor, pullNumbered(this.#world, pull), draft);
  }

  async requestReview(pull: number, ...logins: string[]): Promise<void> {
    await requestReviewers(this.#world, this.#actor, pullNumbered(this.#world, pull), logins);
  }

  /** @returns the review's id */
  async review(pull: number, input: ReviewInput): Promise<number> {
    const issue = pullNumbered(this.#world, pull);
    return (await submitReview(this.#world, this.#actor, issue, input)).id;
  }

  /** @returns the id of the comment on the line */
  async reviewComment(pull: number, input: LineComment): Promise<number> {
    const issue = pullNumbered(this.#world, pull);
    return (await commentOnLine(this.#world, this.#actor, issue, input)).id;
  }

  /** @returns the id of the reply */
  async replyToReviewComment(id: number, body: string): Promise<number> {
    const { issue } = reviewCommentWithId(this.#world, id);
    return replyToComment(this.#world, this.#actor, issue, id, body).id;
  }

  /** Resolves the thread that a review comment stands in, or opens it again. */
  async resolveThread(commentId: number, resolved = true): Promise<void> {
    const { issue, comment } = reviewCommentWithId(this.#world, commentId);
    resolveThread(this.#world, this.#actor, issue, comment.thread, resolved);
  }

  /** @returns the SHA of the merge */
  mergePull(pull: number, method: MergeMethod = 'merge'): Promise<string> {
    return mergePull(this.#world, this.#actor, pullNumbered(this.#world, pull), { method });
  }

  async closePull(pull: number): Promise<void> {
    await updatePull(this.#world, this.#actor, pullNumbered(this.#world, pull), {
      state: 'closed',
    });
  }

  /**
   * Commits files onto a branch (a new one starts at the default branch) and pushes it.
   * @returns the new head
   */
  async pushFiles(
    branch: string,
    files: FileChanges,
    message = 'Change files',
    { onto }: PushOptions = {},
  ): Promise<string> {
    const { git, repository, clock } = this.#world;
    this.#mayPushTo(branch);
    const ref = `refs/heads/${branch}`;
    const old = await git.resolve(ref);
    const parent =
      onto === undefined
        ? (old ?? (await git.resolve(`refs/heads/${repository.defaultBranch}`)))
        : await git.commitNamed(onto);
    const { user } = this.#actor;
    const author = { name: user.login, email: noreplyAddress(user) };
    const commit = { ref, message, author, at: clock(), parent, files };
    const sha = await commitFiles(git, commit);
    await refsMoved(this.#world, this.#actor, [{ ref, old: old ?? zeroSha, new: sha }]);
    return sha;
  }

  /** Points a branch somewhere else, by force where it must. */
  async moveBranch(branch: string, to: string): Promise<void> {
    const { git } = this.#world;
    this.#mayPushTo(branch);
    const ref = `refs/heads/${branch}`;
    const [old, sha] = [(await git.resolve(ref)) ?? zeroSha, await git.commitNamed(to)];
    if (!sha) throw new Refusal(422, 'Object does not exist');
    await git.updateRef(ref, sha, old);
    await refsMoved(this.#world, this.#actor, [{ ref, old, new: sha }]);
  }

  async deleteBranch(branch: string): Promise<void> {
    const { git } = this.#world;
    this.#mayPushTo(branch);
    const ref = `refs/heads/${branch}`;
    const old = await git.resolve(ref);
    if (!old) throw new Refusal(422, 'Reference does not exist');
    await git.updateRef(ref, zeroSha, old);
    await refsMoved(this.#world, this.#actor, [{ ref, old, new: zeroSha }]);
  }

  /** Gives somebody another permission, `none` to take it away. */
  async setPermission(login: string, role: Role): Promise<void> {
    setRole(this.#world, this.#actor, login, role);
  }

  /** Their own account, for good. */
  async deleteAccount(): Promise<void> {
    deleteAccount(this.#world, this.#actor);
  }

  async addSubIssue(parent: number, child: number): Promise<void> {
    addSubIssue(this.#world, this.#actor, this.#issue(parent), this.#issue(child).id);
  }

  #issue(number: number) {
    return issueNumbered(this.#world, number);
  }

  #mayPushTo(branch: string): void {
    mayWrite(this.#world, this.#actor, { scope: 'contents', role: 'write' });
    if (!this.#world.repository.protectedBranches.has(branch)) return;
    throw forbidden(`Protected branch update failed for refs/heads/${branch}.`);
  }
}
