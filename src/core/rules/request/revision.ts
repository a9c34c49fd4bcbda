import { digestOf } from '../../digest.ts';
import type { SourceChange } from '../../schema/disposition.ts';
import type { Revision, Snapshot, Source } from '../../schema/snapshot.ts';

/** Names what was read: seeds/3’s body hash and last comment id, and a digest that any edit or deletion moves. */
export function revisionOf(
  sources: readonly Source[],
  raw: { title: string; body: string },
): Revision {
  const ids = sources.map((source) => Number(source.id.split(':')[2] ?? 0));
  return {
    bodyHash: digestOf({ title: raw.title, body: raw.body }),
    lastCommentId: ids.reduce((newest, id) => Math.max(newest, id), 0),
    setDigest: digestOf(sources.map((source) => [source.id, ...identityOf(source)])),
  };
}

export function sameRevision(a: Revision, b: Revision): boolean {
  return (
    a.bodyHash === b.bodyHash && a.lastCommentId === b.lastCommentId && a.setDigest === b.setDigest
  );
}

/**
 * What happened to each source between two looks. Times play no part: an edit within the same second shows by its
 * content hash, and one that puts another’s name under the same text by its editor.
 */
export function changesBetween(before: Snapshot, after: Snapshot): SourceChange[] {
  const known = new Map(before.sources.map((source) => [source.id, source]));
  const changes: SourceChange[] = [];
  for (const source of after.sources) {
    const was = known.get(source.id);
    known.delete(source.id);
    if (was && identityOf(was).join() === identityOf(source).join()) continue;
    changes.push({
      source: source.id,
      change: was ? 'edited' : 'added',
      contentHash: source.contentHash,
    });
  }
  for (const source of known.keys()) changes.push({ source, change: 'deleted', contentHash: null });
  return changes;
}

/** What a source is, as far as the revision can tell. Hidden by a moderator, or shown again, it is another. */
function identityOf({ contentHash, author, editor, minimised }: Source): (string | number)[] {
  return [contentHash, author.id, editor?.id ?? -1, ...(minimised ? ['minimised'] : [])];
}
