import type { NamedActor } from '../actor.ts';
import { type CommitObject, readCommit } from '../git/commit-object.ts';
import { nodeId } from '../node-id.ts';
import { authorAssociation } from '../payload/author-association.ts';
import { issueNodeId, issuePage } from '../payload/issue.ts';
import { userPage } from '../payload/user.ts';
import type {
  CommentRecord,
  EditRecord,
  IssueRecord,
  LabelRecord,
  PullIssue,
  ReactionContent,
  ReactionRecord,
  ReviewCommentRecord,
  ReviewRecord,
  ThreadRecord,
  UserRecord,
} from '../records.ts';
import { commentsOf, isPull, repositoryUrl, type World } from '../world.ts';
import { connection, type PageArguments } from './connection.ts';
import { repositoryType } from './repository-type.ts';

export type Source = Record<string, unknown>;

/** GraphQL gives a bot's login without the `[bot]` that REST ends it with. */
export function actorType(world: World, user: UserRecord): Source {
  const shared = {
    __typename: user.type,
    id: nodeId(user.type, user.id),
    databaseId: user.id,
    login: user.login.replace(/\[bot\]$/, ''),
    url: userPage(world, user),
    resourcePath: new URL(userPage(world, user) || 'http://none').pathname,
    avatarUrl: `${world.origin}/avatars/u/${user.id}`,
    createdAt: user.createdAt,
    updatedAt: user.createdAt,
  };
  return user.type === 'User'
    ? { ...shared, name: user.login, email: '', isViewer: false }
    : shared;
}

export function labelType(world: World, label: LabelRecord): Source {
  const { id, name, color, description } = label;
  const url = `${repositoryUrl(world)}/labels/${encodeURIComponent(name)}`;
  return {
    __typename: 'Label',
    id: nodeId('Label', id),
    name,
    color,
    description,
    url,
    isDefault: false,
  };
}

/** What everything written has: who wrote it, who edited it last, and when. */
function writtenType(
  world: World,
  viewer: NamedActor,
  text: { author: UserRecord; body: string | null; createdAt: string; edits: EditRecord[] },
): Source {
  const last = text.edits.at(-1);
  return {
    author: actorType(world, text.author),
    authorAssociation: authorAssociation(world, text.author),
    body: text.body ?? '',
    bodyText: text.body ?? '',
    createdAt: text.createdAt,
    publishedAt: text.createdAt,
    editor: last ? actorType(world, last.editor) : null,
    lastEditedAt: last?.at ?? null,
    includesCreatedEdit: text.edits.length > 0,
    viewerDidAuthor: viewer.user === text.author,
    userContentEdits: (args: PageArguments) =>
      connection('userContentEdits', [...text.edits].reverse(), args, (edit) => ({
        __typename: 'UserContentEdit',
        id: nodeId('UserContentEdit', `${edit.at} ${edit.editor.id}`),
        createdAt: edit.at,
        editedAt: edit.at,
        updatedAt: edit.at,
        editor: actorType(world, edit.editor),
        diff: edit.body,
        deletedAt: null,
        deletedBy: null,
      })),
  };
}

function minimizable(reason: string | null): Source {
  return { isMinimized: reason !== null, minimizedReason: reason };
}

export function commentType(world: World, viewer: NamedActor, comment: CommentRecord): Source {
  const url = `${issuePage(world, comment.issue)}#issuecomment-${comment.id}`;
  return {
    __typename: 'IssueComment',
    id: nodeId('IssueComment', comment.id),
    databaseId: comment.id,
    fullDatabaseId: String(comment.id),
    ...writtenType(world, viewer, comment),
    ...minimizable(comment.minimizedReason),
    updatedAt: comment.updatedAt,
    url,
    issue: () => issueType(world, viewer, comment.issue),
    repository: () => repositoryType(world, viewer),
    ...reactable(world, comment.reactions),
  };
}

