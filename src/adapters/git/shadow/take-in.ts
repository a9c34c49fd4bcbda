import { encodeObject } from '../loose-object.ts';
import type { RawPath } from '../raw-path.ts';
import type { BlobWriter } from './blob-writer.ts';
import { type Findings, forget, keepFile, leaveOut } from './findings.ts';
import type { InnerPlaces } from './inner-places.ts';
import type { KnownDirectory } from './known-tree.ts';
import { type Content, type NoContent, readContent } from './read-content.ts';

export interface TakeIn {
  places: InnerPlaces;
  blobs: BlobWriter;
  maximumFileBytes: number;
  /** As of `Look`: what was changed before it bears an earlier time than any later change. */
  before: number;
  /** Called with each file that has other names too. */
  share(directory: KnownDirectory, name: RawPath): void;
}

export interface Named {
  directory: KnownDirectory;
  name: RawPath;
}

/** So much is read before it is written. */
const mostBytes = 4 << 20;

/** Reads files and records them as they are now, or names what cannot be recorded. */
export async function takeIn(
  how: TakeIn,
  names: readonly Named[],
  found: Findings,
  breathe: () => Promise<void>,
): Promise<void> {
  for (let at = 0; at < names.length; ) {
    const { count, contents } = readSome(how, names, at);
    for (const [n, content] of contents.entries()) {
      const named = names[at + n];
      if (named) await record(how, named, content, found);
    }
    at += count;
    await breathe();
  }
}

type Read = Content | NoContent | null;

/** Reads names that stand one after the other in one directory, up to a limit. */
function readSome(how: TakeIn, names: readonly Named[], from: number) {
  const directory = names[from]?.directory;
  const contents: Read[] = [];
  let bytes = 0;
  how.places.within(directory?.path ?? '', (at) => {
    for (let n = from; bytes < mostBytes; n++) {
      const named = names[n];
      if (named === undefined || named.directory !== directory) return;
      const content = readContent(at, named.name, how.maximumFileBytes);
      if (content && 'bytes' in content) bytes += content.bytes.length;
      contents.push(content);
    }
  });
  // A directory that is gone: one name of it at a time.
  if (contents.length === 0) contents.push(null);
  return { count: contents.length, contents };
}

async function record(
  { blobs, before, share }: TakeIn,
  { directory, name }: Named,
  content: Read,
  found: Findings,
): Promise<void> {
  if (content === null || 'directory' in content) {
    // Replaced since it was looked at: the next scan reads the names again.
    directory.listed = null;
    return forget(found, directory, name);
  }
  if ('tooLarge' in content) {
    forget(found, directory, name);
    const marks = content.tooLarge;
    return leaveOut(found, directory, name, { kind: 'too-large', type: 'file', marks });
  }
  if ('forbidden' in content) {
    forget(found, directory, name);
    const marks = content.forbidden;
    return leaveOut(found, directory, name, { kind: 'unreadable', type: 'file', marks });
  }
  if ('special' in content || isRefused(name, content.mode)) {
    forget(found, directory, name);
    const type = 'special' in content ? 'special' : 'file';
    return leaveOut(found, directory, name, { kind: 'special-file', type, marks: null });
  }
  const { mode, bytes, marks, isStill, isShared } = content;
  if (isShared) share(directory, name);
  const blob = encodeObject('blob', bytes);
  if (directory.files.get(name)?.sha !== blob.sha) await blobs.write(blob, bytes);
  const isSure = isStill && marks.ctimeMs < before;
  keepFile(found, directory, { name, mode, sha: blob.sha, ...marks, isSure });
}

/** Git takes no link in the place of `.gitmodules`. */
function isRefused(name: RawPath, mode: string): boolean {
  return mode === '120000' && name.toLowerCase() === '.gitmodules';
}
