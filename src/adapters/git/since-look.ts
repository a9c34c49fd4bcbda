import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  type Stats,
} from 'node:fs';
import type { KnownTree } from './known-tree.ts';
import { isFresh, isSame, type Look, placeOf } from './look.ts';
import { objectId } from './loose-object.ts';
import type { RawPath } from './raw-path.ts';
import type { TreeDifference } from './tree-reading.ts';

/** A recorded state, and what the directory looked like at the latest when git looked at it. */
export interface Memory {
  look: Look;
  /** What the look left out. */
  skipped: ReadonlySet<RawPath>;
  /** Ignored files and directories, without a slash at their end. */
  ignored: ReadonlySet<RawPath>;
}

/** A file whose content or mode is new. */
export interface Edit extends TreeDifference {
  content: Buffer;
}

/** More than this is left to git, which reads files piece by piece. */
const mostBytes = 8 << 20;

const fileType = 0o170000;

/**
 * What changed since the last recorded state, when that is no more than the content and mode of files it holds.
 * @returns null when it is more, or may be: then only a scan can tell
 */
export function editsSince(
  root: string,
  { look: before, ignored }: Memory,
  tree: KnownTree,
  now: Look,
  maximumFileBytes: number,
): Edit[] | null {
  if (now.entries.size !== before.entries.size || now.nested.length > 0) return null;
  const edits: Edit[] = [];
  let bytes = 0;
  for (const [path, stats] of now.entries) {
    const old = before.entries.get(path);
    if (old === undefined || (old.mode & fileType) !== (stats.mode & fileType)) return null;
    if (stats.isDirectory() || (isSame(old, stats) && !isFresh(before, stats))) continue;
    if (ignored.has(path) && !isRuleFile(path)) continue;
    const leaf = tree.get(path);
    // Named, but not recorded: sockets stay what they are, a file over the cap may have shrunk.
    if (leaf === null) {
      if (stats.isFile() || !isSame(old, stats)) return null;
      continue;
    }
    if (stats.isSymbolicLink()) {
      const target = readlinkSync(placeOf(root, path), 'buffer');
      if (leaf.mode !== '120000' || objectId('blob', target) !== leaf.sha) return null;
      continue;
    }
    bytes += stats.size;
    if (!leaf.mode.startsWith('100') || stats.size > maximumFileBytes || bytes > mostBytes)
      return null;
    const content = readAsSeen(root, path, stats);
    if (content === null) return null;
    const sha = objectId('blob', content);
    const mode = (stats.mode & 0o100) === 0 ? '100644' : '100755';
    if (sha === leaf.sha && mode === leaf.mode) continue;
    if (isRuleFile(path)) return null;
    edits.push({
      path,
      status: 'modified',
      oldMode: leaf.mode,
      mode,
      oldSha: leaf.sha,
      sha,
      content,
    });
  }
  return edits;
}

/** A file by which git decides how it takes other files. */
export function isRuleFile(path: RawPath): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  return name === '.gitignore' || name === '.gitattributes' || name === '.gitmodules';
}

/** The content of the very file that was looked at; null when another is in its place, or it changed. */
function readAsSeen(root: string, path: RawPath, seen: Stats): Buffer | null {
  // A link is not followed, a pipe that took the file's place is not waited for.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = openSync(placeOf(root, path), flags);
  try {
    if (!isSame(fstatSync(file), seen)) return null;
    const content = readFileSync(file);
    return content.length === seen.size && isSame(fstatSync(file), seen) ? content : null;
  } finally {
    closeSync(file);
  }
}

/**
 * What a scan leaves for next time.
 * @param explained paths that are named without being recorded
 * @returns null when not everything that was looked at is accounted for: then something moved meanwhile
 */
export function remember(
  look: Look,
  tree: KnownTree,
  skipped: ReadonlySet<RawPath>,
  ignored: ReadonlySet<RawPath>,
  explained: ReadonlySet<RawPath>,
): Memory | null {
  if (look.nested.length > 0) return null;
  for (const path of ignored) if (!look.entries.has(path)) return null;
  for (const [path, stats] of look.entries)
    if (
      !stats.isDirectory() &&
      tree.get(path) === null &&
      !ignored.has(path) &&
      !explained.has(path)
    )
      return null;
  return { look, skipped, ignored };
}

/** The same look without what lies below directories that turned out to be left out. */
export function butBelow(look: Look, skipped: ReadonlySet<RawPath>): Look {
  const isBelow = (path: RawPath) => {
    for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1))
      if (skipped.has(path.slice(0, end))) return true;
    return false;
  };
  const outside = (paths: readonly RawPath[]) => paths.filter((path) => !isBelow(path));
  return {
    began: look.began,
    entries: new Map([...look.entries].filter(([path]) => !isBelow(path))),
    nested: outside(look.nested),
    special: outside(look.special),
    empty: outside(look.empty).filter((path) => !skipped.has(path)),
  };
}