/** An issue or a pull request; the latter with its reviews and threads. */
export function issueType(world: World, viewer: NamedActor, issue: IssueRecord): Source {
  const page = issuePage(world, issue);
  const shared = {
    id: issueNodeId(issue),
    number: issue.number,
    title: issue.title,
    titleHTML: issue.title,
    ...writtenType(world, viewer, issue),
    updatedAt: issue.updatedAt,
    closed: issue.state === 'closed',
    closedAt: issue.closedAt,
    locked: issue.locked,
    activeLockReason: issue.lockReason?.toUpperCase().replace(/[- ]/g, '_') ?? null,
    url: page,
    resourcePath: new URL(page).pathname,
    repository: () => repositoryType(world, viewer),
    labels: (args: PageArguments) =>
      connection('labels', issue.labels, args, (label) => labelType(world, label)),
    assignees: (args: PageArguments) =>
      connection('assignees', issue.assignees, args, (user) => actorType(world, user)),
    comments: (args: PageArguments) =>
      connection('comments', commentsOf(world, issue), args, (c) => commentType(world, viewer, c)),
    timelineItems: (args: PageArguments & { itemTypes?: readonly string[] | null }) =>
      connection('timelineItems', renames(issue, args.itemTypes), args, (event) => ({
        __typename: 'RenamedTitleEvent',
        id: nodeId('Event', event.id),
        actor: actorType(world, event.actor),
        createdAt: event.at,
      })),
    ...reactable(world, issue.reactions),
  };
  if (isPull(issue)) return { ...shared, ...pullFields(world, viewer, issue) };
  return {
    __typename: 'Issue',
    databaseId: issue.id,
    fullDatabaseId: String(issue.id),
    state: issue.state.toUpperCase(),
    stateReason: issue.stateReason?.toUpperCase() ?? null,
    ...shared,
  };
}

/** The one kind of timeline item that is answered: who changed the title. */
function renames(issue: IssueRecord, itemTypes: readonly string[] | null | undefined) {
  if (itemTypes?.join() !== 'RENAMED_TITLE_EVENT') {
    throw new Error('the embedded GitHub answers only RENAMED_TITLE_EVENT of timelineItems');
  }
  return issue.timeline.filter(({ event }) => event === 'renamed');
}

function pullFields(world: World, viewer: NamedActor, issue: PullIssue): Source {
  const { pull } = issue;
  return {
    __typename: 'PullRequest',
    databaseId: pull.id,
    fullDatabaseId: String(pull.id),
    state: pull.mergedAt ? 'MERGED' : issue.state.toUpperCase(),
    isDraft: pull.draft,
    isCrossRepository: false,
    merged: pull.mergedAt !== null,
    mergedAt: pull.mergedAt,
    mergedBy: pull.mergedBy && actorType(world, pull.mergedBy),
    mergeCommit: () => commitType(world, pull.mergeCommitSha),
    headRefOid: pull.headSha,
    headRefName: pull.headRef,
    baseRefOid: pull.baseSha,
    baseRefName: pull.baseRef,
    reviewDecision: null,
    reviews: (args: PageArguments) =>
      connection('reviews', pull.reviews, args, (r) => reviewType(world, viewer, issue, r)),
    reviewThreads: (args: PageArguments) =>
      connection('reviewThreads', pull.threads, args, (t) => threadType(world, viewer, issue, t)),
  };
}

export function reviewType(
  world: World,
  viewer: NamedActor,
  issue: PullIssue,
  review: ReviewRecord,
): Source {
  const text = { ...review, createdAt: review.submittedAt ?? review.updatedAt, edits: [] };
  return {
    __typename: 'PullRequestReview',
    id: nodeId('PullRequestReview', review.id),
    databaseId: review.id,
    fullDatabaseId: String(review.id),
    ...writtenType(world, viewer, text),
    ...minimizable(null),
    state: review.state,
    submittedAt: review.submittedAt,
    updatedAt: review.updatedAt,
    url: `${issuePage(world, issue)}#pullrequestreview-${review.id}`,
    commit: () => commitType(world, review.commitId),
    comments: (args: PageArguments) => {
      const own = issue.pull.threads.flatMap((t) => t.comments).filter((c) => c.review === review);
      return connection('comments', own, args, (c) => reviewCommentType(world, viewer, issue, c));
    },
  };
}

