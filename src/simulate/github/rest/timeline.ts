import { nodeId } from '../node-id.ts';
import { nullableAppPayload } from '../payload/app.ts';
import { commentPayload } from '../payload/comment.ts';
import { type Json, userPayload } from '../payload/user.ts';
import type { IssueRecord } from '../records.ts';
import { commentsOf, repositoryApiUrl, type World } from '../world.ts';

/** The history of an issue, oldest first; the timeline also has its comments. */
export function timelinePayload(
  world: World,
  issue: IssueRecord,
  { comments }: { comments: boolean },
): Json[] {
  const events = issue.timeline
    .filter(({ event }) => comments || event !== 'cross-referenced')
    .map((entry) => {
      const { event, details, actor, at, id, app } = entry;
      if (event === 'cross-referenced') {
        const { source } = details;
        const shown = {
          event,
          actor: userPayload(world, actor),
          created_at: at,
          updated_at: at,
          source,
        };
        return { at, payload: shown as Json };
      }
      const payload = {
        id,
        node_id: nodeId('Event', id),
        url: `${repositoryApiUrl(world)}/issues/events/${id}`,
        actor: userPayload(world, actor),
        event,
        commit_id: null,
        commit_url: null,
        created_at: at,
        ...details,
        performed_via_github_app: nullableAppPayload(world, app),
      };
      return { at, payload: payload as Json };
    });
  if (!comments) return events.map(({ payload }) => payload);
  const said = commentsOf(world, issue).map((comment) => ({
    at: comment.createdAt,
    payload: {
      ...commentPayload(world, comment),
      event: 'commented',
      actor: userPayload(world, comment.author),
    },
  }));
  const order = (a: { at: string }, b: { at: string }) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0);
  return [...events, ...said].sort(order).map(({ payload }) => payload);
}
