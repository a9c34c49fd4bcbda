import type { IssueRecord, PullRecord } from '../../records.ts';
import { isPull } from '../../world.ts';
import { connection } from '../connection.ts';
import { type Fields, reference } from '../reference.ts';
import { nullableActor } from './actor-fields.ts';
import { commit } from './commit-fields.ts';
import { conversationFields } from './issue-fields.ts';

function pullOf(record: IssueRecord): PullRecord {
  if (!isPull(record)) throw new Error(`#${record.number} is no pull request`);
  return record.pull;
}

/** A pull request: an issue's fields, the branches, and what reviewers said. */
export const pullFields: Fields<IssueRecord> = {
  ...conversationFields,
  databaseId: (record) => pullOf(record).id,
  fullDatabaseId: (record) => String(pullOf(record).id),
  state: (record) => (pullOf(record).mergedAt ? 'MERGED' : record.state.toUpperCase()),
  isDraft: (record) => pullOf(record).draft,
  isCrossRepository: () => false,
  merged: (record) => pullOf(record).mergedAt !== null,
  mergedAt: (record) => pullOf(record).mergedAt,
  mergedBy: (record) => nullableActor(pullOf(record).mergedBy),
  mergeCommit: (record, { world }) => commit(world, pullOf(record).mergeCommitSha),
  headRefOid: (record) => pullOf(record).headSha,
  headRefName: (record) => pullOf(record).headRef,
  baseRefOid: (record) => pullOf(record).baseSha,
  baseRefName: (record) => pullOf(record).baseRef,
  reviews: (record, _, args) =>
    connection('reviews', pullOf(record).reviews, args, (review) =>
      reference('PullRequestReview', { issue: record, review }),
    ),
  reviewThreads: (record, _, args) =>
    connection('reviewThreads', pullOf(record).threads, args, (thread) =>
      reference('PullRequestReviewThread', { issue: record, thread }),
    ),
};
