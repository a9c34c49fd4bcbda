import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { asNamed, type BytePath, bytePath, onDisk } from './byte-path.ts';
import { inBatches } from './in-batches.ts';
import { keepOriginals } from './originals.ts';

/** One file as it was seen: `stamp` is cheap and may change without the content; `content` decides. */
interface Seen {
  stamp: string;
  content: string;
}

/** Which files of a checkout change while something runs there. */
export interface TrackedFiles {
  /** Looks anew: `changed` is measured from here. `more` (paths of oracle tests) are watched too. */
  begin(more?: readonly string[]): Promise<void>;
  /** Paths whose content, kind or permission differs from when it began, in order. */
  changed(): Promise<string[]>;
  /** Puts the commit’s files back wherever something changed one; returns those it had no copy of (large ones). */
  restore(): Promise<string[]>;
}

/** Larger files are told apart by size and time alone, and cannot be put back. */
const READ_AT_MOST = 8 << 20;

/**
 * Watches the files that stand in a directory now: in a clean checkout those are the tracked ones. What appears later
 * (build output, caches) is no part of the commit and does not count. Copies are kept in `copies`.
 */
export async function watchTrackedFiles(root: string, copies: string): Promise<TrackedFiles> {
  const paths = await listFiles(root, '');
  const lookAll = async (all: readonly string[], known: ReadonlyMap<string, Seen>) => {
    const seen = await inBatches(all, (path) => look(root, path, known.get(path)));
    return new Map(all.map((path, index) => [path, seen[index] as Seen]));
  };
  const original = await lookAll(paths, new Map());
  const originals = await keepOriginals(root, copies, paths, READ_AT_MOST);
  let watched: ReadonlyMap<string, Seen> = original;
  const changedSince = async (before: ReadonlyMap<string, Seen>) => {
    const now = await lookAll([...before.keys()], before);
    return [...before.keys()].filter(
      (path) => now.get(path)?.content !== before.get(path)?.content,
    );
  };
  return {
    async begin(more = []) {
      watched = await lookAll([...new Set([...paths, ...more.map(bytePath)])], original);
    },
    async changed() {
      return (await changedSince(watched)).map(asNamed).sort();
    },
    async restore() {
      return originals.restore(await changedSince(original));
    },
  };
}

async function look(root: string, path: BytePath, before: Seen | undefined): Promise<Seen> {
  const full = onDisk(root, path);
  const stat = await lstat(full, { bigint: true }).catch(() => null);
  if (stat === null) return { stamp: 'absent', content: 'absent' };
  const kind = stat.mode.toString(8);
  const stamp = [kind, stat.size, stat.mtimeNs, stat.ctimeNs, stat.ino].join(' ');
  if (stamp === before?.stamp) return before;
  if (stat.isSymbolicLink()) return { stamp, content: `link ${await readlink(full, 'latin1')}` };
  if (!stat.isFile()) return { stamp, content: kind };
  if (stat.size > READ_AT_MOST) return { stamp, content: `${kind} ${stat.size} ${stat.mtimeNs}` };
  const bytes = await readFile(full).catch(() => null);
  const digest = bytes ? createHash('sha256').update(bytes).digest('hex') : 'unreadable';
  return { stamp, content: `${kind} ${digest}` };
}

async function listFiles(root: string, folder: BytePath): Promise<BytePath[]> {
  const entries = await readdir(onDisk(root, folder), { withFileTypes: true, encoding: 'buffer' });
  const found = await inBatches(entries, async (entry) => {
    const path = join(folder, entry.name.toString('latin1'));
    if (path === '.git') return [];
    return entry.isDirectory() ? listFiles(root, path) : [path];
  });
  return found.flat();
}
