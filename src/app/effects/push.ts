import type { Effect, Report } from '../../core/run/effect.ts';
import type { Context } from '../context.ts';
import { branchOf } from '../settings.ts';

/** Pushes the announced commit over the last one we wrote or adopted, never over anything else (publish protocol, 5). */
export async function push(
  { sha, lease }: Extract<Effect, { type: 'push' }>,
  { ports, settings, request }: Context,
): Promise<Report> {
  const result = await ports.workspace.push({
    branch: branchOf(settings, request.issue),
    sha,
    lease,
  });
  if (result.pushed) return { type: 'pushed', sha };
  return { type: 'push-refused', sha, remoteHead: result.remoteHead, reason: result.reason };
}