export function threadType(
  world: World,
  viewer: NamedActor,
  issue: PullIssue,
  thread: ThreadRecord,
): Source {
  return {
    __typename: 'PullRequestReviewThread',
    id: nodeId('PullRequestReviewThread', thread.id),
    path: thread.path,
    line: thread.line,
    originalLine: thread.line,
    startLine: null,
    diffSide: thread.side,
    subjectType: thread.line === null ? 'FILE' : 'LINE',
    isResolved: thread.resolvedBy !== null,
    resolvedBy: thread.resolvedBy && actorType(world, thread.resolvedBy),
    isOutdated: thread.comments[0]?.commitId !== issue.pull.headSha,
    isCollapsed: thread.resolvedBy !== null,
    pullRequest: () => issueType(world, viewer, issue),
    comments: (args: PageArguments) =>
      connection('comments', thread.comments, args, (c) =>
        reviewCommentType(world, viewer, issue, c),
      ),
  };
}

function reviewCommentType(
  world: World,
  viewer: NamedActor,
  issue: PullIssue,
  comment: ReviewCommentRecord,
): Source {
  const root = comment.thread.comments[0];
  return {
    __typename: 'PullRequestReviewComment',
    id: nodeId('PullRequestReviewComment', comment.id),
    databaseId: comment.id,
    fullDatabaseId: String(comment.id),
    ...writtenType(world, viewer, comment),
    ...minimizable(null),
    updatedAt: comment.updatedAt,
    path: comment.thread.path,
    line: comment.thread.line,
    originalLine: comment.thread.line,
    diffHunk: comment.diffHunk,
    outdated: comment.commitId !== issue.pull.headSha,
    state: 'SUBMITTED',
    url: `${issuePage(world, issue)}#discussion_r${comment.id}`,
    commit: () => commitType(world, comment.commitId),
    originalCommit: () => commitType(world, comment.commitId),
    pullRequest: () => issueType(world, viewer, issue),
    pullRequestReview: () => reviewType(world, viewer, issue, comment.review),
    replyTo: () =>
      root && root !== comment ? reviewCommentType(world, viewer, issue, root) : null,
    ...reactable(world, comment.reactions),
  };
}

export async function commitType(world: World, sha: string | null): Promise<Source | null> {
  const found = sha && (await world.git.resolve(sha));
  if (!found) return null;
  const commit: CommitObject = await readCommit(world.git, found);
  const who = (signature: CommitObject['author']) => ({
    name: signature.name,
    email: signature.email,
    date: signature.date,
  });
  return {
    __typename: 'Commit',
    id: nodeId('Commit', commit.sha),
    oid: commit.sha,
    abbreviatedOid: commit.sha.slice(0, 7),
    message: commit.message,
    messageHeadline: commit.message.split('\n', 1)[0],
    messageBody: commit.message.split('\n').slice(1).join('\n').trim(),
    author: who(commit.author),
    committer: who(commit.committer),
    authoredDate: commit.author.date,
    committedDate: commit.committer.date,
    url: `${repositoryUrl(world)}/commit/${commit.sha}`,
    tree: { __typename: 'Tree', id: nodeId('Tree', commit.tree), oid: commit.tree },
  };
}

const reactionNames: Record<ReactionContent, string> = {
  '+1': 'THUMBS_UP',
  '-1': 'THUMBS_DOWN',
  laugh: 'LAUGH',
  confused: 'CONFUSED',
  heart: 'HEART',
  hooray: 'HOORAY',
  rocket: 'ROCKET',
  eyes: 'EYES',
};

export function reactionContent(name: string): string | undefined {
  return Object.entries(reactionNames).find(([, known]) => known === name)?.[0];
}

export function reactionType(world: World, reaction: ReactionRecord): Source {
  return {
    __typename: 'Reaction',
    id: nodeId('Reaction', reaction.id),
    databaseId: reaction.id,
    content: reactionNames[reaction.content],
    createdAt: reaction.createdAt,
    user: actorType(world, reaction.user),
  };
}

function reactable(world: World, reactions: readonly ReactionRecord[]): Source {
  return {
    reactions: ({ content, ...args }: PageArguments & { content?: string | null }) => {
      const wanted = reactions.filter((r) => !content || reactionNames[r.content] === content);
      return connection('reactions', wanted, args, (r) => reactionType(world, r));
    },
    reactionGroups: Object.entries(reactionNames).map(([content, name]) => ({
      __typename: 'ReactionGroup',
      content: name,
      createdAt: reactions.find((r) => r.content === content)?.createdAt ?? null,
    })),
  };
}
