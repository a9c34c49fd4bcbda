import { nodeId } from '../node-id.ts';
import type { CommentRecord } from '../records.ts';
import { repositoryApiUrl, type World } from '../world.ts';
import { nullableAppPayload } from './app.ts';
import { authorAssociation } from './author-association.ts';
import { issuePage, reactionsPayload } from './issue.ts';
import { type Json, userPayload } from './user.ts';

/** A comment on an issue or on a pull request's conversation. */
export function commentPayload(world: World, comment: CommentRecord): Json {
  const api = repositoryApiUrl(world);
  const url = `${api}/issues/comments/${comment.id}`;
  return {
    url,
    html_url: `${issuePage(world, comment.issue)}#issuecomment-${comment.id}`,
    issue_url: `${api}/issues/${comment.issue.number}`,
    id: comment.id,
    node_id: nodeId('IssueComment', comment.id),
    user: userPayload(world, comment.author),
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    author_association: authorAssociation(world, comment.author),
    body: comment.body,
    reactions: reactionsPayload(url, comment.reactions),
    performed_via_github_app: nullableAppPayload(world, comment.app),
  };
}
