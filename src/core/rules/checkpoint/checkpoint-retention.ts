import type { Checkpoint } from '../../schema/checkpoint.ts';

/** So many of the newest states stay on the remote. */
export const NEWEST_KEPT = 20;

/** `CP-17` → 17: the last part of its ref. */
export function numberOf({ id }: Pick<Checkpoint, 'id'>): number {
  return Number(id.slice('CP-'.length));
}

/**
 * The rule by which checkpoints are kept on the remote: of equal trees in a row the last, of these the newest
 * `NEWEST_KEPT`, and the last one under each version of the contract. Everything else may go.
 */
export function checkpointsToKeep(checkpoints: readonly Checkpoint[]): Checkpoint[] {
  const states = checkpoints.filter((each, n) => {
    const next = checkpoints[n + 1];
    return next?.tree !== each.tree || next.contractVersion !== each.contractVersion;
  });
  const newest = states.slice(-NEWEST_KEPT);
  const lastOfVersion = new Map(states.map((each) => [each.contractVersion, each]));
  return states.filter(
    (each) => newest.includes(each) || lastOfVersion.get(each.contractVersion) === each,
  );
}
