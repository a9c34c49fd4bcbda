import type { Effect, Report } from '../../core/run/effect.ts';
import type { Context } from '../context.ts';
import { branchOf } from '../settings.ts';
import { isLost } from './is-lost.ts';

/** Pushes the announced commit over the last one we wrote or adopted, never over anything else (publish protocol, 5). */
export async function push(
  { sha, lease }: Extract<Effect, { type: 'push' }>,
  context: Context,
): Promise<Report> {
  const { ports, settings, request } = context;
  if (await isLost(context, sha)) return { type: 'commit-lost', sha };
  const result = await ports.workspace.push({
    branch: branchOf(settings, request.issue),
    sha,
    lease,
  });
  if (result.pushed) return { type: 'pushed', sha };
  return { type: 'push-refused', sha, remoteHead: result.remoteHead, reason: result.reason };
}
