import type { Effect, Report } from '../core/run/effect.ts';
import type { Context } from './context.ts';
import { adopt } from './effects/adopt.ts';
import { amend } from './effects/amend.ts';
import { draft } from './effects/draft.ts';
import { openPullRequest } from './effects/open-pull-request.ts';
import { postComment } from './effects/post-comment.ts';
import { prepare } from './effects/prepare.ts';
import { publishRecord } from './effects/publish-record.ts';
import { push } from './effects/push.ts';
import { verify } from './effects/verify.ts';
import { withdraw } from './effects/withdraw.ts';
import { work } from './effects/work.ts';

type Performers = {
  [T in Exclude<Effect['type'], 'rest'>]: (
    effect: Extract<Effect, { type: T }>,
    context: Context,
  ) => Promise<Report>;
};

const PERFORMERS: Performers = {
  'post-comment': postComment,
  draft,
  amend,
  prepare,
  work,
  verify,
  adopt,
  push,
  'open-pull-request': openPullRequest,
  'publish-record': publishRecord,
  withdraw,
};

/** Does one thing and reports what was found. Everything it wants remembered is in the report. */
export function perform(
  effect: Exclude<Effect, { type: 'rest' }>,
  context: Context,
): Promise<Report> {
  const performer = PERFORMERS[effect.type] as (e: Effect, c: Context) => Promise<Report>;
  return performer(effect, context);
}
