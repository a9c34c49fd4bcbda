import {
  deleteReviewComment,
  editReviewComment,
  reviewCommentWithId,
} from '../actions/review-comments.ts';
import type { LineComment } from '../actions/review-lines.ts';
import { commentOnLine, replyToComment, submitReview } from '../actions/reviews.ts';
import { reviewCommentPayload, reviewPayload } from '../payload/review.ts';
import { mayRead } from '../permissions.ts';
import type { PullIssue } from '../records.ts';
import { notFound } from '../refusal.ts';
import { pullNumbered, pulls, type World } from '../world.ts';
import { type Api, input, numberParam, page, since } from './context.ts';
import { readablePull } from './pulls.ts';

const base = '/repos/:owner/:repo/pulls';

/** Reviews and the comments on lines. */
export function reviewRoutes(api: Api, world: World): void {
  api.get(`${base}/:number/reviews`, (c) => {
    const pull = readablePull(world, c);
    return c.json(page(c, pull.pull.reviews).items.map((r) => reviewPayload(world, pull, r)));
  });
  api.get(`${base}/:number/reviews/:id`, (c) => {
    const pull = readablePull(world, c);
    const review = pull.pull.reviews.find(({ id }) => id === numberParam(c, 'id'));
    if (!review) throw notFound();
    return c.json(reviewPayload(world, pull, review));
  });
  api.post(`${base}/:number/reviews`, async (c) => {
    const pull = pullNumbered(world, numberParam(c, 'number'));
    const { event, body, commit_id: commitId, comments } = await input(c);
    const lines = Array.isArray(comments) ? { comments: comments as LineComment[] } : {};
    const given = { event, body, commitId, ...lines };
    return c.json(
      reviewPayload(world, pull, await submitReview(world, c.get('actor'), pull, given)),
    );
  });
  api.get(`${base}/comments`, (c) => {
    mayRead(world, c.get('actor'), 'pull_requests');
    const all = pulls(world).flatMap((pull) =>
      commentsOn(pull).map((comment) => ({ pull, comment })),
    );
    const recent = since(
      c,
      all.map((entry) => ({ ...entry, updatedAt: entry.comment.updatedAt })),
    );
    const { items } = page(c, recent);
    return c.json(items.map(({ pull, comment }) => reviewCommentPayload(world, pull, comment)));
  });
  api.get(`${base}/:number/comments`, (c) => {
    const pull = readablePull(world, c);
    const { items } = page(c, since(c, commentsOn(pull)));
    return c.json(items.map((comment) => reviewCommentPayload(world, pull, comment)));
  });
  api.post(`${base}/:number/comments`, async (c) => {
    const pull = pullNumbered(world, numberParam(c, 'number'));
    const {
      body,
      path,
      line,
      side,
      commit_id: commitId,
      subject_type: subjectType,
      in_reply_to: to,
    } = await input(c);
    const actor = c.get('actor');
    const comment =
      typeof to === 'number'
        ? replyToComment(world, actor, pull, to, body)
        : await commentOnLine(world, actor, pull, {
            body,
            path,
            line,
            side,
            commitId,
            subjectType,
          });
    return c.json(reviewCommentPayload(world, pull, comment), 201);
  });
  api.post(`${base}/:number/comments/:id/replies`, async (c) => {
    const pull = pullNumbered(world, numberParam(c, 'number'));
    const { body } = await input(c);
    const reply = replyToComment(world, c.get('actor'), pull, numberParam(c, 'id'), body);
    return c.json(reviewCommentPayload(world, pull, reply), 201);
  });
  singleCommentRoutes(api, world);
}

function singleCommentRoutes(api: Api, world: World): void {
  api.get(`${base}/comments/:id`, (c) => {
    mayRead(world, c.get('actor'), 'pull_requests');
    const { issue, comment } = reviewCommentWithId(world, numberParam(c, 'id'));
    return c.json(reviewCommentPayload(world, issue, comment));
  });
  api.patch(`${base}/comments/:id`, async (c) => {
    const found = reviewCommentWithId(world, numberParam(c, 'id'));
    editReviewComment(world, c.get('actor'), found, (await input(c)).body);
    return c.json(reviewCommentPayload(world, found.issue, found.comment));
  });
  api.delete(`${base}/comments/:id`, (c) => {
    deleteReviewComment(world, c.get('actor'), reviewCommentWithId(world, numberParam(c, 'id')));
    return c.body(null, 204);
  });
}

function commentsOn(pull: PullIssue) {
  const all = pull.pull.threads.flatMap((thread) => thread.comments);
  return all.sort((a, b) => a.id - b.id);
}
