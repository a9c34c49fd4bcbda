import { nodeId } from '../../node-id.ts';
import { issuePage } from '../../payload/issue.ts';
import type { PullIssue, ReviewCommentRecord, ReviewRecord, ThreadRecord } from '../../records.ts';
import { connection } from '../connection.ts';
import { type Fields, reference } from '../reference.ts';
import { nullableActor } from './actor-fields.ts';
import { commit } from './commit-fields.ts';
import { issue as pull } from './issue-fields.ts';
import { reactableFields } from './reaction-fields.ts';
import { writtenFields } from './written-fields.ts';

interface InPull {
  readonly issue: PullIssue;
}
type Review = InPull & { readonly review: ReviewRecord };
type Thread = InPull & { readonly thread: ThreadRecord };
type Comment = InPull & { readonly comment: ReviewCommentRecord };

/** The same fields, read from a part of the record. */
function through<Whole, Part>(fields: Fields<Part>, part: (whole: Whole) => Part): Fields<Whole> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      (whole: Whole, ...rest: [Parameters<typeof field>[1], unknown]) =>
        field(part(whole), ...rest),
    ]),
  );
}

export const reviewFields: Fields<Review> = {
  ...through(writtenFields, ({ review }: Review) => ({
    ...review,
    createdAt: review.submittedAt ?? review.updatedAt,
    edits: [],
  })),
  isMinimized: ({ review }) => review.minimizedReason !== null,
  minimizedReason: ({ review }) => review.minimizedReason,
  id: ({ review }) => nodeId('PullRequestReview', review.id),
  databaseId: ({ review }) => review.id,
  fullDatabaseId: ({ review }) => String(review.id),
  state: ({ review }) => review.state,
  submittedAt: ({ review }) => review.submittedAt,
  updatedAt: ({ review }) => review.updatedAt,
  url: ({ issue, review }, { world }) =>
    `${issuePage(world, issue)}#pullrequestreview-${review.id}`,
  commit: ({ review }, { world }) => commit(world, review.commitId),
  comments: ({ issue, review }, _, args) => {
    const all = issue.pull.threads.flatMap(({ comments }) => comments);
    const own = all.filter((comment) => comment.review === review);
    return connection('comments', own, args, (c) => commentReference(issue, c));
  },
};

export const threadFields: Fields<Thread> = {
  id: ({ thread }) => nodeId('PullRequestReviewThread', thread.id),
  path: ({ thread }) => thread.path,
  line: ({ thread }) => thread.line,
  originalLine: ({ thread }) => thread.line,
  startLine: () => null,
  diffSide: ({ thread }) => thread.side,
  subjectType: ({ thread }) => (thread.line === null ? 'FILE' : 'LINE'),
  isResolved: ({ thread }) => thread.resolvedBy !== null,
  isCollapsed: ({ thread }) => thread.resolvedBy !== null,
  isOutdated: ({ issue, thread }) => thread.comments[0]?.commitId !== issue.pull.headSha,
  resolvedBy: ({ thread }) => nullableActor(thread.resolvedBy),
  pullRequest: ({ issue }) => pull(issue),
  comments: ({ issue, thread }, _, args) =>
    connection('comments', thread.comments, args, (c) => commentReference(issue, c)),
};

export const reviewCommentFields: Fields<Comment> = {
  ...through(writtenFields, ({ comment }: Comment) => comment),
  ...through(reactableFields, ({ comment }: Comment) => comment),
  isMinimized: ({ comment }) => comment.minimizedReason !== null,
  minimizedReason: ({ comment }) => comment.minimizedReason,
  id: ({ comment }) => nodeId('PullRequestReviewComment', comment.id),
  databaseId: ({ comment }) => comment.id,
  fullDatabaseId: ({ comment }) => String(comment.id),
  updatedAt: ({ comment }) => comment.updatedAt,
  path: ({ comment }) => comment.thread.path,
  line: ({ comment }) => comment.thread.line,
  originalLine: ({ comment }) => comment.thread.line,
  diffHunk: ({ comment }) => comment.diffHunk,
  outdated: ({ issue, comment }) => comment.commitId !== issue.pull.headSha,
  state: () => 'SUBMITTED',
  url: ({ issue, comment }, { world }) => `${issuePage(world, issue)}#discussion_r${comment.id}`,
  commit: ({ comment }, { world }) => commit(world, comment.commitId),
  originalCommit: ({ comment }, { world }) => commit(world, comment.commitId),
  pullRequest: ({ issue }) => pull(issue),
  pullRequestReview: ({ issue, comment }) =>
    reference('PullRequestReview', { issue, review: comment.review }),
  replyTo: ({ issue, comment }) => {
    const [root] = comment.thread.comments;
    return root && root !== comment ? commentReference(issue, root) : null;
  },
};

function commentReference(issue: PullIssue, comment: ReviewCommentRecord) {
  return reference('PullRequestReviewComment', { issue, comment });
}
