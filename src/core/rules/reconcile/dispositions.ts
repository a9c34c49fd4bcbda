import type { Disposition } from '../../schema/disposition.ts';

/** One disposition a change: a later word on the same change replaces the earlier one. */
export function mergeDispositions(
  old: readonly Disposition[],
  more: readonly Disposition[],
): Disposition[] {
  const latest = new Map(more.map((d) => [keyOf(d), d]));
  return [...old.filter((d) => !latest.has(keyOf(d))), ...latest.values()];
}

/**
 * What still waits after these changes. A text has one thing that waits: when it changes again before its turn, the
 * newer state of it counts, with what was new in it before; when it is gone before its turn, nothing waits any more.
 */
export function pendingAfter(
  pending: readonly Disposition[],
  changes: readonly Disposition[],
): Disposition[] {
  let waiting = [...pending];
  for (const change of mergeDispositions([], changes)) {
    const earlier = waiting.find((d) => d.source === change.source);
    waiting = waiting.filter((d) => d.source !== change.source);
    if (needsWork(change)) waiting.push(earlier ? joined(earlier, change) : change);
    else if (earlier && stillWaits(earlier, change))
      waiting.push({ ...earlier, contentHash: change.contentHash });
  }
  return waiting;
}

const needsWork = (d: Disposition): boolean =>
  d.outcome === 'amendment' || d.outcome === 'handback';

/** An edit that adds nothing leaves what was new in the text before; a later word on the same change settles it. */
function stillWaits(earlier: Disposition, now: Disposition): boolean {
  return (
    now.change === 'edited' &&
    now.outcome !== 'not-authorised' &&
    now.contentHash !== earlier.contentHash
  );
}

/** Seen from the contract, both changes are one. */
function joined(earlier: Disposition, now: Disposition): Disposition {
  if (now.change !== 'edited') return now;
  const quotes = [earlier.quote, now.quote].filter((quote) => quote !== null);
  return {
    ...now,
    change: earlier.change === 'added' ? 'added' : now.change,
    quote:
      quotes.length === 0 ? null : [...new Set(quotes)].join('\n').slice(0, 500).toWellFormed(),
  };
}

function keyOf(d: Disposition): string {
  return `${d.source} ${d.change} ${d.contentHash}`;
}
