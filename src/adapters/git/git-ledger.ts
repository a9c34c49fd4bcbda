import { randomUUID } from 'node:crypto';
import { CatalogueError } from '../../core/catalogue-error.ts';
import { checkAppend, ledgerLines, readLedger } from '../../core/run/ledger-chain.ts';
import type { LedgerEntry } from '../../core/schema/event.ts';
import type { Ledger, LedgerDocuments } from '../../ports.ts';
import type { Clone } from './clone.ts';
import {
  checkDocumentNames,
  chunkName,
  eventsDirectory,
  orderedChunks,
  refuseSecrets,
  type SecretScan,
} from './ledger-layout.ts';
import { type TreeEntry, writeBlob, writeTree } from './loose-object.ts';
import { pushBranch } from './push-branch.ts';
import { listTree, readBlobs } from './tree-reading.ts';

/** A ledger as it stood at one tip: what is known of it need not be read again. */
interface Known {
  tip: string;
  entries: readonly LedgerEntry[];
  /** Chunks in order, by blob id. */
  chunks: readonly { path: string; sha: string }[];
  documents: ReadonlyMap<string, string>;
  /** Trees below `events`, by name. */
  buckets: ReadonlyMap<string, string>;
}

const ledgerRef = (issue: number) => `refs/contractor/${issue}/ledger`;

/**
 * The ledger as commits on a ref of the remote: each append is one commit with one more file of events, pushed with a
 * lease on the tip. Appending costs what is new; loading one look at the ref, and one fetch if it moved.
 * @param scan finds secrets in what is about to be pushed; a finding refuses the append
 */
export function createGitLedger(clone: Clone, scan?: SecretScan): Ledger {
  const known = new Map<number, Known>();

  async function read(issue: number, tip: string): Promise<Known> {
    const before = known.get(issue);
    if (before?.tip === tip) return before;
    await clone.need(tip);
    const now = await readCommit(clone, tip, before);
    known.set(issue, now);
    return now;
  }

  return {
    load: async (issue) => {
      const tip = await clone.fetchRef(ledgerRef(issue));
      if (tip === null) return { entries: [], tip: null };
      return { entries: [...(await read(issue, tip)).entries], tip };
    },
    append: async (issue, tip, entries, documents) => {
      const at = entries.at(-1)?.at;
      if (at === undefined) throw new TypeError('nothing to append');
      checkDocumentNames(documents);
      const before = tip === null ? null : await read(issue, tip);
      checkAppend(before?.entries.at(-1) ?? null, entries);
      const lines = ledgerLines(entries);
      await refuseSecrets(scan, { 'events.jsonl': lines, ...documents });
      await clone.ready();
      const next = await writeState(clone, before, entries, lines, documents);
      const message = commitMessage(entries);
      const sha = await clone.commit({ tree: next.tree, parent: tip, message, at });
      const push = await pushBranch(clone.remote, { ref: ledgerRef(issue), sha, lease: tip });
      if (!push.pushed) {
        const moved = push.remoteHead !== tip;
        throw new CatalogueError(moved ? 'ledger-moved' : 'token-read-only', push.reason);
      }
      known.set(issue, { ...next.known, tip: sha });
      return sha;
    },
  };
}

/** Two runs that append the same in the same second still make two commits, so that only one of them wins. */
function commitMessage(entries: readonly LedgerEntry[]): string {
  const types = [...new Set(entries.map(({ event }) => event.type))];
  return `Record ${types.join(', ')}\n\nAppend: ${randomUUID()}\n`;
}

async function readCommit(clone: Clone, tip: string, before?: Known): Promise<Known> {
  const files = new Map((await listTree(clone.place, tip)).map(({ path, sha }) => [path, sha]));
  const chunks = orderedChunks(files.keys()).map((path) => ({ path, sha: files.get(path) ?? '' }));
  const continues =
    before?.chunks.every(({ path, sha }, n) => chunks[n]?.path === path && chunks[n].sha === sha) ??
    false;
  const verified = continues && before !== undefined ? before : { chunks: [], entries: [] };
  const fresh = chunks.slice(verified.chunks.length);
  const blobs = await readBlobs(
    clone.place,
    fresh.map(({ sha }) => sha),
  );
  const pieces = fresh.map(({ path }, n) => ({ file: path, text: blobs[n]?.toString() ?? '' }));
  const entries = readLedger(pieces, verified.entries.at(-1) ?? null);
  const documents = [...files].filter(([path]) => !path.startsWith(`${eventsDirectory}/`));
  return {
    tip,
    entries: [...verified.entries, ...entries],
    chunks,
    documents: new Map(documents),
    buckets: await bucketsOf(clone, chunks),
  };
}

async function bucketsOf(clone: Clone, chunks: Known['chunks']): Promise<Map<string, string>> {
  const buckets = Map.groupBy(chunks, ({ path }) => path.split('/')[1] ?? '');
  const trees = await Promise.all(
    [...buckets].map(async ([name, files]) => {
      const entries = files.map(({ path, sha }) => file(path.split('/')[2] ?? '', sha));
      return [name, await writeTree(clone.place.objects, entries)] as const;
    }),
  );
  return new Map(trees);
}

async function writeState(
  clone: Clone,
  before: Known | null,
  entries: readonly LedgerEntry[],
  lines: string,
  documents: LedgerDocuments,
) {
  const { objects } = clone.place;
  const { bucket, file: name } = chunkName((before?.chunks.length ?? 0) + 1);
  const path = `${eventsDirectory}/${bucket}/${name}`;
  const chunks = [...(before?.chunks ?? []), { path, sha: await writeBlob(objects, lines) }];
  const inBucket = chunks.slice(-100).filter((chunk) => chunk.path.split('/')[1] === bucket);
  const bucketTree = await writeTree(
    objects,
    inBucket.map((chunk) => file(chunk.path.split('/')[2] ?? '', chunk.sha)),
  );
  const buckets = new Map(before?.buckets).set(bucket, bucketTree);
  const events = await writeTree(
    objects,
    [...buckets].map(([key, sha]) => directory(key, sha)),
  );
  const blobs = new Map(before?.documents);
  for (const [key, text] of Object.entries(documents))
    blobs.set(key, await writeBlob(objects, text));
  const tree = await writeTree(objects, [
    directory(eventsDirectory, events),
    ...[...blobs].map(([key, sha]) => file(key, sha)),
  ]);
  const all = [...(before?.entries ?? []), ...entries];
  return { tree, known: { entries: all, chunks, documents: blobs, buckets } };
}

const file = (name: string, sha: string): TreeEntry => ({ mode: '100644', name, sha });
const directory = (name: string, sha: string): TreeEntry => ({ mode: '40000', name, sha });
