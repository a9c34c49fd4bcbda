import type { Effect, Report } from '../../core/run/effect.ts';
import type { Context } from '../context.ts';
import { renderComment } from '../show/show-progress.ts';

/** Posts the one comment of the issue; later changes edit it in place. */
export async function postComment(
  effect: Extract<Effect, { type: 'post-comment' }>,
  { ports, settings, request, log }: Context,
): Promise<Report> {
  const id = await ports.tracker.createComment(
    request.issue,
    renderComment(settings, request.issue, log),
  );
  return { type: 'commented', id, nonce: effect.nonce };
}
