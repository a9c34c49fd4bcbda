import type { Exclusion } from '../../../core/schema/checkpoint.ts';
import { type RawPath, showPath } from '../raw-path.ts';
import type { TreeFile } from '../tree-reading.ts';
import { directoriesFrom, type KnownDirectory, pathIn } from './known-tree.ts';

/** Everything that a directory holds and its checkpoint does not; sorted by path, as the record wants it. */
export function exclusionsOf(root: KnownDirectory, pointers: readonly RawPath[]): Exclusion[] {
  const all: (Omit<Exclusion, 'path'> & { raw: RawPath })[] = pointers.map((raw) => ({
    raw,
    kind: 'lfs-pointer',
    bytes: null,
  }));
  for (const directory of directoriesFrom(root)) {
    if (directory.isEmpty) all.push({ raw: directory.path, kind: 'empty-directory', bytes: null });
    for (const name of directory.submodules.keys())
      all.push({ raw: pathIn(directory, name), kind: 'submodule', bytes: null });
    for (const [name, { kind, type, marks }] of directory.leftOut) {
      const path = pathIn(directory, name);
      const isWhole = kind === 'ignored' && type === 'directory';
      const bytes = kind === 'too-large' ? (marks?.size ?? null) : null;
      all.push({ raw: isWhole ? `${path}/` : path, kind, bytes });
    }
  }
  return all
    .sort((a, b) => (a.raw < b.raw ? -1 : a.raw > b.raw ? 1 : 0))
    .map(({ raw, kind, bytes }) => ({ path: showPath(raw), kind, bytes }));
}

/** All that is recorded. */
export function* recordedFiles(root: KnownDirectory): Generator<TreeFile> {
  for (const directory of directoriesFrom(root))
    for (const { name, mode, sha } of directory.files.values())
      yield { path: pathIn(directory, name), mode, sha };
}
