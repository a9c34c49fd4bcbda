import { parseMarker } from '../../core/render/marker.ts';
import { PullRequestHead } from '../../core/render/pull-request-body.ts';
import type { SeenPullRequest } from '../../core/schema/observation.ts';
import type { PullRequestNode } from './look-query.ts';

const STATES = { OPEN: 'open', CLOSED: 'closed', MERGED: 'merged' } as const;

/**
 * Of all pull requests on our branch (newest first) the one that matters: an open one before a
 * finished one, ours before a foreign one.
 */
export function choosePullRequest(
  pulls: readonly PullRequestNode[],
  marker: string,
): SeenPullRequest | null {
  const seen = pulls.map((pull) => seenPullRequest(pull, marker));
  const rank = (pull: SeenPullRequest) => (pull.state === 'open' ? 2 : 0) + (pull.ours ? 1 : 0);
  return seen.toSorted((a, b) => rank(b) - rank(a)).at(0) ?? null;
}

function seenPullRequest(pull: PullRequestNode, marker: string): SeenPullRequest {
  const ours = pull.body.startsWith(marker);
  return {
    number: pull.number,
    state: STATES[pull.state],
    head: pull.headRefOid,
    draft: pull.isDraft,
    ours,
    recordHead: ours ? (parseMarker(pull.body, PullRequestHead)?.head ?? null) : null,
  };
}
