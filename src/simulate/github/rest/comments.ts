import { commentWithId, createComment, deleteComment, editComment } from '../actions/comments.ts';
import { addReaction, type Reactable, removeReaction } from '../actions/reactions.ts';
import { reviewCommentWithId } from '../actions/review-comments.ts';
import { commentPayload } from '../payload/comment.ts';
import { reactionPayload } from '../payload/issue.ts';
import { mayRead, permissionFor } from '../permissions.ts';
import type { CommentRecord, Permission } from '../records.ts';
import { commentsOf, type World } from '../world.ts';
import { type Api, type ApiContext, input, numberParam, page, since } from './context.ts';
import { issueOf, readable } from './issues.ts';

const issues = '/repos/:owner/:repo/issues';

/** Comments on issues and on the conversation of pull requests, and reactions. */
export function commentRoutes(api: Api, world: World): void {
  const shown = (comment: CommentRecord) => commentPayload(world, comment);
  api.get(`${issues}/comments`, (c) => {
    mayRead(world, c.get('actor'), 'issues');
    const present = [...world.comments.values()].filter(({ issue }) => !issue.gone);
    return c.json(page(c, sorted(c, since(c, present))).items.map(shown));
  });
  api.get(`${issues}/:number/comments`, (c) =>
    c.json(page(c, since(c, commentsOf(world, readable(world, c)))).items.map(shown)),
  );
  api.post(`${issues}/:number/comments`, async (c) => {
    const issue = issueOf(world, c);
    const { body } = await input(c);
    return c.json(shown(createComment(world, c.get('actor'), issue, body)), 201);
  });
  api.get(`${issues}/comments/:id`, (c) => {
    const comment = commentWithId(world, numberParam(c, 'id'));
    mayRead(world, c.get('actor'), permissionFor(comment.issue));
    return c.json(shown(comment));
  });
  api.patch(`${issues}/comments/:id`, async (c) => {
    const comment = commentWithId(world, numberParam(c, 'id'));
    editComment(world, c.get('actor'), comment, (await input(c)).body);
    return c.json(shown(comment));
  });
  api.delete(`${issues}/comments/:id`, (c) => {
    deleteComment(world, c.get('actor'), commentWithId(world, numberParam(c, 'id')));
    return c.body(null, 204);
  });
  reactionRoutes(api, world, `${issues}/:number/reactions`, (c) => {
    const issue = issueOf(world, c);
    return [issue, permissionFor(issue)];
  });
  reactionRoutes(api, world, `${issues}/comments/:id/reactions`, (c) => {
    const comment = commentWithId(world, numberParam(c, 'id'));
    return [comment, permissionFor(comment.issue)];
  });
  reactionRoutes(api, world, '/repos/:owner/:repo/pulls/comments/:id/reactions', (c) => [
    reviewCommentWithId(world, numberParam(c, 'id')).comment,
    'pull_requests',
  ]);
}

function sorted(c: ApiContext, comments: CommentRecord[]): CommentRecord[] {
  const { sort, direction } = c.req.query();
  const key = (comment: CommentRecord) =>
    sort === 'updated' ? comment.updatedAt : comment.createdAt;
  const list = sort === undefined ? comments : comments.sort((a, b) => (key(a) < key(b) ? -1 : 1));
  return sort !== undefined && direction !== 'asc' ? list.reverse() : list;
}

function reactionRoutes(
  api: Api,
  world: World,
  path: string,
  find: (c: ApiContext) => [Reactable, Permission],
): void {
  api.get(path, (c) => {
    const [target, scope] = find(c);
    mayRead(world, c.get('actor'), scope);
    const { content } = c.req.query();
    const wanted = target.reactions.filter((r) => content === undefined || r.content === content);
    return c.json(page(c, wanted).items.map((reaction) => reactionPayload(world, reaction)));
  });
  api.post(path, async (c) => {
    const [target, scope] = find(c);
    const { content } = await input(c);
    const { reaction, created } = addReaction(world, c.get('actor'), target, scope, content);
    return c.json(reactionPayload(world, reaction), created ? 201 : 200);
  });
  api.delete(`${path}/:reaction`, (c) => {
    const [target, scope] = find(c);
    removeReaction(world, c.get('actor'), target, scope, numberParam(c, 'reaction'));
    return c.body(null, 204);
  });
}
