import { CatalogueError } from '../core/catalogue-error.ts';
import type { Effect, Report } from '../core/run/effect.ts';
import type { Context } from './context.ts';
import { adopt } from './effects/adopt.ts';
import { amend } from './effects/amend.ts';
import { draft } from './effects/draft.ts';
import { openPullRequest } from './effects/open-pull-request.ts';
import { plan } from './effects/plan.ts';
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
  plan,
  prepare,
  work,
  verify,
  adopt,
  push,
  'open-pull-request': openPullRequest,
  'publish-record': publishRecord,
  withdraw,
};

/** Effects that others see: a process that slept through a take-over must not have them any more. */
const OUTWARD = new Set<Effect['type']>([
  'post-comment',
  'push',
  'open-pull-request',
  'publish-record',
  'withdraw',
]);

/**
 * Publish protocol, 3: nobody appended since we decided. It narrows the time in which a process that was taken over can
 * still act to that of one request; what it does then is leased, conditional, or seen by the next look.
 */
async function holdTask({ ports, log }: Context): Promise<void> {
  const { tip } = await ports.ledger.load(log.issue);
  if (tip !== log.tip) throw new CatalogueError('ledger-moved');
}

/** Does one thing and reports what was found. Everything it wants remembered is in the report. */
export async function perform(
  effect: Exclude<Effect, { type: 'rest' }>,
  context: Context,
): Promise<Report> {
  if (OUTWARD.has(effect.type)) await holdTask(context);
  const performer = PERFORMERS[effect.type] as (e: Effect, c: Context) => Promise<Report>;
  return performer(effect, context);
}
