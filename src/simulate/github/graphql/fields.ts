import { actorFields, botFields } from './fields/actor-fields.ts';
import { commitFields } from './fields/commit-fields.ts';
import { commentFields, issueFields, labelFields } from './fields/issue-fields.ts';
import { pullFields } from './fields/pull-fields.ts';
import { reactionFields } from './fields/reaction-fields.ts';
import { refFields } from './fields/ref-fields.ts';
import { repositoryFields } from './fields/repository-fields.ts';
import { reviewCommentFields, reviewFields, threadFields } from './fields/review-fields.ts';
import { timelineFields } from './fields/timeline-fields.ts';
import { editFields } from './fields/written-fields.ts';
import type { Fields } from './reference.ts';

/** The fields of every type of GitHub's schema that is answered, by the type's name. */
export const fieldsOf: Readonly<Record<string, Fields<never>>> = {
  ...timelineFields,
  Bot: botFields,
  Commit: commitFields,
  Issue: issueFields,
  IssueComment: commentFields,
  Label: labelFields,
  Organization: actorFields,
  PullRequest: pullFields,
  PullRequestReview: reviewFields,
  PullRequestReviewComment: reviewCommentFields,
  PullRequestReviewThread: threadFields,
  Reaction: reactionFields,
  Ref: refFields,
  Repository: repositoryFields,
  User: actorFields,
  UserContentEdit: editFields,
};
