import { CatalogueError } from '../../core/catalogue-error.ts';
import type { PushResult } from '../../ports.ts';
import type { Remote } from './remote.ts';

/**
 * Moves a branch if it is still at the lease. What the remote says afterwards decides, not what git printed: a push
 * whose answer was lost has happened, and one that lost a race has not.
 * @throws CatalogueError when the remote cannot be reached, or takes no push from us at all
 */
export async function pushBranch(
  remote: Remote,
  push: { ref: string; sha: string; lease: string | null },
): Promise<PushResult> {
  try {
    await remote.push(push);
    return { pushed: true };
  } catch (error) {
    const remoteHead = await remote.head(push.ref);
    if (remoteHead === push.sha) return { pushed: true };
    if (remoteHead !== push.lease)
      return { pushed: false, remoteHead, reason: 'The branch moved since it was last seen.' };
    const reason = refusalIn(error);
    if (reason === null) throw error;
    return { pushed: false, remoteHead, reason };
  }
}

/** What a remote that was reached says to a push it does not take (a protected branch, a hook). */
function refusalIn(error: unknown): string | null {
  if (!(error instanceof CatalogueError && error.cause instanceof Error)) return null;
  const said = error.cause.message.split('\n').find((line) => line.startsWith('!\t'));
  return said === undefined ? null : (said.split('\t').at(-1) ?? said);
}
